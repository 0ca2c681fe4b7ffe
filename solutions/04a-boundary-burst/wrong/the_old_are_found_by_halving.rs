// Caught by: a_clock_that_goes_back_forgets_nothing
// Shipped by: no library that we know of; a frequent first try
// Ask: What must be true of the moments in the log, so that halving it finds the first young one?
// The old ones are found by halving, in a log that a clock that goes back has put out of order.

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
        let old = self.passed.partition_point(|&at| now.since(at) >= self.window);
        self.passed.drain(..old);
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
