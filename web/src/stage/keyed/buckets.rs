//! The buckets as one piece of markup that changes with the knobs.

use askama::Template;

use super::super::bound::clamped;
use super::super::geometry::{count, n, point, whole};
use super::super::outcome::Outcome;
use super::{Limits, NAMES};

/// Over the now-line of the tape.
const MIDDLE: f64 = 212.0;
/// The middle of the first tenant's bucket, and from one to the next.
const FIRST: f64 = 36.0;
const PITCH: f64 = 88.0;
const OVERFLOW: f64 = 392.0;
/// The bottom of the small buckets.
const FLOOR: f64 = 114.0;
/// Lower cells are not drawn apart.
const CELL_MIN: f64 = 7.5;

/// What the template draws.
#[derive(Debug, Template)]
#[template(path = "stage-buckets.html")]
pub(super) struct Buckets {
    small: Vec<Vessel>,
    all: Vessel,
    joins: String,
    unlimited: bool,
}

/// One bucket with its level.
#[derive(Debug)]
struct Vessel {
    /// Its gauge, its number, and whose it is.
    channel: String,
    index: String,
    name: &'static str,
    overflow: bool,
    x: String,
    went: String,
    refused: String,
    walls: String,
    sides: String,
    frame: String,
    left: String,
    width: String,
    y: String,
    height: String,
    cells: Vec<String>,
}

/// Where a bucket stands.
#[derive(Clone, Copy, Debug)]
struct Place {
    x: f64,
    half: f64,
    rim: f64,
    floor: f64,
}

impl Buckets {
    pub(super) fn of(Limits { own, burst, all }: Limits, overflow: bool) -> Self {
        let small = |(i, name): (usize, &'static str)| {
            let x = FIRST + PITCH * count(i);
            let place = Place { x, half: 24.0, rim: 38.0, floor: FLOOR };
            Vessel::of((&format!("tenant-{name}"), &i.to_string(), name), place, burst)
        };
        let mut vessels: Vec<Vessel> = NAMES.into_iter().enumerate().map(small).collect();
        if overflow {
            let place = Place { x: OVERFLOW, half: 18.0, rim: 54.0, floor: FLOOR };
            let mut vessel = Vessel::of(("overflow", "over", "overflow"), place, burst);
            vessel.overflow = true;
            vessels.push(vessel);
        }
        let place = Place { x: MIDDLE, half: 40.0, rim: 205.0, floor: 285.0 };
        Self {
            joins: joins(overflow),
            small: vessels,
            all: Vessel::of(("all", "all", "all"), place, all),
            unlimited: own.is_none(),
        }
    }
}

impl Vessel {
    fn of((channel, index, name): (&str, &str, &'static str), place: Place, burst: i64) -> Self {
        let Place { x, half, rim, floor } = place;
        let (left, right, height) = (x - half, x + half, floor - rim);
        let level = |m: f64, c: f64| {
            clamped(channel, 1e-6 / whole(burst.max(1)), 0.0, (0.0, 1.0), m * height, c)
        };
        let cell = height / whole(burst.max(1));
        let cells = if cell < CELL_MIN { 1..1 } else { 1..burst };
        Self {
            channel: channel.to_owned(),
            index: index.to_owned(),
            name,
            overflow: false,
            x: n(x),
            went: Outcome::Admitted.big(x + 26.0, 14.0, 8.0),
            refused: Outcome::Refused.big(x + 26.0, 14.0, 7.0),
            walls: format!("M{}V{}H{}V{}", point(left, rim), n(floor), n(right), n(rim)),
            sides: format!("M{}V{}M{}V{}", point(left, rim), n(floor), point(right, rim), n(floor)),
            frame: format!(
                "M{}H{}V{}H{}z",
                point(left - 7.0, rim - 7.0),
                n(right + 7.0),
                n(floor + 7.0),
                n(left - 7.0)
            ),
            left: n(left),
            width: n(2.0 * half),
            y: level(-1.0, floor),
            height: level(1.0, 0.0),
            cells: cells.map(|i| n(floor - cell * whole(i))).collect(),
        }
    }
}

/// From each small bucket to the one of all.
fn joins(overflow: bool) -> String {
    let mut from: Vec<f64> = (0..NAMES.len()).map(|i| FIRST + PITCH * count(i)).collect();
    from.extend(overflow.then_some(OVERFLOW));
    let last = from.last().copied().unwrap_or(FIRST);
    let stubs: Vec<String> = from.iter().map(|&x| format!("M{}v8", point(x, 166.0))).collect();
    format!("{}M{FIRST} 174H{}M{MIDDLE} 174v18m-6-7l6 7 6-7", stubs.concat(), n(last))
}
