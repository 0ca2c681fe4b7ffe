// Caught by: the_answer_says_exactly_when
// Shipped by: of this kind: x/time/rate (golang/go #34861, mended): a float rounded the first token away
// Ask: Which of the numbers in your code are exact, and which are the nearest that there is?
// The level is a float of seconds. A nanosecond more or less is what a float of seconds cannot be trusted with.

use std::time::Duration;

use clock::Moment;

pub struct Meter {
    period_ns: u128,
    capacity: u32,
    level: f64,
    last: Moment,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    Until(Moment),
    OverCapacity,
}

impl Meter {
    pub fn new(period: Duration, capacity: u32, now: Moment) -> Self {
        Self { period_ns: period.as_nanos(), capacity, level: 0.0, last: now }
    }

    pub fn try_pour(&mut self, n: u32, now: Moment) -> Result<(), Refused> {
        if n > self.capacity {
            return Err(Refused::OverCapacity);
        }
        self.drain(now);
        let full_ns = self.period_ns * u128::from(self.capacity);
        let with_it = self.level + self.period_ns as f64 / 1e9 * f64::from(n);
        let over = with_it - full_ns as f64 / 1e9;
        if over > 0.0 {
            return Err(Refused::Until(self.later((over * 1e9) as u128)));
        }
        self.level = with_it;
        Ok(())
    }

    pub fn level_ns(&self, now: Moment) -> u128 {
        ((self.level - now.since(self.last).as_secs_f64()).max(0.0) * 1e9).round() as u128
    }

    fn drain(&mut self, now: Moment) {
        self.level = (self.level - now.since(self.last).as_secs_f64()).max(0.0);
        self.last = self.last.max(now);
    }

    fn later(&self, wait_ns: u128) -> Moment {
        u64::try_from(wait_ns).map_or(Moment::MAX, |ns| self.last + Duration::from_nanos(ns))
    }
}
