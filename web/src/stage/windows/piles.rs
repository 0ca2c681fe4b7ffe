//! The beads of what passed, piled where they came close together.
//!
//! A pile begins with a request and takes in those that come before there is
//! room for the next one. Its height is its count: beads as long as they can be
//! told apart, else a column.

use std::fmt::Write as _;

use clock::Moment;

use super::super::channels::Points;
use super::super::geometry::{n, whole};
use super::super::reel::Span;
use super::super::ribbon::start_of;
use super::passed::Passed;
use super::{WINDOW_PX, along_second, ns};

/// The width of a pile, and how far apart they are at least.
pub(super) const WIDTH: f64 = 7.0;
/// Half of that, and where the bracket begins, in thousandths of a pixel.
const HALF_MILLI: i64 = 3500;
const LEFT_MILLI: i64 = 192_000;
/// A pile as large as the limit is at most so high.
const HEIGHT: f64 = 68.0;
/// A bead of less than this is not told from the next one.
const BEAD_MIN: f64 = 5.0;

/// The beginnings of piles, with what they came to.
#[derive(Debug)]
pub(super) struct Piles {
    all: Vec<(Moment, i64)>,
    /// The last two piles, the newer in front, from each moment on.
    last: Vec<(Moment, [(Moment, i64); 2])>,
}

impl Piles {
    pub(super) fn of(passed: &Passed, window_ns: u64) -> Self {
        let width = ns(window_ns) * WIDTH / WINDOW_PX;
        let mut all: Vec<(Moment, i64)> = Vec::new();
        let mut last = Vec::new();
        for (at, count) in passed.iter() {
            match all.last_mut() {
                Some(pile) if ns(at.as_nanos() - pile.0.as_nanos()) < width => pile.1 += count,
                _ => all.push((at, count)),
            }
            let back = |i: usize| all.get(all.len().wrapping_sub(i)).copied();
            last.push((at, [back(1).unwrap_or_default(), back(2).unwrap_or_default()]));
        }
        Self { all, last }
    }

    /// The last two piles, from each moment on.
    pub(super) fn last(&self) -> &[(Moment, [(Moment, i64); 2])] {
        &self.last
    }

    /// Where the bracket begins for the beads, in thousandths of a pixel: each pile
    /// is inside of it as a whole, or outside.
    pub(super) fn edge(&self, window_ns: u64, span: Span) -> Points<i64> {
        let half = half_ns(window_ns);
        let mut bends = vec![0];
        for (at, _) in &self.all {
            let leaves = at.as_nanos() + window_ns;
            bends.extend([leaves.saturating_sub(half), leaves, leaves + half]);
        }
        bends.sort_unstable();
        bends.dedup();
        let first = bends.partition_point(|&at| at <= span.from.as_nanos()).saturating_sub(2);
        let end = bends.partition_point(|&at| at <= span.until.as_nanos()) + 1;
        let near = &bends[first..end.min(bends.len())];
        span.segments(near, |from, at| self.edge_at(window_ns, from, at))
    }

    /// The edge at `at`, on the line that begins at `from`.
    fn edge_at(&self, window_ns: u64, from: Moment, at: Moment) -> i64 {
        let leaves = |pile: &(Moment, i64)| pile.0.as_nanos() + window_ns;
        let out = self.all.partition_point(|pile| leaves(pile) <= from.as_nanos());
        // How far the middle of a pile is from the place where it leaves.
        let apart = |leaves: u64, at: Moment| leaves.abs_diff(at.as_nanos());
        let milli = |nanos: u64| {
            let px = u128::from(nanos) * 140_000 / u128::from(window_ns);
            i64::try_from(px).unwrap_or(i64::MAX)
        };
        let half = half_ns(window_ns);
        let next = self.all.get(out).map(leaves).filter(|&next| apart(next, from) <= half);
        let last = out.checked_sub(1).map(|last| leaves(&self.all[last]));
        let last = last.filter(|&last| apart(last, from) < half);
        match (next, last) {
            (Some(next), _) => LEFT_MILLI - HALF_MILLI + milli(apart(next, at)),
            (None, Some(last)) => LEFT_MILLI + HALF_MILLI - milli(apart(last, at)),
            (None, None) => LEFT_MILLI,
        }
    }

