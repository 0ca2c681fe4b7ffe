// Caught by: asked_each_100_ms_it_gives_as_much
// Shipped by: envoy #16407, and others: 3000 a second became about 2500, since each credit dropped a fraction
// Ask: At 400 ms, 1.2 tokens have come since `last`. How many go into `tokens`, how much time do these take, and how far does `last` move?
// The stamp waits for a whole token, and then moves to now: what is over at that moment is dropped.

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
        if fresh > 0 {
            self.last = now;
        }
    }
}
