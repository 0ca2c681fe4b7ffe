// The one file to edit. The task is in README.md; `cargo test -p lost-fraction` grades it.
//
// This bucket is in production. It compiles, it has been reviewed, and it is wrong.

use std::time::Duration;

use clock::Moment;

const SECOND_NS: u128 = 1_000_000_000;

/// A token bucket that counts in whole numbers.
pub struct Bucket {
    rate_per_s: u64,
    burst: u32,
    /// Whole tokens at `last`.
    tokens: u32,
    /// The latest moment that a call has seen.
    last: Moment,
}

impl Bucket {
    /// A bucket that is full at `now`. It gets `rate_per_s` tokens a second,
    /// which may be 0, and holds at most `burst`, which is at least 1.
    pub fn new(rate_per_s: u64, burst: u32, now: Moment) -> Self {
        Self { rate_per_s, burst, tokens: burst, last: now }
    }

    /// Takes one token, or says the first moment at which a call can have one
    /// if nobody else comes: to the nanosecond, rounded up.
    ///
    /// At rate 0 no token ever comes, and that moment is `Moment::MAX`; so it is
    /// when it would be later than that.
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

    /// Whole tokens, as of the last call.
    pub fn tokens(&self) -> u64 {
        u64::from(self.tokens)
    }

    /// Adds what has come since the last call, up to the burst. A clock that
    /// went back gives nothing.
    fn refill(&mut self, now: Moment) {
        let elapsed_ns = now.since(self.last).as_nanos();
        let fresh = elapsed_ns * u128::from(self.rate_per_s) / SECOND_NS;
        let tokens = u128::from(self.tokens) + fresh;
        self.tokens = tokens.min(u128::from(self.burst)) as u32;
        self.last = self.last.max(now);
    }
}
