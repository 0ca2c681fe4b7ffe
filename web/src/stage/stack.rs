//! Where the tokens lie: in the vessel, above its rim, or under its zero.

use super::bound::clamped;
use super::geometry::{count, n, whole};

/// The bottom of the vessel.
pub(super) const BOTTOM: f64 = 296.0;
/// The middle of the vessel.
pub(super) const MIDDLE: f64 = 212.0;
/// The height that slots may take.
const HEIGHT: f64 = 240.0;
/// The same where tokens lie above the rim: the tap needs its place.
const HEAP_HEIGHT: f64 = 230.0;
/// So far above the rim they lie, to be seen apart from those in the vessel.
const HEAP_GAP: f64 = 3.0;
/// With more slots, discs would be too small to tell apart.
const SLOTS_MAX: i64 = 17;
/// What lies above the rim is no wider than this, or it would meet the words.
const HEAP_WIDTH: f64 = 72.0;

/// The measures of one vessel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vessel {
    /// Tokens that it should hold at most.
    pub(super) burst: i64,
    /// Tokens that it may owe.
    pub(super) credit: i64,
    /// The height of one token.
    pub(super) pitch: f64,
    /// Columns of tokens above the rim.
    columns: usize,
}

/// One token's place, with what decides how full it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) x: String,
    pub(super) y: String,
    /// Above zero: the levels in micro-tokens from which on it is begun, and whole.
    pub(super) fills: Option<Fills>,
    /// Below zero: the level under which it is owed.
    pub(super) owed_under: i64,
}

/// How a token fills: its bindings.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fills {
    pub(super) begun: i64,
    pub(super) whole: i64,
    /// Where the tint begins, its height, and the middle of the token under it.
    pub(super) y: String,
    pub(super) height: String,
    pub(super) middle: String,
    /// Without a place of its own: it is only seen when there is something in it.
    pub(super) heaped: bool,
}

impl Vessel {
    /// With room for `over` tokens above the rim.
    pub(super) fn of(burst: i64, credit: i64, over: i64) -> Self {
        let slots = burst.saturating_add(credit);
        let plain = slots > SLOTS_MAX;
        let height = if over > 0 { HEAP_HEIGHT } else { HEIGHT };
        let fits = |columns: usize| {
            let rows = if plain { over } else { div_up(over, columns) };
            let pitch = (height / whole(slots.saturating_add(rows).max(1))).min(48.0);
            (columns, pitch)
        };
        let roomy =
            |&(columns, pitch): &(usize, f64)| columns == 1 || pitch * count(columns) <= HEAP_WIDTH;
        let best = (1..=6).map(fits).filter(roomy).max_by(|a, b| a.1.total_cmp(&b.1));
        let (columns, pitch) = best.unwrap_or((1, 1.0));
        Self { burst, credit, pitch, columns }
    }

    /// Whether there are too many slots for discs: then it is a plain level.
    pub(super) fn is_plain(&self) -> bool {
        self.burst.saturating_add(self.credit) > SLOTS_MAX
    }

    /// The radius of a token.
    pub(super) fn radius(&self) -> f64 {
        (self.pitch / 2.0 - if self.pitch < 18.0 { 1.5 } else { 3.0 }).min(20.0)
    }

    /// Half the width of the vessel.
    pub(super) fn half_width(&self) -> f64 {
        (self.radius() + 10.0).max(24.0)
    }

    /// Where `tokens` above zero are.
    pub(super) fn height_of(&self, tokens: f64) -> f64 {
        BOTTOM - (whole(self.credit) + tokens) * self.pitch
    }

    /// The rim.
    pub(super) fn rim(&self) -> f64 {
        self.height_of(whole(self.burst))
    }

    /// The upper end of all that is drawn: the rim, or what lies above it.
    pub(super) fn top(&self, over: i64) -> f64 {
        let rows = if self.is_plain() { over } else { div_up(over, self.columns) };
        if rows > 0 { self.rim() - HEAP_GAP - whole(rows) * self.pitch } else { self.rim() }
    }

    /// The slots of the vessel, from the bottom up.
    pub(super) fn slots(&self) -> Vec<Slot> {
        let slot = |index: i64| {
            let y = self.height_of(whole(index) + 0.5);
            self.slot(index, MIDDLE, y, false)
        };
        (-self.credit..self.burst).map(slot).collect()
    }

