// Caught by: a_sixth_a_millisecond_later_has_no_room
// Shipped by: no library that we know of; a frequent first try
// Ask: Your level never shows more than 5. How many requests went through to get it there?
// It lets the request in if the bucket is not full, and then cuts the level off at the rim.
// The level looks right; what was cut off went through all the same.

use std::time::Duration;

use clock::Moment;

pub struct Meter {
    period_ns: u128,
    capacity: u32,
    level_ns: u128,
    last: Moment,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    Until(Moment),
    OverCapacity,
}

impl Meter {
    pub fn new(period: Duration, capacity: u32, now: Moment) -> Self {
        Self { period_ns: period.as_nanos(), capacity, level_ns: 0, last: now }
    }

    pub fn try_pour(&mut self, n: u32, now: Moment) -> Result<(), Refused> {
        if n > self.capacity {
            return Err(Refused::OverCapacity);
        }
        self.drain(now);
        let full_ns = self.period_ns * u128::from(self.capacity);
        if self.level_ns >= full_ns && n > 0 {
            return Err(Refused::Until(self.later(self.level_ns - full_ns + 1)));
        }
        self.level_ns = (self.level_ns + self.period_ns * u128::from(n)).min(full_ns);
        Ok(())
    }

    pub fn level_ns(&self, now: Moment) -> u128 {
        self.level_ns.saturating_sub(now.since(self.last).as_nanos())
    }

    fn drain(&mut self, now: Moment) {
        self.level_ns = self.level_ns(now);
        self.last = self.last.max(now);
    }

    fn later(&self, wait_ns: u128) -> Moment {
        u64::try_from(wait_ns).map_or(Moment::MAX, |ns| self.last + Duration::from_nanos(ns))
    }
}
