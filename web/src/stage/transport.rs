//! Links that move through a run: without a script, a step is a page.

use std::collections::BTreeSet;

use clock::Moment;
use simulation::{Event, Mechanism, Output, Scenario, Trace, What, text};

use super::link_ms;
use super::outcome::Outcome;
use super::overview::Ticks;
use super::rule::is_breaker;
use crate::query;

use icons::{AHEAD, AHEAD_SHORT, BACK, BACK_SHORT, CHANGE, FIRST, LAST};

/// A short step back or ahead, in milliseconds.
const SHORT_MS: u64 = 100;

/// What the template draws.
#[derive(Debug)]
pub(super) struct Transport {
    pub(super) moves: Vec<Move>,
    pub(super) clock: String,
    pub(super) at_ms: u64,
    pub(super) until_ms: u64,
    pub(super) action: String,
    /// The run, for the form that asks for another moment of it.
    pub(super) hidden: Vec<(String, String)>,
    pub(super) overview: Vec<Ticks>,
}

/// One link, or the place of one that leads nowhere from here.
#[derive(Debug)]
pub(super) struct Move {
    pub(super) icon: &'static str,
    pub(super) name: &'static str,
    pub(super) link: Option<String>,
}

impl Transport {
    pub(super) fn at(
        now: Moment,
        mechanism: &Mechanism,
        scenario: &Scenario,
        trace: &Trace,
        overview: Vec<Ticks>,
    ) -> Self {
        let (at_ms, until_ms) = (now.as_millis(), trace.until.as_millis());
        let to = |(icon, name, ms): (&'static str, &'static str, Option<u64>)| {
            let link = ms.filter(|&ms| ms != at_ms && ms <= until_ms);
            Move { icon, name, link: link.map(|ms| query::link(mechanism, scenario, ms)) }
        };
        Self {
            moves: places(trace, now).map(to).into(),
            clock: text::seconds(now),
            at_ms,
            until_ms,
            action: format!("/lab/{}", mechanism.name),
            hidden: query::pairs_of(mechanism, scenario),
            overview,
        }
    }
}

/// Where one can go from `now`: icon, name and moment, if there is one.
fn places(trace: &Trace, now: Moment) -> [(&'static str, &'static str, Option<u64>); 7] {
    let (at_ms, until_ms) = (now.as_millis(), trace.until.as_millis());
    [
        (FIRST, "First moment", Some(0)),
        (BACK_SHORT, "100 ms back", Some(at_ms.saturating_sub(SHORT_MS))),
        (BACK, "Previous event", earlier(trace, at_ms)),
        (AHEAD, "Next event", trace.next_step(now).map(link_ms)),
        (AHEAD_SHORT, "100 ms ahead", Some((at_ms + SHORT_MS).min(until_ms))),
        (CHANGE, "Next change", next_change(trace, now).map(link_ms)),
        (LAST, "Last moment", Some(until_ms)),
    ]
}

/// The last event whose link shows an earlier millisecond than this one.
fn earlier(trace: &Trace, at_ms: u64) -> Option<u64> {
    let mut at = trace.previous_step(Moment::from_millis(at_ms));
    while let Some(step) = at {
        if link_ms(step) < at_ms {
            return Some(link_ms(step));
        }
        at = trace.previous_step(step);
    }
    None
}

/// The next step that is of another kind than the last one: the first refusal
/// after admissions, the first admission after refusals, a turned knob.
fn next_change(trace: &Trace, now: Moment) -> Option<Moment> {
    let mut at = trace.next_step(now);
    while let Some(step) = at.filter(|&step| !is_change(trace, step)) {
        at = trace.next_step(step);
    }
    at
}

/// Whether the step at `at` is of another kind than the one before it.
pub(super) fn is_change(trace: &Trace, at: Moment) -> bool {
    let here = kind(trace, at);
    if is_breaker(&trace.heads) {
        // Calls that go out, and those that come back, take turns all the time.
        return here.special;
    }
    here.special || trace.previous_step(at).is_none_or(|before| kind(trace, before) != here)
}

/// Whether the reader did it, or a state changed.
pub(super) const fn is_special(event: &Event) -> bool {
    matches!(event.what, What::Out(Output::Change { .. }) | What::Set(_) | What::Finish(..))
}

/// What one step holds.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kind {
    outcomes: BTreeSet<Outcome>,
    /// The reader did something, or a state changed.
    special: bool,
}

fn kind(trace: &Trace, at: Moment) -> Kind {
    let events = &trace.events[trace.events.partition_point(|event| event.at < at)
        ..trace.events.partition_point(|event| event.at <= at)];
    let outcome = |event: &Event| match event.what {
        What::Out(Output::Admit(_)) => Some(Outcome::Admitted),
        What::Out(Output::Hold { .. }) => Some(Outcome::Waits),
        What::Out(Output::Refuse { .. }) => Some(Outcome::Refused),
        _ => None,
    };
    Kind {
        outcomes: events.iter().filter_map(outcome).collect(),
        special: events.iter().any(is_special),
    }
}

/// Icons of 16 × 16: glyphs for these are missing or coloured in many fonts.
pub(crate) mod icons {
    pub(crate) const FIRST: &str = "M3 3v10h2V3zM13 3L6 8l7 5z";
    pub(crate) const BACK_SHORT: &str = "M8 3L2 8l6 5zM14 3L8 8l6 5z";
    pub(crate) const BACK: &str = "M11 3L4 8l7 5z";
    pub(crate) const AHEAD: &str = "M5 3l7 5-7 5z";
    pub(crate) const AHEAD_SHORT: &str = "M2 3l6 5-6 5zM8 3l6 5-6 5z";
    pub(crate) const CHANGE: &str = "M2 3l6 5-6 5zM11 3l4 5-4 5-4-5z";
    pub(crate) const LAST: &str = "M11 3v10h2V3zM3 3l7 5-7 5z";
}
