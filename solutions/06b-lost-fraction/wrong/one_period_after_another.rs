// Caught by: after_584_years_it_is_full_and_no_more (never ends)
// Shipped by: no library that we know of; a frequent first try
// Ask: Drained at 0 and asked 584 years later: how many times does the loop go round, and in how many of them is the bucket full already?
// Tokens are added one after another, also when the bucket is full already: 584 years of them take minutes, or never end.

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
        let rate = u128::from(self.rate_per_s);
        self.rest += now.since(self.last).as_nanos() * rate;
        self.last = self.last.max(now);
        while self.rest >= SECOND_NS {
            self.rest -= SECOND_NS;
            self.tokens = (self.tokens + 1).min(self.burst);
        }
        if self.tokens == self.burst {
            self.rest = 0;
        }
    }
}
