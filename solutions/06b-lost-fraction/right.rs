// What is less than a token is carried on, in parts of which 10⁹ make one token:
// each nanosecond brings `rate_per_s` of them, and nothing is ever rounded.

use std::time::Duration;

use clock::Moment;

/// Nanoseconds of a second, and so the parts of a token.
const SECOND_NS: u128 = 1_000_000_000;

/// A token bucket that counts in whole numbers.
pub struct Bucket {
    rate_per_s: u64,
    burst: u32,
    /// Whole tokens at `last`.
    tokens: u32,
    /// What there is beside them, in parts; less than one token. A full bucket
    /// has none: it would be a head start.
    rest: u128,
    /// The latest moment that a call has seen.
    last: Moment,
}

impl Bucket {
    /// A bucket that is full at `now`.
    pub fn new(rate_per_s: u64, burst: u32, now: Moment) -> Self {
        Self { rate_per_s, burst, tokens: burst, rest: 0, last: now }
    }

    /// Takes one token, or says the first moment at which a call can have one,
    /// rounded up to the nanosecond; `Moment::MAX` if there is none.
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

    /// Whole tokens, as of the last call.
    pub fn tokens(&self) -> u64 {
        u64::from(self.tokens)
    }

    /// Adds what has come since the last call, up to the burst.
    fn refill(&mut self, now: Moment) {
        let elapsed_ns = now.since(self.last).as_nanos();
        // (2⁶⁴ − 1)² and a little: it fits into 128 bits.
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
