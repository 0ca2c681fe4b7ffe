//! The tape alone, without the curve that decided: one row of several that
//! share their present. And the ticks of a row that holds only moments.

use std::fmt::Write as _;

use clock::Moment;
use simulation::{Scenario, Trace};

use super::density::{AXIS, Block};
use super::geometry::{PX_PER_SECOND, along, count, n};
use super::history::{self, Mark};
use super::outcome::Outcome;
use super::reel::Span;
use super::ribbon::{self, Sides, Tape};
use super::{Legend, legend};

/// One tenth of a second, in milliseconds.
const BIN_MS: u64 = 100;
/// From so many ticks in a tenth of a second on, they are counted.
const DENSE: usize = 5;
/// A count stands for so many of those at most.
const STRETCH_BINS: u64 = 10;
/// Ticks that are nearer than this, in pixels, are one.
const TICK_GAP: f64 = 1.5;
/// Half the height of a boxed count.
const HALF: f64 = 10.0;

/// The layers of one tape.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) grid: String,
    pub(crate) marks: String,
    pub(crate) counts: String,
    /// What has just happened, with its whole width.
    pub(crate) fresh: String,
}

/// Moments as ticks, and the counts of those that stand close.
#[derive(Debug)]
pub(crate) struct Ticks {
    pub(crate) path: String,
    pub(crate) counts: String,
}

/// The marks of a row.
pub(crate) fn row_legend() -> Vec<Legend> {
    legend([Outcome::Admitted, Outcome::Refused])
}

/// Pixels of the tape for one millisecond.
pub(crate) const PX_PER_MS: f64 = PX_PER_SECOND / 1000.0;

/// What brings the present to the middle of its `svg`.
pub(crate) fn scroll(now: Moment) -> String {
    format!("translate({} 0)", n(-along(now)))
}

/// The seconds of a run with their numbers, for all rows under them.
pub(crate) fn seconds(until_ms: u64) -> String {
    let second = |second: u64| {
        let x = along(Moment::from_millis(second * 1000));
        format!(
            "<path class=\"s-grid w1\" d=\"M{} 0V60\"/><text class=\"r-second\" x=\"{}\" y=\"12\">\
             {second}\u{a0}s</text>",
            n(x),
            // Right of its line: the present would strike through it otherwise.
            n(x + 5.0)
        )
    };
    (0..=until_ms / 1000).map(second).collect()
}

impl Row {
    /// What the run let through, when it went, and what it refused, when it came.
    /// One that waits is not drawn before it goes: beside others the question is
    /// what reaches the service, and when.
    pub(crate) fn of(trace: &Trace, scenario: &Scenario, now: Moment) -> Self {
        let mut marks: Vec<Mark> = history::marks(trace, true, false);
        marks.retain(|mark| mark.outcome != Outcome::Waits);
        let sides = ribbon::sides(&marks);
        let tape = Tape::of(trace, scenario, &sides, (None, None));
        let mut row = Self {
            grid: String::new(),
            marks: String::new(),
            counts: counts(&sides, now),
            fresh: String::new(),
        };
        for second in 0..=scenario.until_ms / 1000 {
            for (layer, html) in tape.chunks(second) {
                match layer {
                    "grid" => row.grid += &html,
                    "marks" => row.marks += &html,
                    _ => {}
                }
            }
        }
        let seen = ribbon::fresh(&sides, Span { from: now, until: now });
        row.fresh = seen.v.last().cloned().unwrap_or_default();
        row
    }
}

/// The number of each block. Where two would cover each other, the second stands lower.
fn counts(sides: &Sides, now: Moment) -> String {
    let mut html = String::new();
    for side in sides {
        let mut last: Option<(f64, bool)> = None;
        for block in &side.blocks {
            let middle = f64::midpoint(block.from_x, block.until_x);
            let left = middle - width(block.count) / 2.0;
            let lower = last.is_some_and(|(right, lower)| left < right && !lower);
            last = Some((middle + width(block.count) / 2.0, lower));
            let y = middle_of(block) + if lower { 17.0 } else { -12.0 };
            html += &number(middle, y, block.count, Some((over_ms(block.until_x), now)));
        }
    }
    html
}

/// The height of a block's middle: it is 61 high, and 3 from the axis.
fn middle_of(block: &Block) -> f64 {
    if block.outcome.passed() { AXIS - 33.5 } else { AXIS + 33.5 }
}

