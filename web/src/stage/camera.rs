//! The left panel of the bucket: what was admitted, under its ceiling.
//!
//! The ceiling is what has been admitted and what the bucket still holds. It
//! is continuous, so a camera can follow it; the gap under it is the level.

use clock::Moment;
use simulation::Trace;

use super::bound::{clamped, px};
use super::geometry::{along, area, line, micro, n, stairs, whole};
use super::points::points;
use super::reel::Span;
use super::scale::{Scale, index};

/// Where the present stands in the panel.
const NOW: (f64, f64) = (332.0, 84.0);
/// Its height where the staircase may break through the ceiling.
const LOW: f64 = 212.0;
/// The upper and the lower end of the picture.
const TOP: f64 = 52.0;
const BOTTOM: f64 = 304.0;
/// The staircase has its tint so far down: further than the panel.
const DEEP: f64 = 400.0;
/// Lines of the grid are at least so far apart.
const GRID_MIN: f64 = 40.0;
/// Areas of neighbours overlap by this much, or a hairline shows between them.
const OVERLAP: f64 = 0.7;

/// What the template draws.
#[derive(Debug)]
pub(super) struct Camera {
    /// Moves the paths so that the present is at its place.
    pub(super) follow: String,
    /// How far down the grid reaches: to no request at all.
    pub(super) ground: String,
    /// Brings the grid's lines to whole multiples.
    pub(super) grid: String,
    /// Heights of the grid's lines.
    pub(super) lines: Vec<String>,
    /// The height of the gap at the present.
    pub(super) gap: String,
    /// How far the staircase is over its ceiling there: its top, and its height.
    pub(super) over: Option<(String, String)>,
    /// The ceiling's place at the present, and those of its number and word.
    pub(super) now: [f64; 3],
    pub(super) title: &'static str,
}

impl Camera {
    pub(super) fn of(scale: Scale) -> Self {
        let each = px_per_request(scale);
        let (now, room, title) = if scale.promises {
            (LOW, "promise", "Admitted, and what was promised")
        } else {
            (NOW.1, "room", "Admitted, under its ceiling")
        };
        let ceiling = px("ceiling", each / 1e6, now);
        let over = |m, c| clamped(room, -each / 1e6, 0.0, (0.0, now - TOP), m, c);
        let step = grid_step(each);
        let lines = (0_u8..8).map(f64::from).map(|i| i * step).filter(|&y| y < BOTTOM);
        Self {
            follow: format!("translate({} {ceiling})", px("t", -160.0 / 1e9, NOW.0)),
            ground: clamped("ceiling", each / 1e6, now - TOP, (0.0, BOTTOM - TOP), 1.0, 0.0),
            grid: format!("translate(0 {{ceiling|turn {} {} {step}}})", each / 1e6, now - TOP),
            lines: lines.map(n).collect(),
            gap: clamped(room, each / 1e6, 0.0, (0.0, BOTTOM - now), 1.0, 0.0),
            over: scale.promises.then(|| (over(-1.0, now), over(1.0, 0.0))),
            now: [now, now + 8.0, now + 28.0],
            title,
        }
    }
}

/// One second of the staircase and its ceiling, and the same of an old run from `fork` on.
pub(super) fn chunk(trace: &Trace, scale: Scale, span: Span) -> String {
    let (ceiling, mut steps) = paths(trace, scale, span);
    let ground = steps.iter().map(|&(_, y)| y + DEEP).fold(DEEP, f64::min).min(0.0);
    let drawn = line(&steps);
    if let Some(last) = steps.last_mut() {
        last.0 += OVERLAP;
    }
    let area = area(&steps, ground);
    let ceiling = line(&ceiling);
    format!(
        "<path class=\"f-tint\" d=\"{area}\"/><path class=\"s-ok w2\" d=\"{drawn}\"/>\
         <path class=\"s-ink w3 cap\" d=\"{ceiling}\"/>"
    )
}

/// The staircase of the old run.
pub(super) fn ghost(trace: &Trace, scale: Scale, span: Span) -> String {
    format!("<path class=\"ghost\" d=\"{}\"/>", line(&paths(trace, scale, span).1))
}

type Path = Vec<(f64, f64)>;

/// The ceiling and the staircase, with y upwards from no request at all.
fn paths(trace: &Trace, scale: Scale, Span { from, until }: Span) -> (Path, Path) {
    let [accepted, level, credit] = ["accepted", "level", "credit"].map(|name| index(trace, name));
    let read = |values: &dyn Fn(usize) -> i64, gauge: Option<usize>| gauge.map_or(0, values);
    let each = px_per_request(scale);
    let place = |(at, value): (Moment, f64)| (along(at), -value * each);
    let promise = index(trace, "promise");
    let ceiling = points(trace, from, until, &|values| {
        let room = match promise {
            Some(promise) => micro(values(promise)),
            None => micro(read(values, level)) + whole(read(values, credit)),
        };
        whole(read(values, accepted)) + room
    });
    let steps = points(trace, from, until, &|values| whole(read(values, accepted)));
    let ceiling: Path = ceiling.into_iter().map(place).collect();
    let steps: Path = steps.into_iter().map(place).collect();
    (ceiling, stairs(&steps))
}

/// The height of one request: as high as the ceiling's climb leaves room for.
fn px_per_request(scale: Scale) -> f64 {
    let span = whole(scale.tokens() + scale.credit) + 1.6 * whole(scale.rate);
    (200.0 / span).clamp(0.5, 36.0)
}

/// A round number of requests, in pixels.
fn grid_step(each: f64) -> f64 {
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
    steps.into_iter().find(|step| step * each >= GRID_MIN).unwrap_or(200.0) * each
}
