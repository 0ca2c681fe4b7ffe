use super::{Limit, Rate};

/// A bucket that keeps what it holds.
pub struct Bucket {
    limit: Limit,
    /// Thousandths of a token; below 0 it is a debt.
    milli: i64,
    last_ms: u64,
}

impl Bucket {
    pub fn new(limit: Limit) -> Self {
        Self { limit, milli: limit.burst_milli(), last_ms: 0 }
    }

    fn settle(&mut self, now_ms: u64) {
        let elapsed_ms = now_ms.saturating_sub(self.last_ms);
        let flown = match self.limit.rate {
            Rate::PerSecond(tokens) => (tokens * elapsed_ms) as i64,
            Rate::Unlimited if elapsed_ms > 0 => i64::MAX / 2,
            Rate::Unlimited => 0,
        };
        self.milli = (self.milli + flown).min(self.limit.burst_milli());
        self.last_ms = self.last_ms.max(now_ms);
    }
}

impl super::Bucket for Bucket {
    fn take(&mut self, n: u32, now_ms: u64) -> bool {
        self.settle(now_ms);
        if self.limit.rate == Rate::Unlimited {
            return true;
        }
        let cost = i64::from(n) * 1000;
        if n > self.limit.burst || (n > 0 && cost > self.milli) {
            return false;
        }
        self.milli -= cost;
        true
    }

    fn owe(&mut self, n: u32, now_ms: u64) -> Option<u64> {
        self.settle(now_ms);
        if self.limit.rate == Rate::Unlimited || n == 0 {
            return Some(self.last_ms);
        }
        let left = self.milli - i64::from(n) * 1000;
        let wait_ms = match self.limit.rate {
            _ if n > self.limit.burst => return None,
            _ if left >= 0 => 0,
            Rate::PerSecond(0) => return None,
            Rate::PerSecond(tokens) => left.unsigned_abs().div_ceil(tokens),
            Rate::Unlimited => 0,
        };
        self.milli = left;
        Some(self.last_ms + wait_ms)
    }

    fn set(&mut self, limit: Limit, now_ms: u64) {
        self.settle(now_ms);
        self.limit = limit;
        self.milli = self.milli.min(limit.burst_milli());
    }
}
