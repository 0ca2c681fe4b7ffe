// Caught by: after_584_years_it_is_full_and_no_more
// Shipped by: bucket4j #51, fixed: after 12 idle hours the product is negative
// Ask: Drained, and asked 2²⁴ seconds later at 2⁴⁰ a second: what are the nanoseconds times the rate, and how much of that fits where it is kept?
// Elapsed nanoseconds times rate, in 64 bits: at a high rate a day is too long.

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
        let parts = u128::from((elapsed_ns as u64).wrapping_mul(self.rate_per_s)) + self.rest;
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
