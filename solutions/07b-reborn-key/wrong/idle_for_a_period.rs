// Caught by: a_bucket_that_lacks_a_little_is_kept
// Shipped by: upstash/ratelimit before b982ab1 (mended): the entry of a token bucket died after one interval, however much it owed
// Ask: Five tokens are missing, and nobody has asked for a second. How many are there?
// A key is forgotten a period after it was last let through, whatever it owes by then.

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
        let (period, last) = (self.period, &mut self.last);
        last.retain(|_, last| *last + period > now);
        self.full_at.retain(|key, _| last.contains_key(key));
    }

    /// How many keys it knows.
    pub fn keys(&self) -> usize {
        self.full_at.len()
    }
}
