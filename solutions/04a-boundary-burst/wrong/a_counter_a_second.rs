// Caught by: two_bursts_around_a_second_are_one_burst
// Shipped by: tower 0.5 RateLimit, and every fixed window: by design
// Ask: Which two calls of the failing run are closest to each other, and which numbers does your code compare for each of them?
// A counter for each window of the clock: twice the limit passes around the boundary.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;

/// A sliding log: the moments of what passed.
pub struct Log {
    limit: usize,
    window: Duration,
    index: u64,
    count: usize,
}

impl Log {
    /// A log in which nothing has passed.
    pub fn new(limit: usize, window: Duration) -> Self {
        Self { limit, window, index: 0, count: 0 }
    }

    /// Lets one through, or says the first moment at which one would pass.
    pub fn try_take(&mut self, now: Moment) -> Result<(), Moment> {
        let index = now.as_nanos() / self.window.as_nanos() as u64;
        if index > self.index {
            (self.index, self.count) = (index, 0);
        }
        if self.count < self.limit {
            self.count += 1;
            return Ok(());
        }
        Err(Moment::from_nanos((self.index + 1).saturating_mul(self.window.as_nanos() as u64)))
    }

    /// How many moments the log holds.
    pub fn kept(&self) -> usize {
        self.count
    }
}
