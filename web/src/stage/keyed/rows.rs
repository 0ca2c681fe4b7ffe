//! The left panel: what each tenant got, one row each. What was admitted stands
//! over the row's line, what was refused hangs below it.

use std::collections::{BTreeMap, VecDeque};

use clock::Moment;
use simulation::{Output, Request, Trace, What};

use super::super::bound::px;
use super::super::channels::{Channels, Points};
use super::super::geometry::{along, count, n};
use super::super::outcome::Outcome;
use super::super::reel::Span;
use super::super::sticking;
use super::{NAMES, SHOWN, column};

/// The present.
const NOW: f64 = 332.0;
/// The line of the first row, and from one row to the next.
const FIRST: f64 = 80.0;
const PITCH: f64 = 51.0;
const SECOND_NS: u64 = 1_000_000_000;
/// With more in a second, marks are small.
const ROOMY: usize = 12;
/// Of those at one instant so many are seen.
const STACK: usize = 3;

/// One row: a tenant, or all the others.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) line: String,
    pub(super) name: &'static str,
    /// So wide is the name: under it, no mark is seen.
    pub(super) name_width: u8,
    pub(super) name_top: String,
    pub(super) name_y: String,
    pub(super) number_y: String,
    /// How many were let through.
    pub(super) passed: String,
}

/// All of them.
pub(super) fn all() -> Vec<Row> {
    let row = |(i, name): (usize, &'static str)| {
        let y = height(i);
        let of = if i < SHOWN { name } else { "others" };
        Row {
            line: n(y),
            name,
            name_width: if i < SHOWN { 22 } else { 80 },
            name_top: n(y - PITCH / 2.0),
            name_y: n(y + 7.0),
            number_y: n(y + 8.5),
            passed: format!("passed-{of}"),
        }
    };
    NAMES.into_iter().chain(["others"]).enumerate().map(row).collect()
}

/// Brings the present to its place.
pub(super) fn scroll() -> String {
    format!("translate({} 0)", px("t", -160.0 / 1e9, NOW))
}

fn height(row: usize) -> f64 {
    FIRST + PITCH * count(row)
}

/// One second of all rows.
pub(in super::super) fn past(trace: &Trace, span: Span) -> String {
    let mut paths: BTreeMap<String, String> = BTreeMap::new();
    for mark in read(trace, span) {
        paths.entry(mark.class()).or_default().push_str(&mark.path());
    }
    let path = |(class, d): (String, String)| format!("<path class=\"{class}\" d=\"{d}\"/>");
    paths.into_iter().map(path).collect()
}

/// One request in its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    at: Moment,
    row: usize,
    outcome: Outcome,
    /// So many of its kind came with it, before it.
    above: usize,
    small: bool,
}

impl Mark {
    fn class(self) -> String {
        let size = if self.small { " small" } else { "" };
        format!("mark {}{size}", self.outcome.class())
    }

    fn path(self) -> String {
        let (first, pitch) = if self.small { (7.0, 8.0) } else { (9.0, 8.0) };
        let away = first + pitch * count(self.above);
        let y = height(self.row) + if self.outcome.passed() { -away } else { away };
        self.outcome.mark(along(self.at), y, self.small)
    }
}

/// Who came within the window, and what was decided. How large the marks are
/// depends only on those before them: what comes later changes nothing.
fn read(trace: &Trace, span: Span) -> Vec<Mark> {
    let since = Moment::from_nanos(span.from.as_nanos().saturating_sub(SECOND_NS));
    let first = trace.events.partition_point(|event| event.at < since);
    let last = span.until >= trace.until;
    let inside = |at: Moment| at < span.until || last;
    let mut marks: Vec<Mark> = Vec::new();
    let mut rows: [VecDeque<Moment>; SHOWN + 1] = Default::default();
    let mut asked: Option<Request> = None;
    for event in trace.events[first..].iter().take_while(|event| inside(event.at)) {
        if let What::Arrive(request) = event.what {
            asked = Some(request);
        }
        let Some((row, outcome)) = decided(&event.what, asked) else { continue };
        let at = event.at;
        let old = |first: &mut Moment| at.since(*first).as_nanos() >= u128::from(SECOND_NS);
        while rows[row].pop_front_if(old).is_some() {}
        rows[row].push_back(at);
        let together = marks.iter().rev().take_while(|mark| mark.at == at);
        let above = together.filter(|mark| (mark.row, mark.outcome) == (row, outcome)).count();
        if above < STACK {
            marks.push(Mark { at, row, outcome, above, small: rows[row].len() > ROOMY });
        }
    }
    marks.retain(|mark| mark.at >= span.from);
    marks
}

fn decided(what: &What, asked: Option<Request>) -> Option<(usize, Outcome)> {
    let request = asked?;
    let outcome = match what {
        What::Out(Output::Admit(id)) if *id == request.id => Outcome::Admitted,
        What::Out(Output::Refuse { id, .. }) if *id == request.id => Outcome::Refused,
        _ => return None,
    };
    Some((column(request.cost)?, outcome))
}

/// Writes the channels of one window.
pub(super) fn write(trace: &Trace, span: Span, channels: &mut Channels) {
    let from = sticking::start(span);
    // One more than the window: the layer's pieces end before their last moment.
    let seen = Span { from, until: Moment::from_nanos(span.until.as_nanos() + 1) };
    let mark = |mark: Mark| sticking::Mark { at: mark.at, class: mark.class(), d: mark.path() };
    let marks: Vec<_> = read(trace, seen).into_iter().map(mark).collect();
    channels.step.insert("sticking".to_owned(), sticking::sticking(&marks, span));
    channels.step.insert("passed-others".to_owned(), others(trace, span));
}

/// How many of the others were let through: they have no gauge.
fn others(trace: &Trace, span: Span) -> Points<String> {
    let mut passed = Points::default();
    let (mut since, mut count) = (Moment::ZERO, 0_u64);
    let mut asked: Option<Request> = None;
    let mut started = false;
    for event in trace.events.iter().take_while(|event| event.at <= span.until) {
        if event.at > span.from && !started {
            passed.hold(since, count.to_string());
            started = true;
        }
        if let What::Arrive(request) = event.what {
            asked = Some(request);
        }
        if decided(&event.what, asked) == Some((SHOWN, Outcome::Admitted)) {
            (since, count) = (event.at, count + 1);
            if started {
                passed.hold(since, count.to_string());
            }
        }
    }
    if !started {
        passed.hold(since, count.to_string());
    }
    passed
}