impl Ticks {
    /// `moments` in order. With a `now` they are not counted before they are over;
    /// without, all of them are known beforehand.
    pub(crate) fn of(moments: &[Moment], now: Option<Moment>) -> Self {
        let mut path = String::new();
        let mut last = f64::NEG_INFINITY;
        for &at in moments {
            let x = along(at);
            if x - last >= TICK_GAP {
                let _ = write!(path, "M{} 2v14", n(x));
                last = x;
            }
        }
        let counts = stretches(moments).into_iter().map(|stretch| {
            let x = f64::midpoint(along(stretch.first), along(stretch.last));
            let over_ms = stretch.until_bin * BIN_MS;
            number(x, 30.0, stretch.count, now.map(|now| (over_ms, now)))
        });
        Self { path, counts: counts.collect() }
    }
}

/// Tenths of a second that follow each other and hold many moments each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    from_bin: u64,
    /// The tenth of a second after it.
    until_bin: u64,
    first: Moment,
    last: Moment,
    count: usize,
}

fn stretches(moments: &[Moment]) -> Vec<Stretch> {
    let bin = |at: Moment| at.as_millis() / BIN_MS;
    let mut stretches: Vec<Stretch> = Vec::new();
    for inside in moments.chunk_by(|&a, &b| bin(a) == bin(b)) {
        let (&[first, ..], &[.., last]) = (inside, inside) else { continue };
        let (here, count) = (bin(first), inside.len());
        if count < DENSE {
            continue;
        }
        match stretches.last_mut() {
            Some(old) if old.until_bin == here && here - old.from_bin < STRETCH_BINS => {
                *old = Stretch { until_bin: here + 1, last, count: old.count + count, ..*old };
            }
            _ => {
                stretches.push(Stretch { from_bin: here, until_bin: here + 1, first, last, count });
            }
        }
    }
    stretches
}

/// A boxed number. With `over`, the millisecond from which on it is known, and the
/// present: before, it would tell what is to come.
fn number(x: f64, y: f64, value: usize, over: Option<(u64, Moment)>) -> String {
    let known = over.map_or_else(String::new, |(over_ms, now)| {
        let hidden = if now.as_millis() < over_ms { " hidden=\"\"" } else { "" };
        format!(" data-over=\"{over_ms}\"{hidden}")
    });
    format!(
        "<g class=\"count\"{known}><rect class=\"box\" x=\"{}\" y=\"{}\" \
         width=\"{}\" height=\"20\"/><text class=\"r-count mid\" x=\"{}\" y=\"{}\">{value}</text></g>",
        n(x - width(value) / 2.0),
        n(y - HALF),
        n(width(value)),
        n(x),
        n(y + 5.0),
    )
}

fn width(value: usize) -> f64 {
    9.0 + 9.0 * count(value.to_string().len())
}

/// The millisecond in which a place of the tape has passed the present.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a tape is a few thousand pixels long, and begins at 0"
)]
fn over_ms(x: f64) -> u64 {
    (x / PX_PER_MS).ceil().max(0.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(times_ms: impl IntoIterator<Item = u64>) -> Vec<Moment> {
        times_ms.into_iter().map(Moment::from_millis).collect()
    }

    #[test]
    fn ticks_that_stand_close_are_counted_together_and_single_ones_are_not() {
        let told = |moments: &[Moment]| -> Vec<(u64, u64, usize)> {
            let stretches = stretches(moments).into_iter();
            stretches.map(|one| (one.first.as_millis(), one.until_bin, one.count)).collect()
        };
        let crowd = moments((900..1100).chain([1500, 1502]));
        assert_eq!(told(&crowd), [(900, 11, 200)]);
        // A stretch ends after a second: its number would be far from most of it.
        assert_eq!(told(&moments(0..1500)), [(0, 10, 1000), (1000, 15, 500)]);
    }

    #[test]
    fn a_count_is_not_told_before_its_stretch_is_over() {
        let crowd = moments(900..1100);
        let hidden =
            |ms| Ticks::of(&crowd, Some(Moment::from_millis(ms))).counts.contains("hidden");
        assert!(hidden(1099) && !hidden(1100));
        assert!(!Ticks::of(&crowd, None).counts.contains("data-over"));
    }

    #[test]
    fn ticks_that_cannot_be_told_apart_are_one() {
        let path = Ticks::of(&moments([100, 101, 200]), None).path;
        assert_eq!(path, "M16 2v14M32 2v14");
    }
}
