// Caught by: the_first_moment_is_a_moment_like_any_other
// Shipped by: of this kind: upstash/ratelimit 58ad9d9 (mended): 0 meant both "none left" and "refused"
// Ask: What does 0 stand for in your code, and what is it on the clock?
// A ring of moments in which 0 stands for "free": what passes at moment 0 is not remembered.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;

/// A sliding log: the moments of what passed.
pub struct Log {
    window: Duration,
    /// The last moments, in a ring; 0 is a free place.
    ring: Vec<Moment>,
    at: usize,
    last: Moment,
}

impl Log {
    /// A log in which nothing has passed.
    pub fn new(limit: usize, window: Duration) -> Self {
        Self { window, ring: vec![Moment::ZERO; limit], at: 0, last: Moment::ZERO }
    }

    /// Lets one through, or says the first moment at which one would pass.
    pub fn try_take(&mut self, now: Moment) -> Result<(), Moment> {
        let now = now.max(self.last);
        let oldest = self.ring[self.at];
        if oldest != Moment::ZERO && now.since(oldest) < self.window {
            return Err(oldest + self.window);
        }
        self.ring[self.at] = now;
        self.at = (self.at + 1) % self.ring.len();
        self.last = now;
        Ok(())
    }

    /// How many moments the log holds.
    pub fn kept(&self) -> usize {
        self.ring.len()
    }
}
