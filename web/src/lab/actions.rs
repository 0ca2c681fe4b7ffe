//! What a reader can do to a run at its present: each is a link to the run in
//! which it was done.

use simulation::{Intervention, Mechanism, Press, Scenario, Setting, limits};

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
    /// When it is the one to show: the words of a gauge, of which one must hold.
    pub(super) on: Option<&'static str>,
    /// Whether it is now.
    pub(super) is_on: bool,
}

/// Whoever has this knob has a service behind it that can be broken.
const FAILING: &str = "failing";
/// So many of 100 calls fail when it is broken.
const BROKEN: u64 = 100;

/// The buttons at `at_ms`.
///
/// `failing` is how many of 100 calls to the service behind the mechanism would
/// fail then, if it says so.
pub(super) fn actions(
    mechanism: &Mechanism,
    scenario: &Scenario,
    at_ms: u64,
    failing: Option<i64>,
) -> Vec<Action> {
    let send = |name: &str, count, key, main| {
        let link = sent(scenario, at_ms, count)
            .map(|scenario| query::link(mechanism, &scenario, at_ms))
            .filter(|link| !query::too_long(link));
        let press = format!("n={{t}}x{count}");
        Action { name: name.to_owned(), link, press, key, main, on: None, is_on: false }
    };
    let mut actions = vec![send("Send one", 1, "S", true), send("Send 10", 10, "B", false)];
    if mechanism.knobs.iter().any(|knob| knob.name == FAILING) {
        // Of the two the page shows the one that changes something.
        actions.push(turn(mechanism, scenario, at_ms, &[(FAILING, BROKEN)], "Break the service"));
        let heal = [(FAILING, 0), ("hole", 0)];
        actions.push(turn(mechanism, scenario, at_ms, &heal, "Heal the service"));
        let place = actions.len() - 2;
        actions[place].on = Some("failing 0");
        actions[place].is_on = failing == Some(0);
    }
    actions
}

/// A button that turns knobs, all at once.
fn turn(
    mechanism: &Mechanism,
    scenario: &Scenario,
    at_ms: u64,
    knobs: &[(&str, u64)],
    name: &str,
) -> Action {
    let known = |name: &str| mechanism.knobs.iter().any(|knob| knob.name == name);
    let knobs: Vec<_> = knobs.iter().filter(|(name, _)| known(name)).collect();
    let mut turned = scenario.clone();
    for (name, value) in &knobs {
        let press = Press::Set(Setting { name: (*name).to_owned(), value: *value });
        let place = turned.interventions.partition_point(|press| press.at_ms <= at_ms);
        turned.interventions.insert(place, Intervention { at_ms, press });
    }
    let fits = turned.interventions.len() <= limits::INTERVENTIONS_MAX;
    let link = query::link(mechanism, &turned, at_ms);
    let said: Vec<String> =
        knobs.iter().map(|(name, value)| format!("{{t}}.{name}.{value}")).collect();
    Action {
        name: name.to_owned(),
        link: Some(link).filter(|link| fits && !query::too_long(link)),
        press: format!("set={}", said.join(",")),
        key: "X",
        main: false,
        on: None,
        is_on: false,
    }
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