    /// The places of `over` tokens above the rim, row by row.
    pub(super) fn above(&self, over: i64) -> Vec<Slot> {
        let left = MIDDLE - self.pitch * (count(self.columns) - 1.0) / 2.0;
        let token = |i: usize| {
            let x = left + self.pitch * count(i % self.columns);
            let y = self.rim() - self.pitch * (count(i / self.columns) + 0.5) - HEAP_GAP;
            let index = self.burst + i64::try_from(i).unwrap_or(0);
            self.slot(index, x, y, true)
        };
        (0..usize::try_from(over).unwrap_or(0)).map(token).collect()
    }

    fn slot(&self, index: i64, x: f64, y: f64, heaped: bool) -> Slot {
        let r = self.radius();
        // The part of this token that is there, from 0 to 1.
        let part = |m: f64, c: f64| clamped("level", 1e-6, -whole(index), (0.0, 1.0), m, c);
        let fills = (index >= 0).then(|| Fills {
            begun: index * 1_000_000 + 1,
            whole: (index + 1) * 1_000_000,
            y: part(-2.0 * r, r),
            height: part(2.0 * r, 0.0),
            middle: part(2.0 * r, -r),
            heaped,
        });
        Slot { x: n(x), y: n(y), fills, owed_under: (index + 1) * 1_000_000 }
    }
}

/// Tokens above the rim, an unfinished one included.
pub(super) fn over(burst: i64, level: i64) -> i64 {
    (level.saturating_add(999_999).div_euclid(1_000_000) - burst).max(0)
}

fn div_up(number: i64, by: usize) -> i64 {
    let by = i64::try_from(by).unwrap_or(1);
    (number + by - 1) / by
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_slots_are_48_apart_and_the_rim_is_where_the_fifth_ends() {
        let vessel = Vessel::of(5, 0, 0);
        assert_eq!(
            (n(vessel.pitch), n(vessel.radius()), n(vessel.rim())),
            ("48".into(), "20".into(), "56".into())
        );
        assert_eq!(n(vessel.half_width()), "30");
    }

    #[test]
    fn a_token_is_begun_above_the_last_whole_one_and_fills_from_its_bottom() {
        let slots = Vessel::of(5, 0, 0).slots();
        let second = slots[1].fills.as_ref().unwrap();
        assert_eq!((second.begun, second.whole), (1_000_001, 2_000_000));
        // Of 40 in height: none at 1.0, all at 2.0, and never more.
        assert_eq!(second.height, "{level|px 0.000001 -1 0 1 40 0}");
        assert_eq!(second.y, "{level|px 0.000001 -1 0 1 -40 20}");
    }

    #[test]
    fn a_debt_fills_slots_under_zero_from_the_top() {
        let slots = Vessel::of(2, 3, 0).slots();
        let owed: Vec<bool> = slots[..3].iter().map(|slot| -1_200_000 < slot.owed_under).collect();
        assert_eq!(owed, [false, true, true]);
        assert!(slots[..3].iter().all(|slot| slot.fills.is_none()));
    }

    #[test]
    fn what_is_above_the_rim_is_all_drawn_inside_the_panel() {
        let vessel = Vessel::of(5, 0, 45);
        let above = vessel.above(45);
        assert_eq!(above.len(), 45);
        let ys: Vec<f64> = above.iter().map(|slot| slot.y.parse().unwrap()).collect();
        assert!(ys.iter().all(|&y| 48.0 < y && y < vessel.rim()), "{ys:?}");
        let xs: Vec<f64> = above.iter().map(|slot| slot.x.parse().unwrap()).collect();
        assert!(xs.iter().all(|&x| (x - MIDDLE).abs() <= HEAP_WIDTH / 2.0), "{xs:?}");
    }

    #[test]
    fn a_large_bucket_is_a_plain_level() {
        assert!(!Vessel::of(12, 5, 0).is_plain());
        let vessel = Vessel::of(500, 0, 0);
        assert!(vessel.is_plain());
        assert_eq!(n(vessel.rim()), "56");
    }
}
