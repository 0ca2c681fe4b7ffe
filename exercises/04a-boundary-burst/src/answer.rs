// The one file to edit. The task is in README.md; `cargo test -p boundary-burst` grades it.

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
    /// A log in which nothing has passed. `limit` is at least 1, and the window
    /// is longer than nothing.
    pub fn new(limit: usize, window: Duration) -> Self {
        Self { limit, window, passed: VecDeque::new() }
    }

    /// Lets one through and remembers it, or says the first moment at which one
    /// would pass if nobody else comes.
    pub fn try_take(&mut self, now: Moment) -> Result<(), Moment> {
        todo!(
            "if fewer than {} passed in (now - {:?}, now], where now is {now}: write it down, and Ok",
            self.limit,
            self.window
        )
    }

    /// How many moments the log holds.
    pub fn kept(&self) -> usize {
        self.passed.len()
    }
}
