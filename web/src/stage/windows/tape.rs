//! The tape of a window: beside what it counts, the limit and what really passed.

use clock::Moment;
use simulation::{Trace, Unit};

use super::super::bound::clamped;
use super::super::curve::Curve;
use super::super::geometry::{along, line, stairs, whole};
use super::super::points::points;
use super::super::scale::{extremes, index, unit};
use super::Kind;
use super::words;

/// Words on the tape keep between these heights.
const WORDS: (f64, f64) = (180.0, 204.0);
const LINE: f64 = 16.0;

/// Where a window's gauges stand.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Truth {
    limit: usize,
    last: usize,
    /// What the curve is called.
    counted: &'static str,
    /// What one request is in the curve's unit.
    each: f64,
}

/// Words right of the present: the height of each, and what they say.
#[derive(Debug)]
pub(in super::super) struct Words {
    pub(in super::super) limit_y: String,
    pub(in super::super) passed_y: String,
    pub(in super::super) counted_y: String,
    pub(in super::super) counted: &'static str,
    /// Where the line of what passed is: at a jump, it is hidden.
    pub(in super::super) bead: String,
}

impl Truth {
    pub(in super::super) fn of(trace: &Trace) -> Option<Self> {
        let counted = words::curve(Kind::of(trace)?);
        let (limit, last) = index(trace, "limit").zip(index(trace, "last-window"))?;
        Some(Self { limit, last, counted, each: whole(each(trace)) })
    }

    /// The thin line of what passed, and the dashed limit: one stretch of time.
    pub(in super::super) fn piece(
        self,
        curve: &Curve,
        trace: &Trace,
        from: Moment,
        until: Moment,
    ) -> (String, String) {
        let drawn = |class: &str, place: usize| {
            let points = points(trace, from, until, &|values| whole(values(place)));
            let place = |(at, value): (Moment, f64)| (along(at), curve.y(value * self.each));
            let path = line(&stairs(&points.into_iter().map(place).collect::<Vec<_>>()));
            format!("<path class=\"s-ink w15{class}\" d=\"{path}\"/>")
        };
        (drawn("", self.last), drawn(" dashes", self.limit))
    }

    /// The words stand by the limit: what passed may be over it.
    pub(in super::super) fn words(self, curve: &Curve) -> Words {
        let (zero, one) = (curve.y(0.0), curve.y(self.each));
        let each = short(zero - one).max(f64::MIN_POSITIVE);
        let lines = |y: f64| short((zero + 5.0 - y) / each);
        let (low, high) = (lines(WORDS.1), lines(WORDS.0));
        let at =
            |lines: f64| clamped("limit", 1.0, 0.0, (low, high), -each, zero + 5.0 + LINE * lines);
        let most = zero - curve.y(f64::MAX);
        Words {
            limit_y: at(0.0),
            passed_y: at(-1.0),
            counted_y: at(1.0),
            counted: self.counted,
            bead: clamped("last-window", 1.0, 0.0, (0.0, short(most / each)), -each, zero),
        }
    }
}

/// Without the noise of the floating point.
fn short(length: f64) -> f64 {
    (length * 1e6).round() / 1e6
}

/// The largest value that the tape of a window has room for, if it is one's: a
/// quarter over the limit, and more if more has passed.
pub(in super::super) fn most(trace: &Trace) -> Option<i64> {
    Kind::of(trace)?;
    let most = |name| index(trace, name).and_then(|place| extremes(trace, place));
    let (limit, passed) = (most("limit")?.1, most("last-window")?.1);
    Some(passed.max(limit + (limit + 3) / 4).saturating_mul(each(trace)))
}

fn each(trace: &Trace) -> i64 {
    let counted = index(trace, "counted").map(|place| unit(trace, place));
    if counted == Some(Unit::MicroTokens) { 1_000_000 } else { 1 }
}
