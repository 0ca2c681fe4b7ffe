// Caught by: after_a_quiet_night_it_is_empty_and_no_more
// Shipped by: leaky-bucket before 1.1.1, from the other side: it saved up tokens without end
// Ask: After a night without messages, what is in your bucket, and how many go in before it is full?
// The level is a signed number and goes on falling.
// A quiet night is room for thousands.

use std::time::Duration;

use clock::Moment;

pub struct Meter {
    period_ns: u128,
    capacity: u32,
    level_ns: i128,
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
        let full_ns = (self.period_ns * u128::from(self.capacity)) as i128;
        let with_it_ns = self.level_ns + (self.period_ns * u128::from(n)) as i128;
        if with_it_ns > full_ns {
            return Err(Refused::Until(self.later((with_it_ns - full_ns) as u128)));
        }
        self.level_ns = with_it_ns;
        Ok(())
    }

    pub fn level_ns(&self, now: Moment) -> u128 {
        self.at(now).max(0) as u128
    }

    fn drain(&mut self, now: Moment) {
        self.level_ns = self.at(now);
        self.last = self.last.max(now);
    }

    fn at(&self, now: Moment) -> i128 {
        self.level_ns - now.since(self.last).as_nanos() as i128
    }

    fn later(&self, wait_ns: u128) -> Moment {
        u64::try_from(wait_ns).map_or(Moment::MAX, |ns| self.last + Duration::from_nanos(ns))
    }
}
