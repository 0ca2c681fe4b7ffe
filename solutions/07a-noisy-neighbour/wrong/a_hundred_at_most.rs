// Caught by: a_thousand_tenants_have_a_thousand_buckets
// Shipped by: of this kind: LemmyNet/lemmy #4560 (mended after five months), and hpcloud/tail before #105 (mended), with more than 100 buckets
// Ask: A shop comes back, and its bucket is full. Who threw the used one away, and when?
// When the map is large it is emptied, and all tenants begin anew.

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
        if self.buckets.len() >= 100 && !self.buckets.contains_key(name) {
            self.buckets.clear();
        }
        let full = || Bucket::full(self.period, self.burst, now);
        self.buckets.entry(name.to_owned()).or_insert_with(full).try_take(now)
    }
}
