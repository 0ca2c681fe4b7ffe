//! The panels of the windows: what each of them counts, over what really passed.
//!
//! Left, time runs to the present. Above are the bars that the mechanism goes
//! by, and under them a bead for each request that passed, in a bracket one
//! window wide: its count is what was promised. Only what counts now is solid.
//! Right stands what is counted against the limit. All lengths in time are parts
//! of the window, so that one of 10 ms looks like one of 5 s.

use askama::Template as _;
use clock::Moment;
use simulation::{Keyframe, Scenario, Trace};

use super::channels::Channels;
use super::geometry::whole;
use super::history::Decision;
use super::own;
use super::reel::{BEHIND_S, Span};
use super::ribbon::start_of;
use super::scale::index;

mod bars;
mod cells;
mod now;
mod passed;
mod past;
mod piles;
mod tape;
mod words;

pub(super) use tape::{Truth, Words, most};

use cells::Cells;
use now::Now;
use passed::{Most, Passed};
use past::Past;
use piles::Piles;

/// One window is so wide in the panel.
const WINDOW_PX: f64 = 140.0;
/// Where the present is, and where a window before it.
const NOW_X: f64 = 332.0;
const LEFT_X: f64 = NOW_X - WINDOW_PX;

/// What a window goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Windows at the multiples of their length.
    Fixed,
    /// Windows that begin with a request.
    First,
    /// Each one that passed.
    Log,
    /// So many slots, dropped one by one.
    Slots(i64),
    /// The one before for as much as is left of it, and this one.
    Two,
}

impl Kind {
    /// Without these a subject is no window.
    const NEEDED: [&'static str; 6] =
        ["counted", "limit", "last-window", "window-all", "next", "accepted"];

    fn of(trace: &Trace) -> Option<Self> {
        if !own::has_all(trace, &Self::NEEDED) {
            return None;
        }
        let has = |name: &str| index(trace, name).is_some();
        let is_slot = |head: &&simulation::Gauge| head.name.starts_with("slot-");
        let slots = trace.heads.iter().filter(is_slot).count();
        Some(match () {
            () if slots > 0 => Self::Slots(i64::try_from(slots).unwrap_or(1)),
            () if has("previous") && has("current") => Self::Two,
            () if has("counts-from") => Self::Fixed,
            () if has("began") => Self::First,
            () => Self::Log,
        })
    }

    /// The gauge that says of which window the count is.
    const fn began_gauge(self) -> Option<&'static str> {
        match self {
            Self::Fixed => Some("counts-from"),
            Self::First => Some("began"),
            _ => None,
        }
    }
}

/// A run of a window, as the panels need it.
#[derive(Debug)]
pub(super) struct Windows {
    kind: Kind,
    window_ns: u64,
    /// The highest limit of the run.
    limit_max: i64,
    passed: Passed,
    most: Most,
    piles: Piles,
    cells: Cells,
}

impl Windows {
    /// Of a run, if it is a window's.
    pub(super) fn of(trace: &Trace, scenario: &Scenario) -> Option<Self> {
        let kind = Kind::of(trace)?;
        let window = trace.reading(Moment::ZERO).get("window-all")?;
        let window_ns = u64::try_from(window).unwrap_or(0).max(1);
        let passed = Passed::of(trace);
        Some(Self {
            kind,
            window_ns,
            limit_max: own::most(trace, scenario, "limit", "limit").max(1),
            most: passed.most(window_ns),
            piles: Piles::of(&passed, window_ns),
            cells: Cells::of(kind, trace, window_ns),
            passed,
        })
    }

    /// Pixels a nanosecond.
    fn px_per_ns(&self) -> f64 {
        WINDOW_PX / ns(self.window_ns)
    }

    /// How long a piece is that is dropped as a whole.
    fn piece_ns(&self) -> u64 {
        let slots = if let Kind::Slots(slots) = self.kind { slots } else { 1 };
        (self.window_ns / u64::try_from(slots).unwrap_or(1).max(1)).max(1)
    }

    /// One second of what lies behind the present.
    pub(super) fn chunks(&self, trace: &Trace, second: u64) -> Vec<(&'static str, String)> {
        let mut chunks = vec![
            ("past", past::beads(self, second)),
            ("past-lines", past::lines(self, trace, second)),
        ];
        // Of long windows more seconds are seen than a tape keeps.
        let is_seen = self.is_long() && start_of(second) <= trace.until;
        if let Some(earlier) = second.checked_sub(FAR_S).filter(|_| is_seen) {
            chunks.push(("past-far", past::beads(self, earlier)));
            chunks.push(("past-lines-far", past::lines(self, trace, earlier)));
        }
        chunks
    }

    /// Whether the panel shows more than the tape's seconds.
    fn is_long(&self) -> bool {
        self.window_ns > 2_500_000_000
    }

    /// Both panels.
    pub(super) fn panels(&self) -> askama::Result<String> {
        Ok(Past::of(self).render()? + &Now::of(self).render()?)
    }

    /// Writes the channels of one part of the run.
    pub(super) fn write(
        &self,
        trace: &Trace,
        decisions: &[Decision],
        span: Span,
        channels: &mut Channels,
    ) {
        past::write(self, trace, span, channels);
        now::write(self, trace, decisions, span, channels);
    }

    /// When what counts at a keyframe becomes less by itself.
    fn drops(&self, trace: &Trace, keyframe: &Keyframe) -> Option<Moment> {
        let gauge =
            |name: &str| index(trace, name).and_then(|place| keyframe.values.get(place)).copied();
        if gauge("counted").unwrap_or(0) == 0 {
            return None;
        }
        match self.kind {
            Kind::Fixed | Kind::Slots(_) => {
                let piece = self.piece_ns();
                // Slots that are empty are dropped, too, and nobody sees it.
                let empty = (1..=10).take_while(|slot| gauge(&format!("slot-{slot}")) == Some(0));
                let pieces = keyframe.at.as_nanos() / piece + 1 + empty.map(|_| 1).sum::<u64>();
                Some(Moment::from_nanos(pieces * piece))
            }
            Kind::First => {
                let began = u64::try_from(gauge("began")?).unwrap_or(0);
                Some(Moment::from_nanos(began + self.window_ns))
            }
            Kind::Log => self.passed.leaves(keyframe.at, self.window_ns),
            Kind::Two => None,
        }
    }
}

/// The far past is so many seconds behind the tape: its first second is the one
/// before the tape's, and nothing of it needs a second that is still to come.
const FAR_S: u64 = BEHIND_S + 1;

/// A time as a length.
fn ns(nanos: u64) -> f64 {
    whole(i64::try_from(nanos).unwrap_or(i64::MAX))
}

/// Where a moment lies in the group of its second.
fn along_second(second: u64, at: Moment, px_per_ns: f64) -> f64 {
    ns(at.as_nanos() - start_of(second).as_nanos().min(at.as_nanos())) * px_per_ns
}
