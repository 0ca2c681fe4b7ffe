//! Where the marks of the tape stand, and what becomes of them where there are
//! too many.
//!
//! It is decided for each side of the axis and each tenth of a second on its
//! own, looking only backwards: what comes later never moves what is drawn.

use std::ops::Range;

use clock::Moment;

use super::geometry::{PX_PER_SECOND, along, count, whole};
use super::history::Mark;
use super::outcome::Outcome;

/// One tenth of a second, in nanoseconds.
const BIN_NS: u64 = 100_000_000;
/// Its width on the tape.
const BIN_PX: f64 = PX_PER_SECOND / 10.0;
/// From so many marks in a bin on, they are small and stand in columns.
const CROWDED: usize = 6;
/// From so many on, they are a block with a number.
const MASS: usize = 15;
/// So many bins after a crowded one stay small.
const CALMING_BINS: u64 = 3;
/// Marks stand in so many rows.
const LANES: usize = 5;
/// So far apart are marks of one row.
const LANE_GAP: f64 = 11.5;
/// The axis that they stand on, and hang from.
pub(super) const AXIS: f64 = 88.0;

/// One mark with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    /// When it happened.
    pub(super) at: Moment,
    /// The second of the run that it belongs to.
    pub(super) second: u64,
    pub(super) outcome: Outcome,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) small: bool,
    /// Whether it ended otherwise before the reader changed the run.
    pub(super) changed: bool,
    /// Where its wait ends, if it waits.
    pub(super) until_x: Option<f64>,
    pub(super) probe: bool,
}

/// Many marks as one block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Block {
    /// The second of the run that it belongs to: blocks are cut there.
    pub(super) second: u64,
    /// What most of its requests are.
    pub(super) outcome: Outcome,
    pub(super) from_x: f64,
    pub(super) until_x: f64,
    pub(super) count: usize,
}

/// One side of the axis.
#[derive(Debug, Default)]
pub(super) struct Side {
    pub(super) marks: Vec<Placed>,
    pub(super) blocks: Vec<Block>,
}

/// Places the marks above (`passed`) or below the axis.
pub(super) fn place(marks: &[Mark], passed: bool) -> Side {
    let mine: Vec<Mark> =
        marks.iter().copied().filter(|mark| mark.outcome.passed() == passed).collect();
    let mut side = Side::default();
    let mut lanes = [f64::NEG_INFINITY; LANES];
    let mut small_until = 0;
    for Bin { number, range } in bins(&mine) {
        let inside = &mine[range];
        if inside.len() >= CROWDED {
            small_until = number + CALMING_BINS;
        }
        if inside.len() >= MASS {
            side.block(number, inside);
        } else if inside.len() >= CROWDED || number <= small_until && small_until > 0 {
            side.columns(number, inside);
        } else {
            side.rows(inside, &mut lanes);
        }
    }
    side
}

struct Bin {
    number: u64,
    range: Range<usize>,
}

fn bins(marks: &[Mark]) -> Vec<Bin> {
    let mut bins: Vec<Bin> = Vec::new();
    for (i, mark) in marks.iter().enumerate() {
        let number = mark.at.as_nanos() / BIN_NS;
        match bins.last_mut() {
            Some(bin) if bin.number == number => bin.range.end = i + 1,
            _ => bins.push(Bin { number, range: i..i + 1 }),
        }
    }
    bins
}

impl Side {
    /// The marks of one second.
    pub(super) fn of_second(&self, second: u64) -> &[Placed] {
        let from = self.marks.partition_point(|mark| mark.second < second);
        let until = self.marks.partition_point(|mark| mark.second <= second);
        &self.marks[from..until]
    }

    /// Marks at their exact place, each in the first row that is free.
    fn rows(&mut self, marks: &[Mark], lanes: &mut [f64; LANES]) {
        for mark in marks {
            let x = along(mark.at);
            let free = lanes.iter().position(|&last| last + LANE_GAP <= x);
            let lane = free.unwrap_or_else(|| emptiest(lanes));
            lanes[lane] = x;
            let y = AXIS + away(mark.outcome, 9.0 + 12.0 * count(lane));
            self.marks.push(Placed {
                at: mark.at,
                second: second(mark),
                outcome: mark.outcome,
                x,
                y,
                small: false,
                changed: mark.changed,
                until_x: mark.until.map(along),
                probe: mark.probe,
            });
        }
    }

    /// Small marks in two columns.
    fn columns(&mut self, bin: u64, marks: &[Mark]) {
        let from_x = edge(bin, marks);
        for (i, mark) in marks.iter().enumerate() {
            let x = from_x + 4.0 + 8.0 * count(i % 2);
            let y = AXIS + away(mark.outcome, 7.0 + 8.0 * count(i / 2));
            self.marks.push(Placed {
                at: mark.at,
                second: second(mark),
                outcome: mark.outcome,
                x,
                y,
                small: true,
                changed: mark.changed,
                until_x: mark.until.map(along),
                probe: mark.probe,
            });
        }
    }

