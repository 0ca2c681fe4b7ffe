//! The vessel with what is in it, as the template draws it.

use super::bound::clamped;
use super::geometry::{n, whole};
use super::stack::{BOTTOM, MIDDLE, Slot, Vessel};

/// The vessel and its tokens.
#[derive(Debug)]
pub(super) struct Tokens {
    pub(super) walls: String,
    pub(super) radius: String,
    pub(super) slots: Vec<Slot>,
    /// Places for tokens above the rim.
    pub(super) above: Vec<Slot>,
    pub(super) plain: Option<PlainLevel>,
    /// The line of zero in a bucket that lends: its ends, and its height.
    pub(super) zero: Option<(String, String, String)>,
}

/// A level without tokens of its own, for large buckets.
#[derive(Debug)]
pub(super) struct PlainLevel {
    pub(super) x: String,
    pub(super) width: String,
    /// What it holds.
    pub(super) y: String,
    pub(super) height: String,
    /// What it owes.
    pub(super) zero: String,
    pub(super) owed: String,
    pub(super) notches: Vec<String>,
}

impl Tokens {
    /// With places for `over` tokens above the rim.
    pub(super) fn of(vessel: &Vessel, over: i64) -> Self {
        let plain = vessel.is_plain();
        Self {
            walls: walls(vessel),
            radius: n(vessel.radius()),
            slots: if plain { Vec::new() } else { vessel.slots() },
            above: if plain { Vec::new() } else { vessel.above(over) },
            plain: plain.then(|| plain_level(vessel)),
            zero: (vessel.credit > 0).then(|| zero(vessel)),
        }
    }
}

fn walls(vessel: &Vessel) -> String {
    let (left, right) = (MIDDLE - vessel.half_width(), MIDDLE + vessel.half_width());
    let rim = n(vessel.rim());
    format!("M{} {rim}V{}H{}V{rim}", n(left), n(BOTTOM), n(right))
}

fn zero(vessel: &Vessel) -> (String, String, String) {
    let reach = vessel.half_width() + 12.0;
    (n(MIDDLE - reach), n(MIDDLE + reach), n(vessel.height_of(0.0)))
}

fn plain_level(vessel: &Vessel) -> PlainLevel {
    let half = vessel.half_width() - 2.0;
    let zero = vessel.height_of(0.0);
    let (highest, lowest) = ((zero - 48.0) / vessel.pitch, (BOTTOM - zero) / vessel.pitch);
    let holds = |m, c| clamped("level", 1e-6, 0.0, (0.0, highest), m, c);
    let tenths = (1..10).map(|tenth| vessel.height_of(whole(vessel.burst) * whole(tenth) / 10.0));
    PlainLevel {
        x: n(MIDDLE - half),
        width: n(2.0 * half),
        y: holds(-vessel.pitch, zero),
        height: holds(vessel.pitch, 0.0),
        zero: n(zero),
        owed: clamped("level", -1e-6, 0.0, (0.0, lowest), vessel.pitch, 0.0),
        notches: tenths.map(n).collect(),
    }
}
