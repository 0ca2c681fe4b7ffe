// Caught by: a_sweep_looks_at_each_key
// Shipped by: no library that we know of; a sweep that is kept short so that nobody waits for it
// Ask: A thousand keys are full, and a thousand more a second later. How many are left after a sweep each second?
// A sweep looks at the first hundred keys, and leaves all that stand behind them.

use std::collections::BTreeMap;
use std::time::Duration;

use clock::Moment;

/// A limiter that gives each key a bucket, and forgets those that are not needed.
pub struct Limiter {
    period: Duration,
    burst: u32,
    /// For each key, when its bucket is full again.
    full_at: BTreeMap<u32, Moment>,
}

impl Limiter {
    /// For each key a token each `period`, and `burst` at once. Nobody is known yet.
    pub fn new(period: Duration, burst: u32) -> Self {
        Self { period, burst, full_at: BTreeMap::new() }
    }

    /// Takes a token of `key`, or says when it has one. A key that is not known has
    /// a full bucket.
    pub fn try_take(&mut self, key: u32, now: Moment) -> Result<(), Moment> {
        let full_at = self.full_at.get(&key).copied().unwrap_or(now);
        let next = full_at.max(now) + self.period;
        let ready = next.saturating_sub(self.period * self.burst);
        if ready > now {
            return Err(ready);
        }
        self.full_at.insert(key, next);
        Ok(())
    }

    /// Forgets the keys whose bucket is full.
    pub fn sweep(&mut self, now: Moment) {
        let mut seen = 0;
        self.full_at.retain(|_, full_at| {
            seen += 1;
            seen > 100 || *full_at > now
        });
    }

    /// How many keys it knows.
    pub fn keys(&self) -> usize {
        self.full_at.len()
    }
}
