// Caught by: two_buckets_share_nothing
// Shipped by: no library that we know of; a frequent first try
// Ask: Drained at 0, bucket a is asked at 100 ms and bucket b at 300 ms. What has come to b in 300 ms, and with how much does its count begin?
// The fraction is a global one: one customer gets what another one saved up.

use std::cell::Cell;
use std::time::Duration;

use clock::Moment;

const SECOND_NS: u128 = 1_000_000_000;

thread_local! {
    static REST: Cell<u128> = const { Cell::new(0) };
}

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
        let wait_ns = (SECOND_NS - REST.get()).div_ceil(u128::from(self.rate_per_s));
        Err(self.last + Duration::from_nanos(wait_ns as u64))
    }

    pub fn tokens(&self) -> u64 {
        u64::from(self.tokens)
    }

    fn refill(&mut self, now: Moment) {
        let elapsed_ns = now.since(self.last).as_nanos();
        let parts = elapsed_ns * u128::from(self.rate_per_s) + REST.get();
        let tokens = u128::from(self.tokens) + parts / SECOND_NS;
        self.last = self.last.max(now);
        if tokens >= u128::from(self.burst) {
            self.tokens = self.burst;
            REST.set(0);
        } else {
            self.tokens = tokens as u32;
            REST.set(parts % SECOND_NS);
        }
    }
}
