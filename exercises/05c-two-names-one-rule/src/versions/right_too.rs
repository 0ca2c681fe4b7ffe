use std::time::Duration;

use clock::Moment;

use super::{Rule, Verdict};

/// A meter that keeps the moment at which it is empty, and no level.
pub struct Gate {
    period_ns: u128,
    capacity: u32,
    empty_ns: u128,
    last: Moment,
}

impl Gate {
    pub fn new(rule: Rule) -> Self {
        Self {
            period_ns: rule.period.as_nanos(),
            capacity: rule.capacity,
            empty_ns: 0,
            last: Moment::ZERO,
        }
    }
}

impl super::Gate for Gate {
    fn ask(&mut self, n: u32, now: Moment) -> Verdict {
        self.last = self.last.max(now);
        if n > self.capacity {
            return Verdict::TooMany;
        }
        let latest_ns = u128::from(self.last.as_nanos());
        let empty_ns = self.empty_ns.max(latest_ns) + self.period_ns * u128::from(n);
        let room_ns = empty_ns.saturating_sub(self.period_ns * u128::from(self.capacity));
        if room_ns > latest_ns {
            let wait_ns = u64::try_from(room_ns - latest_ns).unwrap_or(u64::MAX);
            return Verdict::Until(self.last + Duration::from_nanos(wait_ns));
        }
        self.empty_ns = empty_ns;
        Verdict::Passes
    }
}
