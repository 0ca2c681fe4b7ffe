// Caught by: several_at_once_go_in_together_or_not_at_all
// Shipped by: gubernator #118: the leaky bucket was full again, all at once, after each period
// Ask: A tenth of a second drains one. What does your bucket do with the other four?
// When a period is over the bucket is emptied, instead of one request the less.
// That is a fixed window, under another name.

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
        let elapsed_ns = now.since(self.last).as_nanos();
        if elapsed_ns >= self.period_ns { 0 } else { self.level_ns - elapsed_ns.min(self.level_ns) }
    }

    fn drain(&mut self, now: Moment) {
        self.level_ns = self.level_ns(now);
        self.last = self.last.max(now);
    }

    fn later(&self, wait_ns: u128) -> Moment {
        u64::try_from(wait_ns).map_or(Moment::MAX, |ns| self.last + Duration::from_nanos(ns))
    }
}
