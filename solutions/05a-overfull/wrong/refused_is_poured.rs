// Caught by: what_was_refused_is_not_in_the_bucket
// Shipped by: rolling-rate-limiter #9 (documented) and piclaw #105 (mended), for windows: what is refused counts as well
// Ask: A client asks again and again until it gets in. What does your level do meanwhile?
// The level is raised first and compared then.
// What was refused stays in, and an eager client never gets in again.

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
        let with_it_ns = self.level_ns + self.period_ns * u128::from(n);
        self.level_ns = with_it_ns;
        if with_it_ns > full_ns {
            return Err(Refused::Until(self.later(with_it_ns - full_ns)));
        }
        self.level_ns = with_it_ns;
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
