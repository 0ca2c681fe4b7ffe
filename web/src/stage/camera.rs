//! The left panel of the bucket: what was admitted, under its ceiling.
//!
//! The ceiling is what has been admitted and what the bucket still holds. It
//! is continuous, so a camera can follow it; the gap under it is the level.

use clock::Moment;
use simulation::{Reading, Trace};

use super::geometry::{along, area, count, line, micro, n, stairs, whole};
use super::points::points;
use super::scale::{Scale, index};

/// Where the present stands in the panel.
const NOW: (f64, f64) = (332.0, 84.0);
/// The lower end of the picture.
const BOTTOM: f64 = 304.0;
/// How far back the panel shows, in nanoseconds: its 332 px at 160 px a second, and a little more.
const BACK_NS: u64 = 2_100_000_000;
/// Lines of the grid are at least so far apart.
const GRID_MIN: f64 = 40.0;

/// What the template draws.
#[derive(Debug)]
pub(super) struct Camera {
    /// Moves the paths so that the present is at its place.
    pub(super) follow: String,
    pub(super) ceiling: String,
    pub(super) stairs: String,
    pub(super) area: String,
    /// Heights of the grid's lines.
    pub(super) grid: Vec<String>,
    /// The gap at the present: its upper end and its height.
    pub(super) gap: Option<(String, String)>,
    pub(super) allowed: i64,
    pub(super) admitted: i64,
    /// The bucket has credit: some of those that were admitted still wait.
    pub(super) lends: bool,
}

impl Camera {
    pub(super) fn at(now: Moment, trace: &Trace, reading: &Reading, scale: Scale) -> Self {
        let gauge = |name| reading.get(name).unwrap_or(0);
        let (admitted, credit) = (gauge("accepted"), gauge("credit"));
        let room = gauge("level").saturating_add(credit.saturating_mul(1_000_000));
        let ceiling_now = whole(admitted) + micro(room);
        let px = px_per_request(scale);
        let (ceiling, steps) = paths(now, trace, px);
        let (x, y) = (NOW.0 - along(now), NOW.1 + ceiling_now * px);
        let height = micro(room.max(0)) * px;
        let allowed = admitted + room.div_euclid(1_000_000);
        Self {
            follow: format!("translate({} {})", n(x), n(y)),
            ceiling: line(&ceiling),
            area: area(&steps, BOTTOM - y),
            stairs: line(&steps),
            grid: grid(y, px),
            gap: (height >= 0.5).then(|| (n(NOW.1), n(height.min(BOTTOM - NOW.1)))),
            allowed,
            admitted,
            lends: credit > 0,
        }
    }
}

type Path = Vec<(f64, f64)>;

/// The ceiling and the staircase of the last two seconds, with y upwards from
/// no request at all.
fn paths(now: Moment, trace: &Trace, px: f64) -> (Path, Path) {
    let from = Moment::from_nanos(now.as_nanos().saturating_sub(BACK_NS));
    let [accepted, level, credit] = ["accepted", "level", "credit"].map(|name| index(trace, name));
    let read = |values: &dyn Fn(usize) -> i64, gauge: Option<usize>| gauge.map_or(0, values);
    let place = |(at, value): (Moment, f64)| (along(at), -value * px);
    let ceiling = points(trace, from, now, &|values| {
        whole(read(values, accepted)) + micro(read(values, level)) + whole(read(values, credit))
    });
    let steps = points(trace, from, now, &|values| whole(read(values, accepted)));
    let ceiling: Path = ceiling.into_iter().map(place).collect();
    let steps: Path = steps.into_iter().map(place).collect();
    (ceiling, stairs(&steps))
}

/// The height of one request: as high as the ceiling's climb leaves room for.
fn px_per_request(scale: Scale) -> f64 {
    let span = whole(scale.tokens() + scale.credit) + 1.6 * whole(scale.rate);
    (200.0 / span).clamp(0.5, 36.0)
}

/// Lines at whole multiples of a round number of requests, where the panel is.
fn grid(zero: f64, px: f64) -> Vec<String> {
    let steps = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
    let step = steps.into_iter().find(|step| step * px >= GRID_MIN).unwrap_or(200.0) * px;
    let highest = ((zero - 50.0) / step).floor();
    (0..8_usize)
        .map(|i| highest - count(i))
        .filter(|&multiple| multiple >= 0.0)
        .map(|multiple| zero - multiple * step)
        .filter(|&y| y < BOTTOM)
        .map(n)
        .collect()
}
