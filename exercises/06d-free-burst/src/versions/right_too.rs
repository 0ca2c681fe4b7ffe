use super::{Limit, Rate};

/// A bucket that keeps what is missing, and not what it holds.
pub struct Bucket {
    limit: Limit,
    /// Thousandths of a token that are missing to the burst.
    missing: i64,
    last_ms: u64,
}

impl Bucket {
    pub fn new(limit: Limit) -> Self {
        Self { limit, missing: 0, last_ms: 0 }
    }

    /// What is missing at the latest time.
    fn settle(&mut self, now_ms: u64) -> i64 {
        if now_ms > self.last_ms {
            self.missing = match self.limit.rate {
                Rate::PerSecond(tokens) => {
                    let flown = tokens * (now_ms - self.last_ms);
                    (self.missing - flown as i64).max(0)
                }
                Rate::Unlimited => 0,
            };
            self.last_ms = now_ms;
        }
        self.missing
    }
}

impl super::Bucket for Bucket {
    fn take(&mut self, n: u32, now_ms: u64) -> bool {
        let with_it = self.settle(now_ms) + i64::from(n) * 1000;
        if self.limit.rate == Rate::Unlimited || n == 0 {
            return true;
        }
        let passes = with_it <= self.limit.burst_milli();
        if passes {
            self.missing = with_it;
        }
        passes
    }

    fn owe(&mut self, n: u32, now_ms: u64) -> Option<u64> {
        let with_it = self.settle(now_ms) + i64::from(n) * 1000;
        if self.limit.rate == Rate::Unlimited || n == 0 {
            return Some(self.last_ms);
        }
        if n > self.limit.burst {
            return None;
        }
        let debt = u64::try_from(with_it - self.limit.burst_milli()).unwrap_or(0);
        let wait_ms = match self.limit.rate {
            Rate::PerSecond(0) if debt > 0 => return None,
            Rate::PerSecond(tokens) => debt.div_ceil(tokens.max(1)),
            Rate::Unlimited => 0,
        };
        self.missing = with_it;
        Some(self.last_ms + wait_ms)
    }

    fn set(&mut self, limit: Limit, now_ms: u64) {
        let held = self.limit.burst_milli() - self.settle(now_ms);
        self.missing = (limit.burst_milli() - held).max(0);
        self.limit = limit;
    }
}
