//! Two runs of one scenario, side by side, and where they part.

use std::collections::BTreeSet;

use clock::Moment;
use simulation::{Trace, Unit, first_divergence, text};

use super::ribbons::Ribbons;

/// So many steps are shown before they part, and after.
const AROUND: usize = 4;
/// So many are shown where they never part.
const SHOWN_MAX: usize = 12;

/// What the page shows.
#[derive(Debug)]
pub(crate) struct Comparison {
    pub(crate) parting: Option<Parting>,
    /// That they hold different numbers before they decide differently.
    pub(crate) inside: Option<String>,
    pub(crate) ribbons: Ribbons,
    /// Steps before the first row, and after the last.
    pub(crate) before: usize,
    pub(crate) rows: Vec<Row>,
    pub(crate) after: usize,
}

/// The first moment at which they do not do the same.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Parting {
    pub(crate) at: String,
    pub(crate) yours: Vec<String>,
    pub(crate) rights: Vec<String>,
}

/// What both did at one moment.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) at: String,
    pub(crate) yours: Vec<String>,
    pub(crate) rights: Vec<String>,
    /// They part here.
    pub(crate) parts: bool,
}

impl Parting {
    /// What both say alike is left out, as long as both have something to say.
    fn new(at: Moment, yours: Vec<String>, rights: Vec<String>) -> Self {
        let other = |of: &[String], than: &[String]| -> Vec<String> {
            of.iter().filter(|line| !than.contains(line)).cloned().collect()
        };
        let at = at.to_string();
        match (other(&yours, &rights), other(&rights, &yours)) {
            (some, others) if !some.is_empty() && !others.is_empty() => {
                Self { at, yours: some, rights: others }
            }
            _ => Self { at, yours, rights },
        }
    }
}

impl Comparison {
    /// Of the learner's run and the reference's. A run that was cut off is
    /// compared as far as it came.
    pub(crate) fn new(yours: &Trace, rights: &Trace) -> Self {
        let parted = first_divergence(yours, rights).map(|divergence| divergence.at);
        let times: BTreeSet<Moment> = [yours, rights]
            .iter()
            .flat_map(|trace| trace.events.iter().map(|event| event.at))
            .collect();
        let times: Vec<Moment> = times.into_iter().collect();
        let (from, until) = shown(&times, parted);
        let row = |&at: &Moment| Row {
            at: at.to_string(),
            yours: said(yours, at),
            rights: said(rights, at),
            parts: parted == Some(at),
        };
        Self {
            parting: parted.map(|at| Parting::new(at, said(yours, at), said(rights, at))),
            inside: inside(yours, rights, &times, parted),
            ribbons: Ribbons::new(yours, rights, parted),
            before: from,
            rows: times[from..until].iter().map(row).collect(),
            after: times.len() - until,
        }
    }
}

impl Comparison {
    /// What stands above the first row.
    pub(crate) fn before_words(&self) -> String {
        format!("{} before these, decided alike", steps(self.before))
    }

    /// What stands below the last row.
    pub(crate) fn after_words(&self) -> String {
        let alike = if self.parting.is_none() { ", decided alike" } else { "" };
        format!("{} after these{alike}", steps(self.after))
    }
}

/// Which of `times` have a row.
fn shown(times: &[Moment], parted: Option<Moment>) -> (usize, usize) {
    match parted {
        Some(at) => {
            let index = times.partition_point(|&time| time < at);
            (index.saturating_sub(AROUND), times.len().min(index + AROUND + 1))
        }
        None => (0, times.len().min(SHOWN_MAX)),
    }
}

fn steps(count: usize) -> String {
    text::counted(count, "step", "steps")
}

/// The first of `times`, before they part, after which a gauge shows another
/// number in one run than in the other.
fn inside(
    yours: &Trace,
    rights: &Trace,
    times: &[Moment],
    parted: Option<Moment>,
) -> Option<String> {
    if yours.heads != rights.heads {
        return None;
    }
    let before = times
        .iter()
        .take_while(|&&at| at <= yours.until && parted.is_none_or(|parted| at < parted));
    before.copied().find_map(|at| {
        let (mine, other) = (yours.reading(at), rights.reading(at));
        let mut pairs = mine.iter().zip(other.iter());
        let ((gauge, mine), (_, other)) = pairs.find(|((_, mine), (_, other))| mine != other)?;
        let (mine, other) = (number(gauge.unit, mine), number(gauge.unit, other));
        Some(format!(
            "What they hold differs from {at} on: {} {mine} in yours, {other} in right.rs.",
            gauge.name
        ))
    })
}

