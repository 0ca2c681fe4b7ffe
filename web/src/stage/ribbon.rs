//! The tape: what got through stands above its axis, what did not hangs below,
//! and under both is the curve that decided.
//!
//! One unit is one pixel at every width, and everything is cut in chunks of one
//! second, of which only those near the present are drawn. So a run of ten
//! minutes costs no more than one of ten seconds. What is still to come ends at
//! the present because it is clipped there.

use std::fmt::Write as _;

use clock::Moment;
use simulation::{Intervention, Press, Scenario, Trace, What};

use super::bound::{clamped, px};
use super::curve::{Curve, Threshold};
use super::density::{self, AXIS, Side};
use super::geometry::{PX_PER_SECOND, along, count, n};
use super::history::Mark;
use super::outcome::Outcome;
use super::own::{Limit, Own};
use super::record::Record;
use super::scale::Scale;
use super::windows;

mod chunk;
mod fresh;

pub(super) use fresh::fresh;

pub(super) use chunk::ring;

/// So long after the start the words about it are shown, in nanoseconds.
const START_NS: u64 = 20_000_000;
/// The words of a flag need so much room: they stand left of it until there is.
const FLAG_PX: f64 = 90.0;
/// And with each letter at least so much.
const LETTER_PX: f64 = 8.0;
/// Lines along the tape are at most so long.
const LONG: f64 = 4000.0;

/// What the template draws.
#[derive(Debug)]
pub(super) struct Ribbon {
    /// Brings the present to the middle of its `svg`.
    pub(super) scroll: String,
    /// From the start of the run to the present.
    pub(super) zero: Option<String>,
    pub(super) thresholds: Vec<(String, Threshold)>,
    /// One that moves with a knob.
    pub(super) limit: Option<(String, Limit)>,
    /// The words at the two sides of the axis.
    pub(super) above: &'static str,
    pub(super) below: &'static str,
    /// One line lower.
    pub(super) below_too: &'static str,
    pub(super) curve: Option<String>,
    /// Where the curve's name stands.
    pub(super) curve_y: &'static str,
    /// Of a window: where its words are, which follow the limit.
    pub(super) window: Option<windows::Words>,
    /// Where the curve is at the present: at a jump, its line would hide it.
    pub(super) bead: Option<String>,
    pub(super) starts: String,
}

impl Ribbon {
    pub(super) fn of(
        trace: &Trace,
        marks: &[Mark],
        curve: Option<Curve>,
        (bucket, record, own): (Option<Scale>, Option<&Record>, Option<&Own>),
    ) -> Self {
        let (above, below, below_too) = match record {
            Some(_) => ("ok", Outcome::Failed.word(), Outcome::NotSent.word()),
            None => words(marks),
        };
        let along = |y: &str| {
            let start = clamped("t", -PX_PER_SECOND / 1e9, 0.0, (-LONG, 0.0), 1.0, 0.0);
            format!("M{start} {y}H0")
        };
        let mut thresholds =
            bucket.zip(curve).map_or_else(Vec::new, |(scale, curve)| curve.thresholds(scale));
        thresholds.extend(record.map(Record::threshold));
        Self {
            scroll: format!("translate({} 0)", px("t", -PX_PER_SECOND / 1e9, 0.0)),
            zero: curve.and_then(|curve| curve.zero()).map(|y| along(&y)),
            thresholds: thresholds.into_iter().map(|one| (along(&one.y), one)).collect(),
            limit: own
                .zip(curve)
                .and_then(|(own, curve)| own.limit(curve))
                .map(|one| (along(&one.y), one)),
            above,
            below,
            below_too,
            curve: curve
                .filter(|curve| bucket.is_none() && curve.truth.is_none())
                .map(|curve| curve.name(trace)),
            curve_y: own.map_or("192", Own::name_y),
            window: curve.and_then(|curve| curve.truth.map(|truth| truth.words(&curve))),
            bead: curve.map(|curve| curve.bead(trace)),
            starts: format!("t 0 {START_NS}"),
        }
    }
}

/// What stands above the axis, and what below.
fn words(marks: &[Mark]) -> (&'static str, &'static str, &'static str) {
    let has = |outcome: &Outcome| marks.iter().any(|mark| mark.outcome == *outcome);
    let above = [Outcome::Answered].into_iter().find(has).unwrap_or(Outcome::Admitted);
    let below = [Outcome::Refused, Outcome::Failed, Outcome::TimedOut].into_iter().find(has);
    (above.word(), below.unwrap_or(Outcome::Refused).word(), "")
}

/// Everything that the tape is drawn from.
pub(super) struct Tape<'t> {
    pub(super) trace: &'t Trace,
    pub(super) scenario: &'t Scenario,
    sides: &'t Sides,
    pub(super) curve: Option<Curve>,
    record: Option<&'t Record>,
}

