//! The bucket that anyone would write, wrong on purpose.
//!
//! Every line looks right. The lesson runs it and shows what a quiet night
//! does to it, what a clock that goes back does, and what a caller gets who
//! waits exactly as long as it was told.

use std::time::Duration;

use clock::Moment;

/// A token bucket with three mistakes.
#[derive(Clone, Debug)]
pub struct FirstBucket {
    rate: f64,
    tokens: f64,
    last: Moment,
}

impl FirstBucket {
    /// A bucket that holds `burst` tokens at time 0 and gets `rate` a second.
    pub const fn new(rate: f64, burst: f64) -> Self {
        Self { rate, tokens: burst, last: Moment::ZERO }
    }

    /// Takes a token, or says how long to wait for one.
    pub fn try_acquire(&mut self, now: Moment) -> Result<(), Duration> {
        // Mistake one: nothing stops at the burst. A quiet night becomes a
        // flood in the morning.
        self.tokens += self.rate * now.since(self.last).as_secs_f64();
        // Mistake two: a clock that went back takes `last` along, and the same
        // time is paid for twice.
        self.last = now;
        if self.tokens >= 1.0 {
            self.tokens -= 1.0;
            return Ok(());
        }
        // Mistake three: rounded down. Who waits that long comes too early.
        let millis = (1.0 - self.tokens) / self.rate * 1000.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "as written")]
        Err(Duration::from_millis(millis as u64))
    }

    /// What it holds, as of its last call.
    pub const fn tokens(&self) -> f64 {
        self.tokens
    }
}
