// Caught by: after_584_years_it_is_full_and_no_more
// Shipped by: Sentinel d59beae (#838), fixed: the tokens of a long idle time are cast to 32 bits
// Ask: At 1 000 000 000 a second, exactly 2³² tokens have come by 2³² ns. Which number is it that gets compared with the burst?
// The tokens are cast before they are compared with the burst: 2³² of them are none.

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
        let tokens = self.tokens.saturating_add((parts / SECOND_NS) as u32);
        self.last = self.last.max(now);
        if tokens >= self.burst {
            self.tokens = self.burst;
            self.rest = 0;
        } else {
            self.tokens = tokens;
            self.rest = parts % SECOND_NS;
        }
    }
}
