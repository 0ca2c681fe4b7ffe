// Caught by: many_tokens_a_nanosecond_are_counted
// Shipped by: leaky-bucket 1.1.2 is of this kind: the time of a token is cut off to a whole number, and mints
// Ask: At 39 999 600 000 000 a second, how long is one token in the unit of this code, and how many such tokens does one nanosecond pay for?
// The time of a token, in a unit that is fine enough: at some rate it is not, and something is won with each token.

use std::time::Duration;

use clock::Moment;

const SECOND_FS: u128 = 1_000_000_000_000_000;
const NANOSECOND_FS: u128 = 1_000_000;

pub struct Bucket {
    never: bool,
    token_fs: u128,
    full_fs: u128,
    saved_fs: u128,
    last: Moment,
}

impl Bucket {
    pub fn new(rate_per_s: u64, burst: u32, now: Moment) -> Self {
        let token_fs = (SECOND_FS / u128::from(rate_per_s.max(1))).max(1);
        let full_fs = token_fs * u128::from(burst);
        Self { never: rate_per_s == 0, token_fs, full_fs, saved_fs: full_fs, last: now }
    }

    pub fn try_take(&mut self, now: Moment) -> Result<(), Moment> {
        if !self.never {
            let elapsed_fs = now.since(self.last).as_nanos() * NANOSECOND_FS;
            self.saved_fs = (self.saved_fs + elapsed_fs).min(self.full_fs);
        }
        self.last = self.last.max(now);
        if self.saved_fs >= self.token_fs {
            self.saved_fs -= self.token_fs;
            return Ok(());
        }
        if self.never {
            return Err(Moment::MAX);
        }
        let wait_ns = (self.token_fs - self.saved_fs).div_ceil(NANOSECOND_FS);
        Err(self.last + Duration::from_nanos(wait_ns as u64))
    }

    pub fn tokens(&self) -> u64 {
        (self.saved_fs / self.token_fs) as u64
    }
}
