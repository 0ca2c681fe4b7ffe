// Caught by: a_clock_that_goes_back_forgets_nothing
// Shipped by: no library that we know of; a frequent first try
// Ask: Which of those that passed does your code count when it is asked with an earlier time?
// Only what passed up to `now` is counted: an old time does not see what passed after it, and lets more through.

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
        while self.passed.front().is_some_and(|&at| now.since(at) >= self.window) {
            self.passed.pop_front();
        }
        let count = self.passed.iter().filter(|&&at| at <= now).count();
        if count < self.limit {
            let place = self.passed.partition_point(|&at| at <= now);
            self.passed.insert(place, now);
            return Ok(());
        }
        Err(self.passed[0] + self.window)
    }

    /// How many moments the log holds.
    pub fn kept(&self) -> usize {
        self.passed.len()
    }
}
