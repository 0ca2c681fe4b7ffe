// Caught by: whoever_has_no_tenant_is_not_limited
// Shipped by: supabase/auth before #706 (mended): all requests without the header shared the bucket of the empty key
// Ask: The health check asks for the fourth time. Whose tokens has it used?
// No tenant is taken for a tenant without a name.

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
        let name = tenant.unwrap_or_default();
        let full = || Bucket::full(self.period, self.burst, now);
        self.buckets.entry(name.to_owned()).or_insert_with(full).try_take(now)
    }
}