    /// One block, or a longer one if it touches the last.
    fn block(&mut self, bin: u64, marks: &[Mark]) {
        let of = |outcome| marks.iter().filter(|mark| mark.outcome == outcome).count();
        let Some(outcome) = Outcome::ALL.into_iter().max_by_key(|&outcome| of(outcome)) else {
            return;
        };
        let (from_x, second) = (edge(bin, marks), bin / 10);
        let until_x = from_x + BIN_PX;
        match self.blocks.last_mut() {
            Some(last)
                if (last.second, last.outcome) == (second, outcome)
                    && (last.until_x - from_x).abs() < 0.1 =>
            {
                last.until_x = until_x;
                last.count += marks.len();
            }
            _ => {
                let count = marks.len();
                self.blocks.push(Block { second, outcome, from_x, until_x, count });
            }
        }
    }
}

fn second(mark: &Mark) -> u64 {
    mark.at.as_nanos() / (10 * BIN_NS)
}

/// The left edge of a bin. Many that came at one instant stand around it, as a
/// single mark does: the press is where it was made.
fn edge(bin: u64, marks: &[Mark]) -> f64 {
    match marks {
        [first, .., last] if first.at == last.at && marks.len() >= CROWDED => {
            along(first.at) - BIN_PX / 2.0
        }
        _ => whole(i64::try_from(bin).unwrap_or(i64::MAX)) * BIN_PX,
    }
}

/// Up for what got through, down for what did not.
fn away(outcome: Outcome, distance: f64) -> f64 {
    if outcome.passed() { -distance } else { distance }
}

/// The row whose last mark is the longest ago.
fn emptiest(lanes: &[f64; LANES]) -> usize {
    (0..LANES).min_by(|&a, &b| lanes[a].total_cmp(&lanes[b])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use simulation::RequestId;

    use super::super::geometry::n;
    use super::*;

    fn refused(times_ms: &[u64]) -> Vec<Mark> {
        times_ms
            .iter()
            .map(|&ms| Mark::of(Moment::from_millis(ms), RequestId(1), Outcome::Refused))
            .collect()
    }

    #[test]
    fn five_at_once_stack_and_a_later_one_starts_at_the_axis() {
        let side = place(&refused(&[1000, 1000, 1000, 1000, 1000, 1200]), false);
        let ys: Vec<String> = side.marks.iter().map(|mark| n(mark.y)).collect();
        assert_eq!(ys.join(" "), "97 109 121 133 145 97");
        assert!(side.marks.iter().all(|mark| !mark.small));
    }

    #[test]
    fn six_in_a_tenth_of_a_second_are_small_and_the_next_three_bins_stay_small() {
        let mut times = vec![1000; 6];
        times.extend([1100, 1399, 1400]);
        let side = place(&refused(&times), false);
        let small: Vec<bool> = side.marks.iter().map(|mark| mark.small).collect();
        assert_eq!(small, [true, true, true, true, true, true, true, true, false]);
        // Two columns, 8 px apart, around their instant.
        let xs: Vec<String> = side.marks.iter().map(|mark| n(mark.x)).collect();
        assert_eq!(xs[..4].join(" "), "156 164 156 164");
        // One that only calms down stands in its bin.
        assert_eq!(xs[6], "180");
    }

    #[test]
    fn what_comes_later_moves_nothing() {
        let quiet = place(&refused(&[900, 950]), false);
        let mut times = vec![900, 950];
        times.extend([1000; 12]);
        assert_eq!(place(&refused(&times), false).marks[..2], quiet.marks);
    }

    #[test]
    fn fifteen_are_a_block_and_blocks_that_touch_merge_within_their_second() {
        let mut times = vec![800; 15];
        times.push(850);
        times.extend([900; 18]);
        times.push(950);
        times.extend([1000; 34]);
        times.push(1050);
        let side = place(&refused(&times), false);
        let blocks: Vec<(f64, f64, usize)> =
            side.blocks.iter().map(|b| (b.from_x, b.until_x, b.count)).collect();
        assert_eq!(blocks, [(128.0, 160.0, 35), (160.0, 176.0, 35)]);
        assert!(side.marks.is_empty());
    }

    #[test]
    fn a_mass_of_one_instant_stands_around_it() {
        let side = place(&refused(&[1030; 20]), false);
        let block = side.blocks[0];
        assert_eq!((block.from_x, block.until_x, block.count), (156.8, 172.8, 20));
    }

    #[test]
    fn each_side_has_its_own_density() {
        let mut marks = refused(&[1000; 15]);
        marks.push(Mark::of(Moment::from_millis(1000), RequestId(1), Outcome::Admitted));
        let side = place(&marks, true);
        assert_eq!((side.marks.len(), side.marks[0].y, side.marks[0].small), (1, 79.0, false));
    }
}
