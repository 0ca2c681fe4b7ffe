// Caught by: at_rate_zero_it_gives_its_burst_and_then_never
// Shipped by: rustcommon #35 is of this kind: a low rate is rounded to 0, and divided by
// Ask: A bucket of rate 0 has given its burst, and somebody asks again. What does the code divide then, and by which number?
// The time of a token is worked out at every rate: at rate 0 it is a division by zero.

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
