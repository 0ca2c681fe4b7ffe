// Caught by: the_answer_says_exactly_when
// Shipped by: leaky-bucket 1.1.2 is of this kind: an interval of 1.999 ms counts as 1 ms, and mints
// Ask: At 3 a second, how many nanoseconds go by in this bucket for three tokens, and how many are there in a second?
// The stamp moves by what was paid out, in whole nanoseconds a token: a third of one is won with each.

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
        Err(self.last + Duration::from_nanos(self.period_ns() as u64))
    }

    pub fn tokens(&self) -> u64 {
        u64::from(self.tokens)
    }

    fn refill(&mut self, now: Moment) {
        if self.rate_per_s == 0 || now <= self.last {
            return;
        }
        let fresh = now.since(self.last).as_nanos() / self.period_ns();
        let tokens = u128::from(self.tokens) + fresh;
        if tokens >= u128::from(self.burst) {
            self.tokens = self.burst;
            self.last = now;
        } else {
            self.tokens = tokens as u32;
            self.last = self.last + Duration::from_nanos((fresh * self.period_ns()) as u64);
        }
    }

    fn period_ns(&self) -> u128 {
        (SECOND_NS / u128::from(self.rate_per_s)).max(1)
    }
}
