// The level with the request in it is worked out first; what is over has to drain.

use std::time::Duration;

use clock::Moment;

/// A leaky bucket as a meter: what is in it drains, one request every `period`.
pub struct Meter {
    period_ns: u128,
    capacity: u32,
    /// What was in it at `last`, as the nanoseconds that it takes to drain.
    level_ns: u128,
    /// The latest moment that a call has seen.
    last: Moment,
}

/// Why nothing was poured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// At this moment there is room for the same request, if nobody else comes;
    /// a nanosecond earlier there is not.
    Until(Moment),
    /// It asks for more than the bucket can hold when it is empty.
    OverCapacity,
}

impl Meter {
    /// A bucket that is empty at `now`.
    pub fn new(period: Duration, capacity: u32, now: Moment) -> Self {
        Self { period_ns: period.as_nanos(), capacity, level_ns: 0, last: now }
    }

    /// Pours `n` requests in, or none at all. They go in if the bucket holds no
    /// more than its capacity with them.
    pub fn try_pour(&mut self, n: u32, now: Moment) -> Result<(), Refused> {
        if n > self.capacity {
            return Err(Refused::OverCapacity);
        }
        self.drain(now);
        let full_ns = self.period_ns * u128::from(self.capacity);
        let with_it_ns = self.level_ns + self.period_ns * u128::from(n);
        if with_it_ns > full_ns {
            return Err(Refused::Until(self.later(with_it_ns - full_ns)));
        }
        self.level_ns = with_it_ns;
        Ok(())
    }

    /// What is in it at `now`, as the nanoseconds that it takes to drain.
    pub fn level_ns(&self, now: Moment) -> u128 {
        self.level_ns.saturating_sub(now.since(self.last).as_nanos())
    }

    /// Takes away what has drained since the last call.
    fn drain(&mut self, now: Moment) {
        self.level_ns = self.level_ns(now);
        self.last = self.last.max(now);
    }

    /// The moment at which so much has drained.
    fn later(&self, wait_ns: u128) -> Moment {
        u64::try_from(wait_ns).map_or(Moment::MAX, |ns| self.last + Duration::from_nanos(ns))
    }
}
