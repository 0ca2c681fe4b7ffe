// Caught by: one_leaves_after_the_other
// Shipped by: no library that we know of; a frequent first try
// Ask: In the failing run, how old are the second and the third when your code throws them away?
// When the oldest is a window old the whole log is emptied: a fixed window in disguise.

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
        if self.passed.front().is_some_and(|&at| now.since(at) >= self.window) {
            self.passed.clear();
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
