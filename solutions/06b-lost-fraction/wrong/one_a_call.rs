// Caught by: asked_once_a_second_it_gives_its_rate
// Shipped by: upstash/ratelimit b982ab1 and axum-limit #2: however many periods have passed, one refill
// Ask: Drained at 0, a bucket of 3 a second is asked at 1000 ms. How many tokens have come, how many does this call add, and where is `last` then?
// A call adds one token, however long ago the last one was.

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
        if elapsed_ns * u128::from(self.rate_per_s) >= SECOND_NS {
            self.tokens = (self.tokens + 1).min(self.burst);
            self.last = now;
        }
    }
}
