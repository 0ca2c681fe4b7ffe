//! The left panel of the meter: what was poured in, over what has drained.
//!
//! It is the token bucket's camera upside down. The line of what has drained is
//! continuous, so the camera follows it; the gap over it is the water.

use clock::Moment;
use simulation::Trace;

use super::super::bound::{clamped, px};
use super::super::geometry::{along, line, micro, stairs, tenths, whole};
use super::super::points::points;
use super::super::reel::Span;
use super::super::scale::index;

/// The present, and the upper end of what may be drawn.
const NOW: f64 = 332.0;
const TOP: f64 = 60.0;
/// The line is not so high that the words over it have no room.
const LOWEST: f64 = 130.0;
/// Areas of neighbours overlap by this much, or a hairline shows between them.
const OVERLAP: f64 = 0.7;

/// What the template draws.
#[derive(Clone, Copy, Debug)]
pub(super) struct Poured {
    /// The height of one request.
    each: f64,
    /// Where the line is at the present.
    pub(super) floor: f64,
}

impl Poured {
    /// As high as the line's climb leaves room for.
    pub(super) fn of(rate: i64, capacity: i64) -> Self {
        let each = (244.0 / (whole(capacity + 1) + 1.2 * whole(rate))).clamp(0.5, 36.0);
        let each = tenths(each);
        let floor = tenths((TOP + each * whole(capacity + 1)).max(LOWEST));
        Self { each, floor }
    }

    /// Moves the paths so that the present is at its place.
    pub(super) fn follow(self) -> String {
        let (x, y) = (px("t", -160.0 / 1e9, NOW), px("drained", self.each / 1e6, self.floor));
        format!("translate({x} {y})")
    }

    /// The gap at the present: its top, and its height.
    pub(super) fn gap(self) -> [String; 2] {
        let room = self.floor - TOP;
        let gap = |m, c| clamped("water", self.each / 1e6, 0.0, (0.0, room), m, c);
        [gap(-1.0, self.floor), gap(1.0, 0.0)]
    }

    /// One second of both lines.
    pub(super) fn chunk(self, trace: &Trace, span: Span) -> String {
        let (mut drained, mut steps) = self.paths(trace, span);
        let (floor, stairs) = (line(&drained), line(&steps));
        for path in [&mut drained, &mut steps] {
            if let Some(last) = path.last_mut() {
                last.0 += OVERLAP;
            }
        }
        steps.extend(drained.into_iter().rev());
        format!(
            "<path class=\"f-tint\" d=\"{}z\"/><path class=\"s-ok w2\" d=\"{stairs}\"/>\
             <path class=\"s-ink w3 cap\" d=\"{floor}\"/>",
            line(&steps)
        )
    }

    /// The staircase of an old run.
    pub(super) fn ghost(self, trace: &Trace, span: Span) -> String {
        format!("<path class=\"ghost\" d=\"{}\"/>", line(&self.paths(trace, span).1))
    }

    /// What has drained, and what was poured in, with y upwards from no request at all.
    fn paths(self, trace: &Trace, Span { from, until }: Span) -> (Path, Path) {
        let [accepted, water] = ["accepted", "water"].map(|name| index(trace, name).unwrap_or(0));
        let place = |(at, value): (Moment, f64)| (along(at), -value * self.each);
        let drained =
            points(trace, from, until, &|values| whole(values(accepted)) - micro(values(water)));
        let steps = points(trace, from, until, &|values| whole(values(accepted)));
        let steps: Path = steps.into_iter().map(place).collect();
        (drained.into_iter().map(place).collect(), stairs(&steps))
    }
}

type Path = Vec<(f64, f64)>;
