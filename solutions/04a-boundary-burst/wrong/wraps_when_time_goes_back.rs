// Caught by: a_clock_that_goes_back_forgets_nothing
// Shipped by: no library that we know of; a frequent first try
// Ask: What is the age of something that passed after `now`, in unsigned numbers?
// The age is a wrapping subtraction: what passed after `now` is 584 years old, and forgotten.

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
        while self.passed.front().is_some_and(|&at| {
            u128::from(now.as_nanos().wrapping_sub(at.as_nanos())) >= self.window.as_nanos()
        }) {
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
