//! The curve under the tape: the gauge that decided.

use clock::Moment;
use simulation::{Law, Trace, Unit};

use super::bound::clamped;
use super::geometry::{along, area, line, n, stairs, whole};
use super::points::points;
use super::scale::{Scale, unit};
use super::shape::Shape;
use super::windows::Truth;

/// Where the curve has its place in the ribbon.
pub(super) const TOP: f64 = 160.0;
pub(super) const BOTTOM: f64 = 216.0;
/// Areas of neighbours overlap by this much, or a hairline shows between them.
pub(super) const OVERLAP: f64 = 0.7;
/// Lines of words are at least so far apart.
const LINE: f64 = 16.0;

/// Which gauge, and its scale for the whole run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve {
    gauge: usize,
    law: Law,
    least: f64,
    most: f64,
    /// Of a window: its limit, and what really passed.
    pub(super) truth: Option<Truth>,
}

/// A dashed height with its words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Threshold {
    pub(super) y: String,
    pub(super) words_y: String,
    pub(super) words: String,
}

/// The piece of one second.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) line: String,
    pub(super) area: String,
}

impl Curve {
    /// The gauge of a run's `shape`; a bucket's level goes from what it may owe
    /// to what it may hold.
    pub(super) fn of(trace: &Trace, shape: Shape, bucket: Option<Scale>) -> Option<Self> {
        let gauge = Shape::gauge(trace)?;
        let law = trace.heads.get(gauge)?.law;
        let (mut least, mut most) = (shape.least.min(0), shape.most);
        if let Some(scale) = bucket {
            least = least.min(-scale.credit * 1_000_000);
            most = scale.tokens() * 1_000_000;
        } else if unit(trace, gauge) == Unit::Nanos {
            // A wait that never ends has no height: the scale is that of the others.
            most = most.min(60_000_000_000);
        }
        let truth = Truth::of(trace);
        Some(Self { gauge, law, least: whole(least), most: whole(most.max(least + 1)), truth })
    }

    /// Its name.
    pub(super) fn name(&self, trace: &Trace) -> String {
        trace.heads[self.gauge].name.replace('-', " ")
    }

    /// The piece from `from` to `until`; `open` if another one follows it.
    pub(super) fn piece(&self, trace: &Trace, from: Moment, until: Moment, open: bool) -> Piece {
        let points = points(trace, from, until, &|values| whole(values(self.gauge)));
        let places = points.into_iter().map(|(at, value)| (along(at), self.y(value)));
        let mut places: Vec<(f64, f64)> = places.collect();
        if self.law == Law::Step {
            places = stairs(&places);
        }
        let drawn = line(&places);
        if let (true, Some(last)) = (open, places.last_mut()) {
            last.0 += OVERLAP;
        }
        Piece { line: drawn, area: area(&places, self.y(0.0)) }
    }

    /// The line of another run of the same scale, without its area.
    pub(super) fn line(&self, trace: &Trace, from: Moment, until: Moment) -> String {
        self.piece(trace, from, until, false).line
    }

    /// Where it is, as a binding.
    pub(super) fn bead(&self, trace: &Trace) -> String {
        let all = (self.most - self.least).max(1.0);
        let name = &trace.heads[self.gauge].name;
        clamped(name, 1.0 / all, -self.least / all, (0.0, 1.0), TOP - BOTTOM, BOTTOM)
    }

    /// Zero, if the gauge goes below it.
    pub(super) fn zero(&self) -> Option<String> {
        (self.least < 0.0).then(|| n(self.y(0.0)))
    }

    /// The bucket's thresholds: one request, and the rim where a run goes over it.
    pub(super) fn thresholds(&self, scale: Scale) -> Vec<Threshold> {
        let one = self.y(1e6);
        let at =
            |y: f64, words_y: f64, words: String| Threshold { y: n(y), words_y: n(words_y), words };
        let mut all = vec![at(one, one + 5.0, "1 token".to_owned())];
        if scale.overflows() {
            let rim = self.y(whole(scale.burst) * 1e6);
            all.push(at(rim, (rim + 5.0).min(one + 5.0 - LINE), format!("{} = full", scale.burst)));
        }
        all
    }

    pub(super) fn y(&self, value: f64) -> f64 {
        let part = (value - self.least) / (self.most - self.least).max(1.0);
        BOTTOM - (BOTTOM - TOP) * part.clamp(0.0, 1.0)
    }
}
