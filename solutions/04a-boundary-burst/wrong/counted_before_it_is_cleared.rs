// Caught by: two_bursts_around_a_second_are_one_burst
// Shipped by: apache/shenyu #6754: the log counts what has expired
// Ask: Of the moments that are in the log when you count them, which ones still matter at `now`?
// It counts first and throws away afterwards: the first call after a pause is refused.

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
        let room = self.passed.len() < self.limit;
        let first = self.passed.front().copied();
        while self.passed.front().is_some_and(|&at| now.since(at) >= self.window) {
            self.passed.pop_front();
        }
        if room {
            self.passed.push_back(now);
            return Ok(());
        }
        Err(self.passed.front().copied().or(first).unwrap_or(now) + self.window)
    }

    /// How many moments the log holds.
    pub fn kept(&self) -> usize {
        self.passed.len()
    }
}
