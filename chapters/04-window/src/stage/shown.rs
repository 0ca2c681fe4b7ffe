//! What each rule shows of itself beside what all of them show.

use clock::Moment;
use simulation::{Gauges, Unit};

use crate::fixed::Fixed;
use crate::limit::{ConfigError, Limit};
use crate::log::Log;
use crate::ring::Ring;
use crate::rule::Rule;
use crate::two_windows::Two;

/// A rule that can stand on the stage.
pub(super) trait Shown: Rule + Clone + std::fmt::Debug + 'static {
    fn make(limit: Limit, slots: u32) -> Result<Self, ConfigError>;

    /// What it holds against the limit, and in what unit.
    fn counted(&self, now: Moment) -> (i64, Unit);

    /// When what it shows changes next by itself, if it knows more than when one
    /// fits and when one is a window old.
    fn bends(&self, now: Moment) -> Option<Moment>;

    /// Gauges of its own.
    fn own(&self, _now: Moment, _gauges: &mut Gauges) {}
}

/// The moment `began` plus a piece of time; `None` when nothing is counted that
/// could be dropped then.
fn ends(counted: bool, began: Moment, length: std::time::Duration) -> Option<Moment> {
    if counted { began.checked_add(length) } else { None }
}

impl Shown for Fixed {
    fn make(limit: Limit, _slots: u32) -> Result<Self, ConfigError> {
        Ok(Self::new(limit))
    }

    fn counted(&self, now: Moment) -> (i64, Unit) {
        (self.taken(now).into(), Unit::Count)
    }

    fn bends(&self, now: Moment) -> Option<Moment> {
        ends(self.taken(now) > 0, self.began(now), self.limit().window())
    }

    fn own(&self, _now: Moment, gauges: &mut Gauges) {
        // Nothing ticks: its count may be of a window that is long over.
        let remembered = self.began(Moment::ZERO).as_nanos();
        gauges.step("counts-from", Unit::Nanos, i64::try_from(remembered).unwrap_or(i64::MAX));
    }
}

impl Shown for Log {
    fn make(limit: Limit, _slots: u32) -> Result<Self, ConfigError> {
        Ok(Self::new(limit))
    }

    fn counted(&self, now: Moment) -> (i64, Unit) {
        (self.taken(now).into(), Unit::Count)
    }

    fn bends(&self, now: Moment) -> Option<Moment> {
        self.leaves(now)
    }
}

/// The slots' gauges, the oldest first.
const SLOTS: [&str; 10] = [
    "slot-1", "slot-2", "slot-3", "slot-4", "slot-5", "slot-6", "slot-7", "slot-8", "slot-9",
    "slot-10",
];

impl Shown for Ring {
    fn make(limit: Limit, slots: u32) -> Result<Self, ConfigError> {
        Self::new(limit, slots)
    }

    fn counted(&self, now: Moment) -> (i64, Unit) {
        (self.counts(now).into_iter().map(i64::from).sum(), Unit::Count)
    }

    fn bends(&self, now: Moment) -> Option<Moment> {
        ends(self.counted(now).0 > 0, self.began(now), self.slot())
    }

    fn own(&self, now: Moment, gauges: &mut Gauges) {
        // At the start there are not so many yet: empty ones stand for those.
        let counts = self.counts(now);
        let missing = SLOTS.len().min(self.slots()) - counts.len().min(self.slots());
        let counts = std::iter::repeat_n(0, missing).chain(counts);
        for (name, count) in SLOTS.into_iter().zip(counts) {
            gauges.step(name, Unit::Count, count.into());
        }
    }
}

impl Shown for Two {
    fn make(limit: Limit, _slots: u32) -> Result<Self, ConfigError> {
        Ok(Self::new(limit))
    }

    fn counted(&self, now: Moment) -> (i64, Unit) {
        (self.estimate_micro(now), Unit::MicroTokens)
    }

    fn bends(&self, now: Moment) -> Option<Moment> {
        ends(self.counts(now) != (0, 0), self.began(now), self.limit().window())
    }

    fn own(&self, now: Moment, gauges: &mut Gauges) {
        let (previous, current) = self.counts(now);
        gauges.step("previous", Unit::Count, previous.into());
        gauges.step("current", Unit::Count, current.into());
    }
}
