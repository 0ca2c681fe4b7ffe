//! One second of the tape: its marks, one path an outcome.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::density::{AXIS, Block, Placed};
use super::super::geometry::{count, n, point};
use super::super::outcome::Outcome;
use super::Sides;

/// The height of a block, and how far it keeps from the axis.
const BLOCK_HEIGHT: f64 = 61.0;
const BLOCK_GAP: f64 = 3.0;

/// The marks and the blocks of one second.
pub(super) fn marks(second: u64, sides: &Sides) -> String {
    let inside = sides.iter().flat_map(|side| side.of_second(second));
    let mut html = waits(second, sides) + &paths(inside);
    html.push_str(&probes(second, sides));
    blocks(second, sides).for_each(|block| html.push_str(&mass(block)));
    html.push_str(&changed(second, sides));
    html
}

/// A dashed ring around each probe.
fn probes(second: u64, sides: &Sides) -> String {
    let mine = sides.iter().flat_map(|side| side.of_second(second)).filter(|mark| mark.probe);
    let ring = |mark: &Placed| ring(mark.x, mark.y, if mark.small { 5.0 } else { 7.5 });
    let rings: String = mine.map(ring).collect();
    if rings.is_empty() { rings } else { format!("<path class=\"mark probe\" d=\"{rings}\"/>") }
}

/// A circle as path data.
pub(in super::super) fn ring(x: f64, y: f64, r: f64) -> String {
    let (left, r, width) = (point(x - r, y), n(r), n(2.0 * r));
    format!("M{left}a{r} {r} 0 1 0 {width} 0a{r} {r} 0 1 0-{width} 0")
}

/// A dotted ring around each mark that was another one before the reader
/// changed the run. Small marks stand too close for it.
fn changed(second: u64, sides: &Sides) -> String {
    let marks = sides.iter().flat_map(|side| side.of_second(second));
    let rings: String = marks
        .filter(|mark| mark.changed && !mark.small)
        .map(|mark| ring(mark.x, mark.y, 9.5))
        .collect();
    if rings.is_empty() { rings } else { format!("<path class=\"changed\" d=\"{rings}\"/>") }
}

/// The numbers of the second's blocks, each from the moment at which its block is over.
pub(super) fn counts(second: u64, sides: &Sides) -> String {
    blocks(second, sides).map(number).collect()
}

fn blocks(second: u64, sides: &Sides) -> impl Iterator<Item = &Block> {
    let blocks = sides.iter().flat_map(|side| &side.blocks);
    blocks.filter(move |block| block.second == second)
}

/// From each that waits a line to the moment at which it goes: a debt in time.
fn waits(second: u64, sides: &Sides) -> String {
    let waiting = sides[0].of_second(second);
    let line = |(x, y, until): (f64, f64, f64)| {
        format!("M{} {}H{}m0-3v6", n(x + 6.0), n(y), n(until.max(x + 6.0)))
    };
    let lines: String =
        waiting.iter().filter_map(|mark| Some((mark.x, mark.y, mark.until_x?))).map(line).collect();
    if lines.is_empty() { lines } else { format!("<path class=\"wait w1\" d=\"{lines}\"/>") }
}

/// One path an outcome.
pub(super) fn paths<'m>(marks: impl Iterator<Item = &'m Placed>) -> String {
    let mut paths: BTreeMap<(Outcome, bool), String> = BTreeMap::new();
    for &Placed { outcome, small, x, y, .. } in marks {
        paths.entry((outcome, small)).or_default().push_str(&outcome.mark(x, y, small));
    }
    let mut html = String::new();
    for ((outcome, small), path) in paths {
        let (class, small) = (outcome.class(), if small { " small" } else { "" });
        let _ = write!(html, "<path class=\"mark {class}{small}\" d=\"{path}\"/>");
    }
    html
}

fn mass(block: &Block) -> String {
    let (passed, class) = (block.outcome.passed(), block.outcome.class());
    // What did not get through is hatched.
    let fill = match block.outcome {
        _ if passed => "",
        Outcome::Failed | Outcome::TimedOut => " fill=\"url(#hatch-failed)\"",
        Outcome::NotSent => " fill=\"url(#hatch-line)\"",
        _ => " fill=\"url(#hatch)\"",
    };
    format!(
        "<rect class=\"mass {class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{BLOCK_HEIGHT}\"{fill}/>",
        n(block.from_x + 1.0),
        n(top(block)),
        n(block.until_x - block.from_x - 2.0),
    )
}

fn top(block: &Block) -> f64 {
    if block.outcome.passed() { AXIS - BLOCK_GAP - BLOCK_HEIGHT } else { AXIS + BLOCK_GAP }
}

fn number(block: &Block) -> String {
    let middle = f64::midpoint(block.from_x, block.until_x);
    let y = top(block) + BLOCK_HEIGHT / 2.0;
    let width = 9.0 + 9.0 * count(block.count.to_string().len());
    // A pixel of the tape is 6.25 ms.
    let over = (block.until_x * 6_250_000.0).round();
    format!(
        "<g class=\"count\" data-b-if=\"t {over}\"><rect class=\"box\" x=\"{}\" y=\"{}\" \
         width=\"{}\" height=\"20\"/><text class=\"r-count mid\" x=\"{}\" y=\"{}\">{}</text></g>",
        n(middle - width / 2.0),
        n(y - 10.0),
        n(width),
        n(middle),
        n(y + 5.0),
        block.count,
    )
}
