//! Where the tokens lie: in the vessel, above its rim, or under its zero.

use super::geometry::{count, micro, n, whole};

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

/// One slot as the template draws it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) index: i64,
    pub(super) x: String,
    pub(super) y: String,
    pub(super) fill: Fill,
}

/// What is in a slot.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fill {
    /// Nothing.
    Empty,
    /// A whole token.
    Whole,
    /// A part of a token: where its tint begins, and how high it stands.
    Part { y: String, height: String },
    /// A token that is owed.
    Owed,
}

impl Vessel {
    /// For so many micro-tokens of `level` at most.
    pub(super) fn of(burst: i64, credit: i64, level: i64) -> Self {
        let over = over(burst, level);
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
    pub(super) fn top(&self, level: i64) -> f64 {
        let over = over(self.burst, level);
        let rows = if self.is_plain() { over } else { div_up(over, self.columns) };
        if rows > 0 { self.rim() - HEAP_GAP - whole(rows) * self.pitch } else { self.rim() }
    }

    /// The slots of the vessel, from the bottom up, with `level` micro-tokens in it.
    pub(super) fn slots(&self, level: i64) -> Vec<Slot> {
        let r = self.radius();
        let slot = |index: i64| {
            let y = self.height_of(whole(index) + 0.5);
            let fill = if index < 0 { owed(index, level) } else { filled(index, level, r) };
            Slot { index: index + self.credit, x: n(MIDDLE), y: n(y), fill }
        };
        (-self.credit..self.burst).map(slot).collect()
    }

    /// The whole tokens above the rim, row by row.
    pub(super) fn above(&self, level: i64) -> Vec<(String, String)> {
        let whole_over = (level.div_euclid(1_000_000) - self.burst).max(0);
        let tokens = usize::try_from(whole_over).unwrap_or(0);
        let left = MIDDLE - self.pitch * (count(self.columns) - 1.0) / 2.0;
        let token = |i: usize| {
            let x = left + self.pitch * count(i % self.columns);
            let y = self.rim() - self.pitch * (count(i / self.columns) + 0.5) - HEAP_GAP;
            (n(x), n(y))
        };
        (0..tokens).map(token).collect()
    }
}

fn filled(index: i64, level: i64, r: f64) -> Fill {
    let part = level.saturating_sub(index * 1_000_000).clamp(0, 1_000_000);
    match part {
        0 => Fill::Empty,
        1_000_000 => Fill::Whole,
        part => {
            let height = micro(part) * 2.0 * r;
            Fill::Part { y: n(r - height), height: n(height) }
        }
    }
}

/// A slot under zero is owed as soon as a part of it is.
fn owed(index: i64, level: i64) -> Fill {
    if level < (index + 1) * 1_000_000 { Fill::Owed } else { Fill::Empty }
}

/// Tokens above the rim, an unfinished one included.
fn over(burst: i64, level: i64) -> i64 {
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
        let vessel = Vessel::of(5, 0, 5_000_000);
        assert_eq!(
            (n(vessel.pitch), n(vessel.radius()), n(vessel.rim())),
            ("48".into(), "20".into(), "56".into())
        );
        assert_eq!(n(vessel.half_width()), "30");
    }

    #[test]
    fn the_unfinished_token_stands_as_high_as_its_part() {
        let slots = Vessel::of(5, 0, 5_000_000).slots(1_250_000);
        assert_eq!(slots[0].fill, Fill::Whole);
        // A quarter of 40, measured from the middle of the token.
        assert_eq!(slots[1].fill, Fill::Part { y: "10".into(), height: "10".into() });
        assert_eq!(slots[2].fill, Fill::Empty);
    }

    #[test]
    fn a_debt_fills_slots_under_zero_from_the_top() {
        let slots = Vessel::of(2, 3, 0).slots(-1_200_000);
        let owed: Vec<bool> = slots.iter().map(|slot| slot.fill == Fill::Owed).collect();
        assert_eq!(owed, [false, true, true, false, false]);
    }

    #[test]
    fn what_is_above_the_rim_is_all_drawn_inside_the_panel() {
        let vessel = Vessel::of(5, 0, 50_000_000);
        let above = vessel.above(50_000_000);
        assert_eq!(above.len(), 45);
        let ys: Vec<f64> = above.iter().map(|(_, y)| y.parse().unwrap()).collect();
        assert!(ys.iter().all(|&y| 48.0 < y && y < vessel.rim()), "{ys:?}");
        let xs: Vec<f64> = above.iter().map(|(x, _)| x.parse().unwrap()).collect();
        assert!(xs.iter().all(|&x| (x - MIDDLE).abs() <= HEAP_WIDTH / 2.0), "{xs:?}");
    }

    #[test]
    fn a_large_bucket_is_a_plain_level() {
        assert!(!Vessel::of(12, 5, 0).is_plain());
        let vessel = Vessel::of(500, 0, 500_000_000);
        assert!(vessel.is_plain());
        assert_eq!(n(vessel.rim()), "56");
    }
}
