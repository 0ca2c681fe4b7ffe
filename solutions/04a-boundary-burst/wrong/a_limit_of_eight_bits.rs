// Caught by: five_pass_and_the_sixth_is_refused
// Shipped by: no library that we know of; a frequent first try
// Ask: What is left of 300 in eight bits?
// The limit is kept in eight bits: of a larger one only a rest is left.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;

/// A sliding log: the moments of what passed.
pub struct Log {
    limit: u8,
    window: Duration,
    /// When something passed, the oldest in front.
    passed: VecDeque<Moment>,
}

impl Log {
    /// A log in which nothing has passed.
    pub fn new(limit: usize, window: Duration) -> Self {
        Self { limit: limit as u8, window, passed: VecDeque::new() }
    }

    /// Lets one through, or says the first moment at which one would pass.
    pub fn try_take(&mut self, now: Moment) -> Result<(), Moment> {
        let now = self.passed.back().map_or(now, |&last| last.max(now));
        while self.passed.front().is_some_and(|&at| now.since(at) >= self.window) {
            self.passed.pop_front();
        }
        if self.passed.len() < usize::from(self.limit) {
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
