//! What a reader can do to a run at its present: each is a link to the run in
//! which it was done.

use simulation::{Intervention, Mechanism, Press, Scenario, limits};

use crate::query;

/// One button.
#[derive(Debug)]
pub(super) struct Action {
    pub(super) name: String,
    /// Where it leads; nothing if the run is full, or its link would be too long.
    pub(super) link: Option<String>,
    /// How the query says it, with `{t}` for the moment.
    pub(super) press: String,
    /// Its key.
    pub(super) key: &'static str,
    /// The one that is meant first.
    pub(super) main: bool,
}

/// The buttons at `at_ms`.
pub(super) fn actions(mechanism: &Mechanism, scenario: &Scenario, at_ms: u64) -> Vec<Action> {
    let send = |name: &str, count, key, main| {
        let link = sent(scenario, at_ms, count)
            .map(|scenario| query::link(mechanism, &scenario, at_ms))
            .filter(|link| !query::too_long(link));
        Action { name: name.to_owned(), link, press: format!("n={{t}}x{count}"), key, main }
    };
    vec![send("Send one", 1, "S", true), send("Send 10", 10, "B", false)]
}

/// The run with `count` more requests at `at_ms`. Two presses at one moment are
/// one press of both.
fn sent(scenario: &Scenario, at_ms: u64, count: u32) -> Option<Scenario> {
    let mut scenario = scenario.clone();
    let presses = &mut scenario.interventions;
    let place = presses.partition_point(|press| press.at_ms <= at_ms);
    match place.checked_sub(1).map(|last| &mut presses[last]) {
        Some(Intervention { at_ms: at, press: Press::Send(before) }) if *at == at_ms => {
            *before = before.saturating_add(count).min(limits::BURST_MAX);
        }
        _ => presses.insert(place, Intervention { at_ms, press: Press::Send(count) }),
    }
    (presses.len() <= limits::INTERVENTIONS_MAX).then_some(scenario)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_stands_behind_what_was_done_before_it_and_joins_its_like() {
        let empty = Scenario { until_ms: 5000, ..Scenario::default() };
        let late = sent(&empty, 3000, 1).unwrap();
        let both = sent(&sent(&late, 1000, 10).unwrap(), 3000, 10).unwrap();
        let presses: Vec<(u64, Press)> =
            both.interventions.into_iter().map(|i| (i.at_ms, i.press)).collect();
        assert_eq!(presses, [(1000, Press::Send(10)), (3000, Press::Send(11))]);
    }

    #[test]
    fn a_full_run_takes_no_more_presses() {
        let mut full = Scenario::default();
        let press = |at_ms| Intervention { at_ms, press: Press::Send(1) };
        full.interventions = (0..200).map(press).collect();
        assert_eq!(sent(&full, 500, 1), None);
        // At a moment that has a press already, the press only grows.
        assert!(sent(&full, 199, 1).is_some());
    }
}
