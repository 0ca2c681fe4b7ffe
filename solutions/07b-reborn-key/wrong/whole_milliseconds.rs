// Caught by: a_bucket_that_lacks_a_little_is_kept
// Shipped by: of this kind: redis-cell #12 (mended): who came less than a whole second early was let through, and 100 a second became 130
// Ask: The sweep comes a nanosecond before the bucket is full. In whole milliseconds, when is "now", and when is "full"?
// Both times are rounded before they are compared, to the nearest millisecond.

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
        let ms = |at: Moment| (at.as_nanos() + 500_000) / 1_000_000;
        self.full_at.retain(|_, full_at| ms(*full_at) > ms(now));
    }

    /// How many keys it knows.
    pub fn keys(&self) -> usize {
        self.full_at.len()
    }
}
