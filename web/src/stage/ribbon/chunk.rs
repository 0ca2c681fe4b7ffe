//! One second of the tape.

use super::super::curve::Piece;
use super::super::density::{AXIS, Block};
use super::super::geometry::{count, n};
use super::super::outcome::Outcome;
use super::Sides;

/// The height of a block, and how far it keeps from the axis.
const BLOCK_HEIGHT: f64 = 61.0;
const BLOCK_GAP: f64 = 3.0;

/// What the template draws for one second: one path an outcome.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) second: u64,
    pub(crate) marks: Vec<Marks>,
    pub(crate) masses: Vec<Mass>,
    pub(crate) curve: Piece,
}

/// All marks of one outcome and one size.
#[derive(Debug)]
pub(crate) struct Marks {
    pub(crate) class: &'static str,
    pub(crate) small: bool,
    pub(crate) path: String,
}

/// A block with its number.
#[derive(Debug)]
pub(crate) struct Mass {
    pub(crate) class: &'static str,
    /// What did not get through is hatched.
    pub(crate) hatched: bool,
    pub(crate) x: String,
    pub(crate) y: String,
    pub(crate) width: String,
    pub(crate) height: String,
    pub(crate) count: usize,
    pub(crate) box_x: String,
    pub(crate) box_y: String,
    pub(crate) box_width: String,
    pub(crate) words_x: String,
    pub(crate) words_y: String,
}

impl Chunk {
    pub(super) fn of(second: u64, sides: &Sides, curve: Piece) -> Self {
        let blocks = sides.iter().flat_map(|side| &side.blocks);
        let masses = blocks.filter(|block| block.second == second).map(mass).collect();
        let sized =
            Outcome::ALL.into_iter().flat_map(|outcome| [(outcome, false), (outcome, true)]);
        let paths = sized.filter_map(|(outcome, small)| {
            let path = path(second, sides, outcome, small);
            (!path.is_empty()).then_some(Marks { class: outcome.class(), small, path })
        });
        Self { second, marks: paths.collect(), masses, curve }
    }
}

fn path(second: u64, sides: &Sides, outcome: Outcome, small: bool) -> String {
    let side = &sides[usize::from(!outcome.passed())].marks;
    let from = side.partition_point(|mark| mark.second < second);
    let until = side.partition_point(|mark| mark.second <= second);
    let mine = side[from..until].iter();
    mine.filter(|mark| (mark.outcome, mark.small) == (outcome, small))
        .map(|mark| outcome.mark(mark.x, mark.y, small))
        .collect()
}

fn mass(block: &Block) -> Mass {
    let passed = block.outcome.passed();
    let y = if passed { AXIS - BLOCK_GAP - BLOCK_HEIGHT } else { AXIS + BLOCK_GAP };
    let middle = f64::midpoint(block.from_x, block.until_x);
    let digits = block.count.to_string().len();
    let width = 9.0 + 9.0 * count(digits);
    Mass {
        class: block.outcome.class(),
        hatched: !passed,
        x: n(block.from_x + 1.0),
        y: n(y),
        width: n(block.until_x - block.from_x - 2.0),
        height: n(BLOCK_HEIGHT),
        count: block.count,
        box_x: n(middle - width / 2.0),
        box_y: n(y + BLOCK_HEIGHT / 2.0 - 10.0),
        box_width: n(width),
        words_x: n(middle),
        words_y: n(y + BLOCK_HEIGHT / 2.0 + 5.0),
    }
}
