//! The funnel with its places, as one piece of markup that changes with the knobs.

use askama::Template;

use super::super::bound::clamped;
use super::super::geometry::{n, point, tenths, whole};
use super::super::outcome::Outcome;

/// The middle of the panel.
const MIDDLE: f64 = 212.0;
/// The upper end of the neck, and its lower one.
const NECK: f64 = 266.0;
const MOUTH: f64 = 290.0;
/// The height that the places may take, and that of one of them at most.
const HEIGHT: f64 = 216.0;
const PITCH: f64 = 40.0;
/// So far its rim is bent outwards.
const LIP: f64 = 14.0;
/// With a smaller diamond its stroke is thin, and no number stands beside it.
const SMALL: f64 = 8.5;
/// The words about the longest wait.
const LONGEST: (f64, f64) = (284.0, 157.0);

/// What the drawing depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measures {
    pub(super) places: i64,
    pub(super) period_ns: i64,
    pub(super) longest_ns: i64,
    /// As many as stand there, if those are more.
    pub(super) slots: i64,
}

/// What the template draws.
#[derive(Debug, Template)]
#[template(path = "stage-funnel.html")]
pub(super) struct Funnel {
    walls: String,
    arrow: String,
    /// Lets the line sink.
    sinks: String,
    slots: Vec<Slot>,
    /// The height of the longest wait, where it is inside.
    longest: Option<String>,
    small: bool,
    number_x: String,
}

/// One place.
#[derive(Debug)]
struct Slot {
    index: i64,
    from: i64,
    d: String,
    /// There is no such place: somebody still stands there.
    over: bool,
    number_y: String,
}

impl Funnel {
    pub(super) fn of(Measures { places, period_ns, longest_ns, slots }: Measures) -> Self {
        // One more, since the line sinks by one.
        let pitch = tenths((HEIGHT / whole(slots + 1)).min(PITCH));
        let r = pitch / 2.0 - 2.0;
        let (half, rim) = (r + 8.0, NECK - pitch * whole(slots + 1));
        let base = NECK - pitch / 2.0;
        let slot = |index: i64| {
            let y = base - pitch * whole(index);
            let d = Outcome::Waits.big(MIDDLE, y, r);
            let number_y = n(y + 5.5);
            Slot { index, from: index + 1, d, over: index >= places, number_y }
        };
        let longest = base - pitch * whole(longest_ns) / whole(period_ns.max(1));
        let wall = MIDDLE + half;
        let leader = format!(
            "M{}H{}M{}L{}",
            point(MIDDLE - half, longest),
            n(wall),
            point(wall, longest),
            point(LONGEST.0 - 4.0, LONGEST.1)
        );
        Self {
            walls: walls(half, rim),
            arrow: format!("M{MIDDLE} 6V{}m-6-7l6 7 6-7", n((rim - 8.0).min(40.0))),
            sinks: format!("translate(0 {})", clamped("phase", 1e-6, 0.0, (0.0, 1.0), -pitch, 0.0)),
            slots: (0..slots).map(slot).collect(),
            longest: (longest > rim).then_some(leader),
            small: r < SMALL,
            number_x: n(wall + 6.0),
        }
    }
}

/// Straight down to the neck, and through it.
fn walls(half: f64, rim: f64) -> String {
    let side = |sign: f64| {
        let (outer, inner) = (n(MIDDLE + sign * half), n(MIDDLE + sign * 9.0));
        let shoulder = n(NECK - half * 0.4);
        let lip = point(MIDDLE + sign * (half + LIP), rim - LIP);
        format!("M{lip}L{outer} {}V{shoulder}L{inner} {NECK}V{MOUTH}", n(rim))
    };
    side(-1.0) + &side(1.0)
}
