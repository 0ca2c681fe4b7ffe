// Caught by: two_bursts_around_a_second_are_one_burst
// Shipped by: tower 0.5 RateLimit begins its window with a request
// Ask: When does your window begin in the failing run, and what is on the other side of its end?
// The window begins with the first request instead of the clock: its boundary has moved, and is still there.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;

/// A sliding log: the moments of what passed.
pub struct Log {
    limit: usize,
    window: Duration,
    start: Option<Moment>,
    count: usize,
}

impl Log {
    /// A log in which nothing has passed.
    pub fn new(limit: usize, window: Duration) -> Self {
        Self { limit, window, start: None, count: 0 }
    }

    /// Lets one through, or says the first moment at which one would pass.
    pub fn try_take(&mut self, now: Moment) -> Result<(), Moment> {
        let now = now.max(self.start.unwrap_or(now));
        if self.start.is_none_or(|start| now.since(start) >= self.window) {
            (self.start, self.count) = (Some(now), 0);
        }
        if self.count < self.limit {
            self.count += 1;
            return Ok(());
        }
        Err(self.start.unwrap_or(now) + self.window)
    }

    /// How many moments the log holds.
    pub fn kept(&self) -> usize {
        self.count
    }
}
