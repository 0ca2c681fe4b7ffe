// Caught by: two_meters_share_nothing
// Shipped by: no library that we know of; a frequent first try
// Ask: Two customers have a meter each. Where does your level live?
// The level is one number for the whole program.

use std::time::Duration;

use clock::Moment;

static LEVEL_NS: std::sync::Mutex<u128> = std::sync::Mutex::new(0);

pub struct Meter {
    period_ns: u128,
    capacity: u32,
    last: Moment,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    Until(Moment),
    OverCapacity,
}

impl Meter {
    pub fn new(period: Duration, capacity: u32, now: Moment) -> Self {
        *LEVEL_NS.lock().unwrap() = 0;
        Self { period_ns: period.as_nanos(), capacity, last: now }
    }

    pub fn try_pour(&mut self, n: u32, now: Moment) -> Result<(), Refused> {
        if n > self.capacity {
            return Err(Refused::OverCapacity);
        }
        self.drain(now);
        let full_ns = self.period_ns * u128::from(self.capacity);
        let with_it_ns = *LEVEL_NS.lock().unwrap() + self.period_ns * u128::from(n);
        if with_it_ns > full_ns {
            return Err(Refused::Until(self.later(with_it_ns - full_ns)));
        }
        *LEVEL_NS.lock().unwrap() = with_it_ns;
        Ok(())
    }

    pub fn level_ns(&self, now: Moment) -> u128 {
        LEVEL_NS.lock().unwrap().saturating_sub(now.since(self.last).as_nanos())
    }

    fn drain(&mut self, now: Moment) {
        let level_ns = self.level_ns(now);
        *LEVEL_NS.lock().unwrap() = level_ns;
        self.last = self.last.max(now);
    }

    fn later(&self, wait_ns: u128) -> Moment {
        u64::try_from(wait_ns).map_or(Moment::MAX, |ns| self.last + Duration::from_nanos(ns))
    }
}