    /// Those that begin in one second, as the path data of their strokes.
    pub(super) fn strokes(&self, second: u64, px_per_ns: f64, look: Look) -> String {
        let inside = self.all.partition_point(|pile| pile.0 < start_of(second))
            ..self.all.partition_point(|pile| pile.0 < start_of(second + 1));
        let mut path = String::new();
        for &(at, count) in &self.all[inside] {
            let x = n(along_second(second, at, px_per_ns));
            let _ = write!(path, "M{x} {}v-{}", look.base, n(look.length(count)));
        }
        path
    }
}

/// Half of a pile's width, in time.
fn half_ns(window_ns: u64) -> u64 {
    window_ns * 35 / 1400
}

/// How piles are drawn in a run of this limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// The height of one request.
    pub(super) each: f64,
    pub(super) beads: bool,
    /// The width of its stroke.
    pub(super) thick: f64,
    /// Where a stroke begins.
    pub(super) base: f64,
    /// No pile is higher than this.
    most: f64,
}

impl Look {
    pub(super) fn of(limit_max: i64, floor: f64) -> Self {
        let each = (HEIGHT / whole(limit_max)).min(WIDTH + 0.5);
        let beads = each >= BEAD_MIN;
        // The middle of the lowest bead.
        let thick = if beads { each - 0.5 } else { WIDTH };
        let base = if beads { floor - thick / 2.0 - 1.0 } else { floor };
        Self { each, beads, thick, base, most: HEIGHT + 5.0 }
    }

    /// From the first bead's middle to the last one's, or the height of a column.
    fn length(self, count: i64) -> f64 {
        let steps = if self.beads { count - 1 } else { count };
        (whole(steps) * self.each).clamp(0.0, self.most) + if self.beads { 0.1 } else { 0.0 }
    }

    /// The stroke of a pile whose count is a channel's.
    pub(super) fn stroke(self, channel: &str) -> String {
        let (less, rest) = if self.beads { (-1.0, -0.1) } else { (0.0, 0.0) };
        let steps = self.most / self.each;
        let length =
            super::super::bound::clamped(channel, 1.0, less, (0.0, steps), -self.each, rest);
        format!("M0 {}v{length}", self.base)
    }

    /// Round dots along a stroke, or none.
    pub(super) fn dots(self) -> String {
        if self.beads { format!("0 {}", self.each) } else { String::new() }
    }
}

#[cfg(test)]
mod tests {
    use simulation::{Arrivals, Planned, Scenario};

    use super::*;
    use crate::mechanisms;

    /// The piles of a log of 50 in 1.4 s: one pixel is 10 ms.
    fn piles(at_ms: &[u64]) -> Piles {
        let mechanism = mechanisms::by_name("sliding-log").unwrap();
        let scenario = Scenario {
            params: simulation::Params::new().with("limit", 50).with("window-ms", 1400),
            until_ms: 4000,
            arrivals: vec![Arrivals::List(at_ms.iter().copied().map(Planned::at).collect())],
            ..Scenario::default()
        };
        let trace = mechanism.run(&scenario).unwrap();
        Piles::of(&Passed::of(&trace), 1_400_000_000)
    }

    #[test]
    fn a_pile_takes_in_what_comes_before_there_is_room_for_the_next_one() {
        // Seven pixels are 70 ms.
        let piles = piles(&[100, 100, 169, 170, 300]);
        let all: Vec<(u64, i64)> = piles.all.iter().map(|p| (p.0.as_millis(), p.1)).collect();
        assert_eq!(all, [(100, 3), (170, 1), (300, 1)]);
        let newest: Vec<i64> = piles.last().iter().map(|(_, last)| last[0].1).collect();
        assert_eq!(newest, [2, 3, 1, 1]);
    }

    #[test]
    fn ten_are_beads_and_a_hundred_are_a_column_of_the_same_height() {
        let (few, many) = (Look::of(10, 244.0), Look::of(100, 244.0));
        assert!(few.beads && !many.beads);
        // From the first middle to the last one, and the whole column.
        assert_eq!((n(few.length(10)), n(many.length(100))), ("61.3".into(), "68".into()));
        assert_eq!(n(few.length(1)), "0.1");
    }
}
