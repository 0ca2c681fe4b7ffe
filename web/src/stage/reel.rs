//! A window of a run as the player gets it: channels, and the tape in pieces
//! of one second.
//!
//! Everything is built only inside the window. Where two windows of one run
//! meet, the later one begins with the last point that both have, so that they
//! join to what one long window would be.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use clock::Moment;
use simulation::{Keyframe, Law, Mechanism, Trace, What, text};

use super::capital;
use super::channels::{Channels, Points};
use super::history::Decision;

/// Pieces of the tape: layer by layer, second by second.
pub type Chunks = BTreeMap<&'static str, BTreeMap<u64, String>>;

/// So much of the tape is drawn behind the present, and in front of it, in seconds.
pub(super) const BEHIND_S: u64 = 6;
const AHEAD_S: u64 = 2;

/// The seconds that are drawn around `now`.
pub(super) fn near(now: Moment) -> RangeInclusive<u64> {
    let second = now.as_millis() / 1000;
    second.saturating_sub(BEHIND_S)..=second + AHEAD_S
}

/// A window, in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from: Moment,
    pub(super) until: Moment,
}

impl Span {
    /// The keyframes of the window with the last ones before it and the first
    /// ones after it, a jump's two together.
    pub(super) fn keyframes<'t>(&self, trace: &'t Trace) -> &'t [Keyframe] {
        let all = &trace.keyframes;
        let last = all.partition_point(|keyframe| keyframe.at <= self.from).saturating_sub(1);
        let next = all.partition_point(|keyframe| keyframe.at <= self.until);
        let edge = |index: usize, found: fn(Moment, Moment) -> bool| {
            all.get(index).map_or(all.len(), |edge| {
                all.partition_point(|keyframe| found(keyframe.at, edge.at))
            })
        };
        &all[edge(last, |a, b| a < b)..edge(next, |a, b| a <= b)]
    }

    /// What holds at the start of the window, and what follows in it.
    pub(super) fn held<'v, V>(&self, all: &'v [V], at: impl Fn(&V) -> Moment) -> &'v [V] {
        let first = all.partition_point(|value| at(value) <= self.from).saturating_sub(1);
        let end = all.partition_point(|value| at(value) <= self.until);
        &all[first.min(end)..end]
    }

    /// Each decision's moment, so many nanoseconds later: those of the window,
    /// and the last before it.
    pub(super) fn moments(&self, decisions: &[Decision], later: &[u64]) -> Vec<u64> {
        let mut all = after(decisions, later, *self);
        all.push(0);
        all.sort_unstable();
        all.dedup();
        self.held(&all, |&at| Moment::from_nanos(at)).to_vec()
    }

    /// The same for a line, which needs two before the window and one after it.
    pub(super) fn bends(&self, decisions: &[Decision], later: &[u64]) -> Vec<u64> {
        let mut all = after(decisions, later, *self);
        all.push(0);
        all.sort_unstable();
        all.dedup();
        let first = all.partition_point(|&at| at <= self.from.as_nanos()).saturating_sub(2);
        let end = all.partition_point(|&at| at <= self.until.as_nanos());
        all[first..(end + 1).min(all.len())].to_vec()
    }

    /// Lines from each moment to the next: `value` says, for the line that
    /// begins at the first moment, what it is at the second.
    pub(super) fn segments(
        &self,
        moments: &[u64],
        value: impl Fn(Moment, Moment) -> i64,
    ) -> Points<i64> {
        let mut points = Points::default();
        let start = moments.iter().rev().find(|&&at| at <= self.from.as_nanos()).copied();
        let mut push = |at: u64, value: i64| {
            let known = points.t.last() == Some(&at) && points.v.last() == Some(&value);
            if at >= start.unwrap_or(0) && !known {
                points.push(Moment::from_nanos(at), value);
            }
        };
        let ends = moments.iter().skip(1).map(Some).chain([None]);
        for (&from, until) in moments.iter().zip(ends) {
            let begin = Moment::from_nanos(from);
            push(from, value(begin, begin));
            if let Some(&until) = until {
                push(until, value(begin, Moment::from_nanos(until)));
            }
        }
        points
    }
}

/// Nothing of a decision is seen longer than this, in nanoseconds.
const SEEN_NS: u64 = 1_000_000_000;

