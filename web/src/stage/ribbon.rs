//! The tape: what got through stands above its axis, what did not hangs below,
//! and under both is the curve that decided.
//!
//! One unit is one pixel at every width, and everything is cut in chunks of one
//! second, of which only those near the present are drawn. So a run of ten
//! minutes costs no more than one of ten seconds.

use clock::Moment;
use simulation::{Intervention, Press, Scenario, Trace, What};

use super::curve::{Curve, Piece, Threshold};
use super::density::{self, Side};
use super::geometry::{along, n};
use super::history::Mark;
use super::outcome::Outcome;
use super::scale::Scale;

mod chunk;
mod window;

pub(super) use chunk::Chunk;
pub(super) use window::Grid;

use window::{Window, start_of};

/// How much is drawn behind the present, in seconds.
const BEHIND_S: u64 = 5;
/// So long after the start the words about it are shown, in milliseconds.
const START_MS: u64 = 20;

/// The words of a flag need so much room.
const FLAG_PX: f64 = 90.0;

/// What the template draws.
#[derive(Debug)]
pub(super) struct Ribbon {
    /// Brings the present to the middle of its `svg`.
    pub(super) scroll: String,
    pub(super) grid: Grid,
    pub(super) chunks: Vec<Chunk>,
    /// That something arrives, not what becomes of it, second by second.
    pub(super) future: Vec<(u64, String)>,
    pub(super) flags: Vec<Flag>,
    pub(super) zero: Option<String>,
    pub(super) thresholds: Vec<Threshold>,
    pub(super) from_x: String,
    pub(super) now_x: String,
    /// The words at the two sides of the axis.
    pub(super) above: &'static str,
    pub(super) below: &'static str,
    pub(super) curve: Option<String>,
    pub(super) starts: bool,
    /// The ribbon in words.
    pub(super) label: String,
}

/// Something that the reader did.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Flag {
    pub(super) x: String,
    pub(super) words_x: String,
    pub(super) words: String,
    /// The words stand left of it: at the right, the present would cut them.
    pub(super) left: bool,
}

/// Everything that the ribbon is drawn from.
pub(super) struct Tape<'t> {
    pub(super) trace: &'t Trace,
    pub(super) scenario: &'t Scenario,
    /// The marks up to the present.
    pub(super) marks: &'t [Mark],
    /// The scale of the bucket, if this is one.
    pub(super) bucket: Option<Scale>,
}

impl Tape<'_> {
    pub(super) fn at(&self, now: Moment) -> Ribbon {
        let window = Window::around(now, self.trace.until);
        let curve = match self.bucket {
            Some(scale) => Curve::level(self.trace, scale),
            None => Curve::first(self.trace),
        };
        let (above, below) = self.sides();
        Ribbon {
            scroll: format!("translate({} 0)", n(-along(now))),
            grid: window.grid(self.trace.until),
            chunks: self.chunks(&window, curve),
            future: self.future(&window),
            flags: self.flags(&window),
            zero: curve.and_then(|curve| curve.zero()),
            thresholds: self.thresholds(curve),
            from_x: n(along(window.from)),
            now_x: n(along(now)),
            above,
            below,
            curve: curve.filter(|_| self.bucket.is_none()).map(|curve| curve.name(self.trace)),
            starts: now.as_millis() <= START_MS,
            label: self.words(&window),
        }
    }

    fn thresholds(&self, curve: Option<Curve>) -> Vec<Threshold> {
        self.bucket.zip(curve).map_or_else(Vec::new, |(scale, curve)| curve.thresholds(scale))
    }

    fn chunks(&self, window: &Window, curve: Option<Curve>) -> Vec<Chunk> {
        let sides = [true, false].map(|passed| density::place(self.marks, passed));
        let piece = |second| {
            let (from, until) = (Moment::from_millis(second * 1000), start_of(second + 1));
            let open = until < window.now;
            curve.map_or_else(Piece::default, |curve| {
                curve.piece(self.trace, from, until.min(window.now), open)
            })
        };
        let last = window.now.as_millis() / 1000;
        let first = window.from.as_millis() / 1000;
        (first..=last).map(|second| Chunk::of(second, &sides, piece(second))).collect()
    }

    fn future(&self, window: &Window) -> Vec<(u64, String)> {
        let events = &self.trace.events;
        let ahead = events.partition_point(|event| event.at <= window.now)
            ..events.partition_point(|event| event.at <= window.until);
        let mut seconds: Vec<(u64, String)> = Vec::new();
        let mut last = String::new();
        for event in &events[ahead] {
            let x = n(along(event.at));
            if !matches!(event.what, What::Arrive(_)) || x == last {
                continue;
            }
            let second = event.at.as_millis() / 1000;
            let tick = format!("M{x} 82v12");
            match seconds.last_mut() {
                Some((of, path)) if *of == second => path.push_str(&tick),
                _ => seconds.push((second, tick)),
            }
            last = x;
        }
        seconds
    }

    fn flags(&self, window: &Window) -> Vec<Flag> {
        let near = |press: &&Intervention| {
            let at = Moment::from_millis(press.at_ms);
            window.from <= at && at <= window.now
        };
        let flag = |Intervention { at_ms, press }: &Intervention| {
            let x = along(Moment::from_millis(*at_ms));
            let words = match press {
                Press::Set(setting) => format!("{} {}", setting.name, setting.value),
                Press::Drop(id) => format!("{id} gives up"),
                Press::Send(_) | Press::SendOne(_) => String::new(),
            };
            let left = along(window.now) - x < FLAG_PX;
            Flag { x: n(x), words_x: n(if left { x - 7.0 } else { x + 7.0 }), words, left }
        };
        self.scenario.interventions.iter().filter(near).map(flag).collect()
    }

    /// What stands above the axis, and what below.
    fn sides(&self) -> (&'static str, &'static str) {
        let has = |outcome: &Outcome| self.marks.iter().any(|mark| mark.outcome == *outcome);
        let above = [Outcome::Answered].into_iter().find(has).unwrap_or(Outcome::Admitted);
        let below = [Outcome::Refused, Outcome::Failed, Outcome::TimedOut].into_iter().find(has);
        (above.word(), below.unwrap_or(Outcome::Refused).word())
    }

    fn words(&self, window: &Window) -> String {
        let from = window.now.as_nanos().saturating_sub(BEHIND_S * 1_000_000_000);
        let near = &self.marks[self.marks.partition_point(|mark| mark.at.as_nanos() < from)..];
        let count = |outcome| near.iter().filter(|mark| mark.outcome == outcome).count();
        let counted = Outcome::ALL.into_iter().map(|outcome| (outcome, count(outcome)));
        let words: Vec<String> = counted
            .filter(|&(_, number)| number > 0)
            .map(|(outcome, number)| format!("{number} {}", outcome.word_after_number()))
            .collect();
        let words = if words.is_empty() { "no requests".to_owned() } else { words.join(", ") };
        format!("The last {BEHIND_S} seconds on a tape that moves to the left: {words}.")
    }
}

/// What a chunk is made of, side by side.
type Sides = [Side; 2];