impl<'t> Tape<'t> {
    pub(super) fn of(
        trace: &'t Trace,
        scenario: &'t Scenario,
        sides: &'t Sides,
        (curve, record): (Option<Curve>, Option<&'t Record>),
    ) -> Self {
        Self { trace, scenario, sides, curve, record }
    }

    /// The layers of one second.
    pub(super) fn chunks(&self, second: u64) -> [(&'static str, String); 7] {
        let (from, until) = (start_of(second), start_of(second + 1));
        [
            ("grid", grid(second, Moment::from_millis(self.scenario.until_ms))),
            ("future", self.future(from, until)),
            ("curve", self.curve(second)),
            ("names", self.record.map_or_else(String::new, |record| record.names(second))),
            ("flags", self.flags(from, until)),
            ("marks", chunk::marks(second, self.sides)),
            ("counts", chunk::counts(second, self.sides)),
        ]
    }

    fn curve(&self, second: u64) -> String {
        let (from, until) = (start_of(second), start_of(second + 1));
        let end = self.trace.until;
        if let Some(record) = self.record {
            return record.piece(self.trace, second, end);
        }
        let Some(curve) = self.curve.filter(|_| from < end) else { return String::new() };
        let piece = curve.piece(self.trace, from, until.min(end), until < end);
        let beside = curve.truth.map(|truth| truth.piece(&curve, self.trace, from, until.min(end)));
        let (passed, limit) = beside.unwrap_or_default();
        format!(
            "<path class=\"f-tint\" d=\"{}\"/>{passed}<path class=\"s-ok w2 curve\" d=\"{}\"/>{limit}",
            piece.area, piece.line
        )
    }

    /// That something arrives, not what becomes of it.
    fn future(&self, from: Moment, until: Moment) -> String {
        let events = &self.trace.events;
        let inside = events.partition_point(|event| event.at < from)
            ..events.partition_point(|event| event.at < until);
        let arrivals = events[inside].iter().filter(|event| matches!(event.what, What::Arrive(_)));
        let mut places: Vec<String> = arrivals.map(|event| n(along(event.at))).collect();
        places.dedup();
        if places.is_empty() {
            return String::new();
        }
        let ticks = places.iter().fold(String::new(), |ticks, x| ticks + "M" + x + " 82v12");
        format!("<path d=\"{ticks}\"/>")
    }

    /// What the reader did.
    fn flags(&self, from: Moment, until: Moment) -> String {
        let inside = |press: &&Intervention| {
            let at = Moment::from_millis(press.at_ms);
            from <= at && at < until
        };
        let presses: Vec<&Intervention> =
            self.scenario.interventions.iter().filter(inside).collect();
        // Those of one moment have one flag.
        presses.chunk_by(|a, b| a.at_ms == b.at_ms).map(flag).collect()
    }
}

fn flag(presses: &[&Intervention]) -> String {
    let Some(Intervention { at_ms, .. }) = presses.first() else { return String::new() };
    let at = along(Moment::from_millis(*at_ms));
    let x = n(at);
    let words: Vec<String> = presses.iter().filter_map(|press| flag_words(&press.press)).collect();
    let words = words.join(", ");
    let mut html = format!(
        "<path class=\"s-ink w15 dots\" d=\"M{x} 28V216\"/><path class=\"f-ink\" d=\"M{x} 28l-5-8h10z\"/>"
    );
    if !words.is_empty() {
        let roomy = (at + FLAG_PX.max(LETTER_PX * count(words.chars().count()))) * 6_250_000.0;
        let words = crate::highlight::escape(&words);
        let _ = write!(
            html,
            "<text class=\"r-label halo end\" x=\"{}\" y=\"31\" data-b-if=\"t 0 {roomy}\">{words}</text>\
             <text class=\"r-label halo\" x=\"{}\" y=\"31\" data-b-if=\"t {roomy}\">{words}</text>",
            n(at - 7.0),
            n(at + 7.0),
        );
    }
    format!("<g class=\"flag\">{html}</g>")
}

fn flag_words(press: &Press) -> Option<String> {
    match press {
        Press::Set(setting) => Some(format!("{} {}", setting.name, setting.value)),
        Press::Drop(id) => Some(format!("{id} gives up")),
        Press::Send(_) | Press::SendOne(_) => None,
    }
}

/// What lies behind one second of a run that ends at `end`.
fn grid(second: u64, end: Moment) -> String {
    let at = start_of(second);
    if at > end {
        return String::new();
    }
    let x = along(at);
    let mut html = format!(
        "<path class=\"s-grid w1\" d=\"M{} 20V216\"/><text class=\"r-second\" x=\"{}\" y=\"14\">{second}\u{a0}s</text>",
        n(x),
        // Right of its line: the present would strike through it otherwise.
        n(x + 5.0)
    );
    let half = Moment::from_millis(second * 1000 + 500);
    if half <= end {
        let _ = write!(html, "<path class=\"s-grid w1\" d=\"M{} 84V216\"/>", n(along(half)));
    }
    let until = start_of(second + 1).min(end);
    if until > at {
        let _ =
            write!(html, "<path class=\"s-line w15\" d=\"M{} {AXIS}H{}\"/>", n(x), n(along(until)));
    }
    if end < start_of(second + 1) {
        let x = n(along(end));
        let _ = write!(
            html,
            "<path class=\"s-line w2\" d=\"M{x} 20V216\"/><text class=\"r-second\" x=\"{x}\" dx=\"6\" y=\"150\">end of the run</text>"
        );
    }
    html
}

/// What a chunk is made of, side by side.
pub(super) type Sides = [Side; 2];

/// The marks of a run, each in its place.
pub(super) fn sides(marks: &[Mark]) -> Sides {
    [true, false].map(|passed| density::place(marks, passed))
}

pub(super) fn start_of(second: u64) -> Moment {
    Moment::from_millis(second.saturating_mul(1000))
}
