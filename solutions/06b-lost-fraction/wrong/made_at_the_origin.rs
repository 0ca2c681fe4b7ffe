// Caught by: a_clock_that_goes_back_gives_nothing
// Shipped by: no library that we know of; a frequent first try
// Ask: A bucket is made at 1000 ms and drained at 500 ms. Where is `last` then, and how much time does a call at 600 ms pay for?
// The moment at which the bucket is made is not looked at: it counts from the origin of the clock.

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
        Self { rate_per_s, burst, tokens: burst, rest: 0, last: Moment::ZERO }
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
        if tokens >= u128::from(self.burst) {
            self.tokens = self.burst;
            self.rest = 0;
        } else {
            self.tokens = tokens as u32;
            self.rest = parts % SECOND_NS;
        }
    }
}
