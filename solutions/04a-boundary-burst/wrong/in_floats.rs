// Caught by: exactly_a_window_old_is_old_enough
// Shipped by: no library that we know of; a frequent first try
// Ask: A year has 31 536 000 000 000 000 ns. Does an f64 have each whole number up to that?
// Ages are compared in floating-point seconds: in a long window a nanosecond is lost, and one passes too early.

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
            .is_some_and(|&at| now.since(at).as_secs_f64() >= self.window.as_secs_f64())
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