fn number(unit: Unit, value: i64) -> String {
    match unit {
        Unit::MicroTokens => text::exact_tokens(value),
        Unit::Nanos => format!("{value} ns"),
        Unit::Count => value.to_string(),
    }
}

/// What happened at this very moment; nothing may have.
fn said(trace: &Trace, at: Moment) -> Vec<String> {
    trace.step(at).filter(|step| step.at == at).map_or_else(Vec::new, |step| step.lines())
}

#[cfg(test)]
mod tests {
    use super::*;
    use simulation::{Event, Gauge, Keyframe, Law, Output, Request, RequestId, What};

    /// One request each 100 ms; what is in `admitted` passes.
    fn trace(count: u32, admitted: &[u32]) -> Trace {
        let one = |number: u32| {
            let (at, id) = (Moment::from_millis(u64::from(number) * 100), RequestId(number));
            let out = if admitted.contains(&number) {
                Output::Admit(id)
            } else {
                Output::Refuse { id, why: "no token".into(), retry_at: None }
            };
            let request = Request { id, cost: 1, patience: None };
            [What::Arrive(request), What::Out(out)].map(|what| Event { at, what })
        };
        let events = (1..=count).flat_map(one).collect();
        Trace { events, until: Moment::from_millis(u64::from(count) * 100), ..Trace::default() }
    }

    #[test]
    fn the_first_step_that_differs_is_told_for_both() {
        let comparison = Comparison::new(&trace(20, &[1, 2]), &trace(20, &[1, 2, 9, 10]));
        assert_eq!(
            comparison.parting,
            Some(Parting {
                at: "900 ms".to_owned(),
                yours: vec!["request 9 asks: refused, no token".to_owned()],
                rights: vec!["request 9 asks: admitted".to_owned()],
            })
        );
        let marked: Vec<&str> =
            comparison.rows.iter().filter(|row| row.parts).map(|row| row.at.as_str()).collect();
        assert_eq!(marked, ["900 ms"]);
        assert_eq!((comparison.before, comparison.rows.len(), comparison.after), (4, 9, 7));
        assert_eq!(comparison.rows[0].at, "500 ms");
    }

    #[test]
    fn runs_that_are_alike_do_not_part() {
        let comparison = Comparison::new(&trace(20, &[1]), &trace(20, &[1]));
        assert_eq!(comparison.parting, None);
        assert_eq!((comparison.before, comparison.rows.len(), comparison.after), (0, 12, 8));
    }

    #[test]
    fn what_both_say_alike_is_left_out() {
        let words = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
        let parting = |yours: &[&str], rights: &[&str]| {
            let parting = Parting::new(Moment::ZERO, words(yours), words(rights));
            (parting.yours.join(", "), parting.rights.join(", "))
        };
        assert_eq!(parting(&["a", "b"], &["c", "b"]), ("a".into(), "c".into()));
        // Less than the other: then all of it is needed.
        assert_eq!(parting(&["a"], &["a", "b"]), ("a".into(), "a, b".into()));
        assert_eq!(parting(&["b", "a"], &["a", "b"]), ("b, a".into(), "a, b".into()));
    }

    #[test]
    fn numbers_that_differ_inside_are_told_before_the_decisions_do() {
        let level = |values: [i64; 2]| {
            let mut trace = trace(3, &[1]);
            trace.heads =
                vec![Gauge { name: "level".into(), unit: Unit::MicroTokens, law: Law::Step }];
            for (number, value) in (1..).zip(values) {
                let at = Moment::from_millis(number * 100);
                trace.keyframes.push(Keyframe { at, values: vec![value] });
            }
            trace
        };
        let inside = |yours, rights| Comparison::new(&level(yours), &level(rights)).inside;
        assert_eq!(inside([0, 1], [0, 1]), None);
        assert_eq!(
            inside([0, -1_500_000], [0, 0]).as_deref(),
            Some(
                "What they hold differs from 200 ms on: level \u{2212}1.5 in yours, 0 in right.rs."
            )
        );
    }

    #[test]
    fn a_run_that_was_cut_off_parts_where_it_ends() {
        let comparison = Comparison::new(&trace(2, &[1]), &trace(3, &[1]));
        let parting = comparison.parting.unwrap();
        assert_eq!((parting.at.as_str(), parting.yours.len()), ("300 ms", 0));
        assert_eq!(parting.rights, ["request 3 asks: refused, no token"]);
    }
}
