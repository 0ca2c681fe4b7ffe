// Caught by: it_drains_evenly_however_often_it_is_asked
// Shipped by: gubernator #77: ten in 30 s, hit once a second, did not leak at all
// Ask: A millisecond drains a hundredth of a request. Where is that hundredth after your next call?
// Only whole requests drain, and the stamp moves by all of the time.
// A bucket that is asked often stays full for ever.

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
        if with_it_ns > full_ns {
            return Err(Refused::Until(self.later(with_it_ns - full_ns)));
        }
        self.level_ns = with_it_ns;
        Ok(())
    }

    pub fn level_ns(&self, now: Moment) -> u128 {
        let drained = now.since(self.last).as_nanos() / self.period_ns;
        self.level_ns.saturating_sub(drained * self.period_ns)
    }

    fn drain(&mut self, now: Moment) {
        self.level_ns = self.level_ns(now);
        self.last = self.last.max(now);
    }

    fn later(&self, wait_ns: u128) -> Moment {
        u64::try_from(wait_ns).map_or(Moment::MAX, |ns| self.last + Duration::from_nanos(ns))
    }
}
