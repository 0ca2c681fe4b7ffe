// Caught by: a_tenant_has_its_burst_and_then_its_rate
// Shipped by: no library that we know of; the bucket is taken out, used, and never put back
// Ask: The fourth request of one tenant: which bucket is it asked of, and where has that been since the third?
// Each request finds a bucket that nobody has used, since the used one is thrown away.

use std::collections::HashMap;
use std::time::Duration;

use clock::Moment;

/// A limiter that gives each tenant a bucket of its own.
pub struct Limiter {
    period: Duration,
    burst: u32,
    buckets: HashMap<String, Bucket>,
}

/// One token bucket.
#[derive(Clone, Debug)]
struct Bucket {
    period: Duration,
    burst: u32,
    /// When it is full again.
    full_at: Moment,
}

impl Bucket {
    /// A bucket that is full at `now`. A token comes each `period`.
    fn full(period: Duration, burst: u32, now: Moment) -> Self {
        Self { period, burst, full_at: now }
    }

    /// Takes one token, or says when there will be one.
    fn try_take(&mut self, now: Moment) -> Result<(), Moment> {
        let next = self.full_at.max(now) + self.period;
        let ready = next.saturating_sub(self.period * self.burst);
        if ready > now {
            return Err(ready);
        }
        self.full_at = next;
        Ok(())
    }
}

impl Limiter {
    /// For each tenant a token each `period`, and `burst` at once.
    pub fn new(period: Duration, burst: u32) -> Self {
        Self { period, burst, buckets: HashMap::new() }
    }

    /// Takes a token from the bucket of `tenant`, or says when it has one. A request
    /// without a tenant is not limited.
    pub fn try_take(&mut self, tenant: Option<&str>, now: Moment) -> Result<(), Moment> {
        let Some(name) = tenant else { return Ok(()) };
        let mut bucket = Bucket::full(self.period, self.burst, now);
        if let Some(known) = self.buckets.get(name) {
            bucket = known.clone();
        }
        bucket.try_take(now)
    }
}
