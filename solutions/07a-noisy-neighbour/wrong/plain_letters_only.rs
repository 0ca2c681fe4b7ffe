// Caught by: tenants_are_told_apart_by_their_whole_name
// Shipped by: no library that we know of; names are cleaned for a log, and the clean ones are counted
// Ask: A name is written in letters that are not in ASCII. Which of them are left where you look it up?
// All letters that are not in ASCII are left out, and names that differ in these alone share a bucket.

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
        let full = || Bucket::full(self.period, self.burst, now);
        let plain: String = name.chars().filter(char::is_ascii).collect();
        self.buckets.entry(plain).or_insert_with(full).try_take(now)
    }
}
