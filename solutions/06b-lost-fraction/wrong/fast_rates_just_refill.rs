// Caught by: many_tokens_a_nanosecond_are_counted
// Shipped by: gubernator #118 is of this kind: the bucket is made full instead of counting what came
// Ask: At ten tokens a nanosecond, a bucket of 100 is drained at 0 ns and asked at 1 ns. How many have come, and how many does it hold?
// At more than a token a nanosecond the bucket is made full, whatever it holds.

use std::time::Duration;

use clock::Moment;

const SECOND_NS: u128 = 1_000_000_000;

pub struct Bucket {
    rate_per_s: u64,
    burst: u32,
    tokens: u32,
    rest: u128,
    last: Moment,
}

impl Bucket {
    pub fn new(rate_per_s: u64, burst: u32, now: Moment) -> Self {
        Self { rate_per_s, burst, tokens: burst, rest: 0, last: now }
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
        let wait_ns = (SECOND_NS - self.rest).div_ceil(u128::from(self.rate_per_s));
        Err(self.last + Duration::from_nanos(wait_ns as u64))
    }

    pub fn tokens(&self) -> u64 {
        u64::from(self.tokens)
    }

    fn refill(&mut self, now: Moment) {
        let elapsed_ns = now.since(self.last).as_nanos();
        let parts = elapsed_ns * u128::from(self.rate_per_s) + self.rest;
        let tokens = u128::from(self.tokens) + parts / SECOND_NS;
        self.last = self.last.max(now);
        let fast = u128::from(self.rate_per_s) >= SECOND_NS && elapsed_ns > 0;
        if fast || tokens >= u128::from(self.burst) {
            self.tokens = self.burst;
            self.rest = 0;
        } else {
            self.tokens = tokens as u32;
            self.rest = parts % SECOND_NS;
        }
    }
}