/// Only of decisions near the window: those whose moments may be its last two
/// before its start, or later.
fn after(decisions: &[Decision], later: &[u64], span: Span) -> Vec<u64> {
    let past = decisions.partition_point(|decision| decision.at <= span.from);
    let known = decisions.get(past.saturating_sub(3)).map_or(0, |decision| decision.at.as_nanos());
    let first = decisions.partition_point(|d| d.at.as_nanos() + SEEN_NS < known);
    // One after the window, since lines lead to it.
    let end = decisions.partition_point(|decision| decision.at <= span.until) + 1;
    let near = &decisions[first..end.min(decisions.len())];
    let at = |decision: &Decision| decision.at.as_nanos();
    near.iter().flat_map(|decision| later.iter().map(move |ns| at(decision) + ns)).collect()
}

/// The gauges, and the sentence.
pub(super) fn channels(trace: &Trace, mechanism: &Mechanism, span: Span) -> Channels {
    let mut channels = Channels::default();
    let keyframes = span.keyframes(trace);
    for (index, head) in trace.heads.iter().enumerate() {
        let values = keyframes
            .iter()
            .map(|keyframe| (keyframe.at, keyframe.values.get(index).copied().unwrap_or(0)));
        if head.law == Law::Line {
            let mut points = Points::default();
            values.for_each(|(at, value)| points.push(at, value));
            channels.lin.insert(head.name.clone().into_owned(), points);
        } else {
            let mut points = Points::default();
            values.for_each(|(at, value)| points.hold(at, value.to_string()));
            channels.step.insert(head.name.clone().into_owned(), points);
        }
    }
    channels.step.insert("sentence".to_owned(), sentences(trace, mechanism, span));
    channels.step.insert("lit".to_owned(), lit(trace, mechanism, span));
    channels
}

/// What the steps decided, in the words that mark the deciding lines of the
/// mechanism's source.
fn lit(trace: &Trace, mechanism: &Mechanism, span: Span) -> Points<String> {
    let mut points = Points::default();
    let mut at = trace.step(span.from).map(|step| step.at);
    at = at.or_else(|| trace.previous_step(span.from)).or_else(|| trace.next_step(span.from));
    while let Some(step) = at.filter(|&at| at <= span.until) {
        let events = &trace.events[trace.events.partition_point(|event| event.at < step)
            ..trace.events.partition_point(|event| event.at <= step)];
        let mut words: Vec<&str> = events
            .iter()
            .filter_map(|event| match &event.what {
                What::Out(output) => (mechanism.lit)(output),
                _ => None,
            })
            .collect();
        words.sort_unstable();
        words.dedup();
        if points.t.is_empty() && step > span.from {
            points.push(Moment::ZERO, String::new());
        }
        points.hold(step, words.join(" "));
        at = trace.next_step(step);
    }
    points
}

/// The sentence that holds at the start, and those of the window.
fn sentences(trace: &Trace, mechanism: &Mechanism, span: Span) -> Points<String> {
    let first = trace.frame(span.from, mechanism.narrator);
    let mut points = Points::default();
    points.push(first.step_at.unwrap_or(Moment::ZERO), first.sentence);
    for (at, words) in told(trace, mechanism, span.from, span.until) {
        points.hold(at, format!("At {}: {words}", text::seconds(at)));
    }
    points
}

/// The steps of a window, from its very start on, with what is said of each.
pub(super) fn told(
    trace: &Trace,
    mechanism: &Mechanism,
    from: Moment,
    until: Moment,
) -> Vec<(Moment, String)> {
    let mut told = Vec::new();
    let mut next = trace.step(from).map(|step| step.at).or_else(|| trace.next_step(from));
    while let Some(step) = next.filter(|&at| at <= until).and_then(|at| trace.step(at)) {
        if let Some(words) = mechanism.narrator.tell(&step) {
            told.push((step.at, words));
        }
        next = trace.next_step(step.at);
    }
    told
}

/// The same as rows of a table, where a sentence stands without its time.
pub(super) fn rows(told: Vec<(Moment, String)>) -> Vec<(Moment, String)> {
    told.into_iter().map(|(at, words)| (at, capital(&words))).collect()
}
