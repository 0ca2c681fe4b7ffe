//! The meter that anyone would write, wrong on purpose.
//!
//! It asks whether the bucket is full, and not whether the next request still
//! fits in. The lesson shows what that lets through.

use std::time::Duration;

use clock::Moment;

/// A leaky bucket as a meter, with one mistake.
#[derive(Clone, Debug)]
pub struct FirstMeter {
    /// How long one request takes to drain.
    period: Duration,
    capacity: u32,
    /// What is in it, as the time that it takes to drain.
    level: Duration,
    last: Moment,
}

impl FirstMeter {
    /// An empty bucket at time 0 that holds `capacity` requests and drains one
    /// every `period`.
    pub const fn new(period: Duration, capacity: u32) -> Self {
        Self { period, capacity, level: Duration::ZERO, last: Moment::ZERO }
    }

    /// Pours one request in, if the bucket is not full. True if it was poured.
    pub fn try_pour(&mut self, now: Moment) -> bool {
        self.level = self.level(now);
        self.last = self.last.max(now);
        // The mistake: it is not full, so there must be room. A bucket of five
        // that holds 4.99 is not full, and has no room for one either.
        if self.level < self.period * self.capacity {
            self.level += self.period; // lit: admitted
            return true;
        }
        false // lit: refused
    }

    /// What is in it at `now`, as the time that it takes to drain.
    pub fn level(&self, now: Moment) -> Duration {
        self.level.saturating_sub(now.since(self.last))
    }
}
