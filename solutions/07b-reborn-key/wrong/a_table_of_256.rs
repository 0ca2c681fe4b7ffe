// Caught by: without_a_sweep_each_key_has_its_bucket
// Shipped by: no library that we know of; a table that is indexed by a few bits of the key, and does not compare the rest
// Ask: Keys 1 and 257 come to an empty table. In which of its 256 places does each of them find its bucket?
// A bucket is found by the lowest eight bits of the key, and keys that share these share it.

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
        let full_at = self.full_at.get(&(key % 256)).copied().unwrap_or(now);
        let next = full_at.max(now) + self.period;
        let ready = next.saturating_sub(self.period * self.burst);
        if ready > now {
            return Err(ready);
        }
        self.full_at.insert(key % 256, next);
        Ok(())
    }

    /// Forgets the keys whose bucket is full.
    pub fn sweep(&mut self, now: Moment) {
        self.full_at.retain(|_, full_at| *full_at > now);
    }

    /// How many keys it knows.
    pub fn keys(&self) -> usize {
        self.full_at.len()
    }
}
