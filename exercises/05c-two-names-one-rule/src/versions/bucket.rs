use std::time::Duration;

use clock::Moment;

use super::{Rule, Verdict};

/// A token bucket. A token is as many nanoseconds as it takes to come.
pub struct Gate {
    period_ns: u128,
    burst: u32,
    held_ns: u128,
    last: Moment,
}

impl Gate {
    pub fn new(rule: Rule) -> Self {
        let held_ns = rule.period.as_nanos() * u128::from(rule.capacity);
        let period_ns = rule.period.as_nanos();
        Self { period_ns, burst: rule.capacity, held_ns, last: Moment::ZERO }
    }
}

impl super::Gate for Gate {
    fn ask(&mut self, n: u32, now: Moment) -> Verdict {
        let full_ns = self.period_ns * u128::from(self.burst);
        self.held_ns = (self.held_ns + now.since(self.last).as_nanos()).min(full_ns);
        self.last = self.last.max(now);
        if n > self.burst {
            return Verdict::TooMany;
        }
        let cost_ns = self.period_ns * u128::from(n);
        if cost_ns > self.held_ns {
            let wait_ns = u64::try_from(cost_ns - self.held_ns).unwrap_or(u64::MAX);
            return Verdict::Until(self.last + Duration::from_nanos(wait_ns));
        }
        self.held_ns -= cost_ns;
        Verdict::Passes
    }
}
