// Caught by: nothing_comes_later_than_the_last_moment
// Shipped by: no library that we know of; a frequent first try
// Ask: How many years of nanoseconds fit into 64 bits, and what becomes of a window that is longer?
// The window is cut to 64 bits of nanoseconds: one of 600 years becomes one of 15.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;

/// A sliding log: the moments of what passed.
pub struct Log {
    limit: usize,
    window: Duration,
    /// When something passed, the oldest in front.
    passed: VecDeque<Moment>,
}

impl Log {
    /// A log in which nothing has passed.
    pub fn new(limit: usize, window: Duration) -> Self {
        Self { limit, window, passed: VecDeque::new() }
    }

    /// Lets one through, or says the first moment at which one would pass.
    pub fn try_take(&mut self, now: Moment) -> Result<(), Moment> {
        let now = self.passed.back().map_or(now, |&last| last.max(now));
        while self
            .passed
            .front()
            .is_some_and(|&at| now.since(at).as_nanos() as u64 >= self.window.as_nanos() as u64)
        {
            self.passed.pop_front();
        }
        if self.passed.len() < self.limit {
            self.passed.push_back(now);
            return Ok(());
        }
        Err(self.passed[0] + self.window)
    }

    /// How many moments the log holds.
    pub fn kept(&self) -> usize {
        self.passed.len()
    }
}
