use clock::Moment;

use super::pace::{ConfigError, Pace};
use super::refused::Refused;

/// The bucket as a value: how much was in it when it last changed, and what
/// follows from that. It reads no clock and shares nothing.
///
/// It counts in whole units of which [`Pace`] says how many make one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    pace: Pace,
    capacity: u32,
    /// What was in it at `last`; never more than its capacity.
    units: u128,
    /// The latest time seen by a call that changed something.
    last: Moment,
}

impl Level {
    /// A bucket that is empty at `now`.
    ///
    /// From full to empty it may take 2⁶³ nanoseconds, 292 years: what cannot be
    /// counted is refused here, before a count could saturate and let all through.
    pub fn empty(pace: Pace, capacity: u32, now: Moment) -> Result<Self, ConfigError> {
        if capacity == 0 {
            return Err(ConfigError::ZeroCapacity);
        }
        let drains = u128::from(pace.requests());
        if drains > 0 && whole(capacity, pace) > drains << 63 {
            return Err(ConfigError::TooSlow);
        }
        Ok(Self { pace, capacity, units: 0, last: now })
    }

    /// Pours `n` requests in, or none at all and says when there is room
    /// (spec L-01).
    pub fn pour(&mut self, n: u32, now: Moment) -> Result<(), Refused> {
        if n == 0 {
            return Ok(());
        }
        if n > self.capacity {
            return Err(Refused::OverCapacity { asked: n, capacity: self.capacity }); // lit: over-capacity
        }
        let room = self.fits(n, now).ok_or(Refused::Never)?; // lit: never
        if room > now {
            return Err(Refused::Until(room)); // lit: refused
        }
        self.units = self.at(now) + whole(n, self.pace); // lit: admitted
        self.last = self.last.max(now);
        Ok(())
    }

    /// When there is room for `n` more, if nobody pours: `now` if there is
    /// already, `None` if there never will be.
    pub fn fits(&self, n: u32, now: Moment) -> Option<Moment> {
        let rim = whole(self.capacity.checked_sub(n)?, self.pace);
        self.drained_to(rim, now)
    }

    /// When the bucket is empty, if nobody pours.
    pub fn empties(&self, now: Moment) -> Option<Moment> {
        self.drained_to(0, now)
    }

    /// How much is in it at `now`, in millionths of a request, rounded up: what
    /// is drawn as full has no room.
    pub fn micro_requests(&self, now: Moment) -> i64 {
        let unit = u128::from(self.pace.unit());
        let (whole, rest) = (self.at(now) / unit, self.at(now) % unit);
        let micro = whole * 1_000_000 + (rest * 1_000_000).div_ceil(unit);
        i64::try_from(micro).unwrap_or(i64::MAX)
    }

    /// Goes on at another pace, with another capacity. What is kept is the
    /// **room**: a larger bucket has no more of it than before, or each change
    /// would let a burst in; a smaller one never has more than it holds.
    pub fn set(&mut self, pace: Pace, capacity: u32, now: Moment) -> Result<(), ConfigError> {
        let next = Self::empty(pace, capacity, self.last.max(now))?;
        let room = whole(self.capacity, self.pace) - self.at(now);
        // In the units of the new pace, rounded down: a change never makes room.
        let (old, new) = (u128::from(self.pace.unit()), u128::from(pace.unit()));
        let room = room / old * new + room % old * new / old;
        *self = Self { units: whole(capacity, pace).saturating_sub(room), ..next };
        Ok(())
    }

    /// How much is in it at `now`: computed when asked, nothing ticks. A `now`
    /// before `last` drains nothing. This is the one place where it is empty.
    fn at(&self, now: Moment) -> u128 {
        let elapsed = now.as_nanos().saturating_sub(self.last.as_nanos());
        let drained = u128::from(self.pace.requests()) * u128::from(elapsed);
        self.units.saturating_sub(drained)
    }

    /// When no more than `rim` is in it; to the nanosecond, rounded up.
    fn drained_to(&self, rim: u128, now: Moment) -> Option<Moment> {
        let over = self.at(now).saturating_sub(rim);
        if over == 0 {
            return Some(now);
        }
        if self.pace.requests() == 0 {
            return None;
        }
        let wait_ns = u64::try_from(over.div_ceil(self.pace.requests().into())).ok()?;
        // If the clock went back, it drains again from `last` on.
        self.last.max(now).as_nanos().checked_add(wait_ns).map(Moment::from_nanos)
    }
}

/// `n` whole requests in units.
fn whole(n: u32, pace: Pace) -> u128 {
    u128::from(n) * u128::from(pace.unit())
}
