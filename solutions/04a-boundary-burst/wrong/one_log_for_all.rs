// Caught by: two_logs_share_nothing
// Shipped by: no library that we know of; a frequent first try
// Ask: Where does your log live: in `self`, or beside it?
// The moments are in a place that all logs share: one carrier uses up what another one has.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;

use std::cell::RefCell;

thread_local! {
    static PASSED: RefCell<VecDeque<Moment>> = const { RefCell::new(VecDeque::new()) };
}

/// A sliding log: the moments of what passed.
pub struct Log {
    limit: usize,
    window: Duration,
}

impl Log {
    /// A log in which nothing has passed.
    pub fn new(limit: usize, window: Duration) -> Self {
        Self { limit, window }
    }

    /// Lets one through, or says the first moment at which one would pass.
    pub fn try_take(&mut self, now: Moment) -> Result<(), Moment> {
        let mut passed = PASSED.with(|passed| passed.take());
        let now = passed.back().map_or(now, |&last: &Moment| last.max(now));
        while passed.front().is_some_and(|&at| now.since(at) >= self.window) {
            passed.pop_front();
        }
        let result = if passed.len() < self.limit {
            passed.push_back(now);
            Ok(())
        } else {
            Err(passed[0] + self.window)
        };
        PASSED.with(|shared| shared.replace(passed));
        result
    }

    /// How many moments the log holds.
    pub fn kept(&self) -> usize {
        PASSED.with(|passed| passed.borrow().len())
    }
}
