// Caught by: the_answer_says_exactly_when
// Shipped by: golang/go #34861 is of this kind: a round trip through floats loses the first token
// Ask: At 333 333 334 ns a call takes one of 1.000000002 tokens. Which `f64` is left of it, and what has it come to at 1 000 000 000 ns?
// The balance is an f64, and most fractions of a token are none: each call rounds a little, and it adds up.

use std::time::Duration;

use clock::Moment;

const SECOND_NS: f64 = 1e9;

pub struct Bucket {
    rate_per_s: f64,
    burst: f64,
    tokens: f64,
    last: Moment,
}

impl Bucket {
    pub fn new(rate_per_s: u64, burst: u32, now: Moment) -> Self {
        Self {
            rate_per_s: rate_per_s as f64,
            burst: f64::from(burst),
            tokens: f64::from(burst),
            last: now,
        }
    }

    pub fn try_take(&mut self, now: Moment) -> Result<(), Moment> {
        self.refill(now);
        if self.tokens >= 1.0 {
            self.tokens -= 1.0;
            return Ok(());
        }
        if self.rate_per_s == 0.0 {
            return Err(Moment::MAX);
        }
        let wait_ns = ((1.0 - self.tokens) / self.rate_per_s * SECOND_NS).ceil();
        Err(self.last + Duration::from_nanos(wait_ns as u64))
    }

    pub fn tokens(&self) -> u64 {
        self.tokens as u64
    }

    fn refill(&mut self, now: Moment) {
        let elapsed_ns = now.since(self.last).as_nanos() as f64;
        let fresh = elapsed_ns * self.rate_per_s / SECOND_NS;
        self.tokens = (self.tokens + fresh).min(self.burst);
        self.last = self.last.max(now);
    }
}
