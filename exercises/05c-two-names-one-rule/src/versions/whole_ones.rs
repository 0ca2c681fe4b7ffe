use std::time::Duration;

use clock::Moment;

use super::{Rule, Verdict};

pub struct Gate {
    period_ns: u128,
    capacity: u32,
    level_ns: u128,
    last: Moment,
}

impl Gate {
    pub fn new(rule: Rule) -> Self {
        Self {
            period_ns: rule.period.as_nanos(),
            capacity: rule.capacity,
            level_ns: 0,
            last: Moment::ZERO,
        }
    }

    fn drain(&mut self, now: Moment) {
        self.level_ns = self
            .level_ns
            .saturating_sub(now.since(self.last).as_nanos() / self.period_ns * self.period_ns);
        self.last = self.last.max(now);
    }

    fn later(&self, wait_ns: u128) -> Verdict {
        let wait_ns = u64::try_from(wait_ns).unwrap_or(u64::MAX);
        Verdict::Until(self.last + Duration::from_nanos(wait_ns))
    }
}

impl super::Gate for Gate {
    fn ask(&mut self, n: u32, now: Moment) -> Verdict {
        self.drain(now);
        if n > self.capacity {
            return Verdict::TooMany;
        }
        let full_ns = self.period_ns * u128::from(self.capacity);
        let with_it_ns = self.level_ns + self.period_ns * u128::from(n);
        if with_it_ns > full_ns {
            return self.later(with_it_ns - full_ns);
        }
        self.level_ns = with_it_ns;
        Verdict::Passes
    }
}
