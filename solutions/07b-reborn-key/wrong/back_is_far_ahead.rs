// Caught by: a_clock_that_goes_back_makes_nobody_full
// Shipped by: sethvargo/go-limiter before 283e2b5 (#57, mended): `now` minus a later time wrapped in u64, and a key in use was purged
// Ask: `full_at` is 11 s and `now` is 0 s. What is 0 minus 11 in a number that has no sign?
// The time since the bucket was full wraps round, and a very long time has passed.

use std::collections::BTreeMap;
use std::time::Duration;

use clock::Moment;

/// A limiter that gives each key a bucket, and forgets those that are not needed.
pub struct Limiter {
    period: Duration,
    burst: u32,
    /// For each key, when its bucket is full again.
    full_at: BTreeMap<u32, Moment>,
    /// When each key was last let through.
    last: BTreeMap<u32, Moment>,
}

impl Limiter {
    /// For each key a token each `period`, and `burst` at once. Nobody is known yet.
    pub fn new(period: Duration, burst: u32) -> Self {
        Self { period, burst, full_at: BTreeMap::new(), last: BTreeMap::new() }
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
        self.last.insert(key, now);
        Ok(())
    }

    /// Forgets the keys whose bucket is full.
    pub fn sweep(&mut self, now: Moment) {
        let last = &self.last;
        self.full_at.retain(|key, full_at| {
            let idle_ns = now.as_nanos().wrapping_sub(last[key].as_nanos());
            idle_ns < full_at.as_nanos() - last[key].as_nanos()
        });
    }

    /// How many keys it knows.
    pub fn keys(&self) -> usize {
        self.full_at.len()
    }
}
