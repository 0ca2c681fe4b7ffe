// Caught by: asked_each_100_ms_it_gives_as_much
// Shipped by: svix/diom #115, fixed: the stamp moves with every call, tokens come only as whole ones
// Ask: Between 200 and 300 ms, 0.3 of a token comes. What does the call at 300 ms add to `tokens`, and from when does the call at 400 ms count?
// The fraction is dropped and its time is counted as paid.

use std::time::Duration;

use clock::Moment;

const SECOND_NS: u128 = 1_000_000_000;

pub struct Bucket {
    rate_per_s: u64,
    burst: u32,
    tokens: u32,
    last: Moment,
}

impl Bucket {
    pub fn new(rate_per_s: u64, burst: u32, now: Moment) -> Self {
        Self { rate_per_s, burst, tokens: burst, last: now }
    }

    pub fn try_take(&mut self, now: Moment) -> Result<(), Moment> {
        self.refill(now);
        if self.tokens > 0 {
            self.tokens -= 1;
            return Ok(());
        }
        if self.rate_per_s == 0 {
            return Err(Moment::MAX);
        }
        let wait_ns = SECOND_NS.div_ceil(u128::from(self.rate_per_s));
        Err(self.last + Duration::from_nanos(wait_ns as u64))
    }

    pub fn tokens(&self) -> u64 {
        u64::from(self.tokens)
    }

    fn refill(&mut self, now: Moment) {
        let elapsed_ns = now.since(self.last).as_nanos();
        let fresh = elapsed_ns * u128::from(self.rate_per_s) / SECOND_NS;
        let tokens = u128::from(self.tokens) + fresh;
        self.tokens = tokens.min(u128::from(self.burst)) as u32;
        self.last = self.last.max(now);
    }
}
