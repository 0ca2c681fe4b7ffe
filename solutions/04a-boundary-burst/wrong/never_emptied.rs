// Caught by: it_keeps_no_more_than_the_limit
// Shipped by: no library that we know of; a frequent first try
// Ask: How long is your log after a year?
// What is too old is not counted, and not thrown away either: the log grows for ever.

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
        let counts = |at: &&Moment| now.since(**at) < self.window;
        let count = self.passed.iter().rev().take_while(counts).count();
        if count < self.limit {
            self.passed.push_back(now);
            return Ok(());
        }
        Err(self.passed[self.passed.len() - count] + self.window)
    }

    /// How many moments the log holds.
    pub fn kept(&self) -> usize {
        self.passed.len()
    }
}
