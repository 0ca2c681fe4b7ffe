// Caught by: a_clock_that_goes_back_lets_nobody_go_earlier
// Shipped by: no library that we know of; a frequent first try
// Ask: The clock goes back, and two wait for two places. Where does the third stand?
// When the clock goes back, the line is taken for empty; the last departure is kept.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;

/// A leaky bucket as a queue: whatever comes in leaves one by one, a `period`
/// apart.
pub struct Queue {
    period: Duration,
    /// So many may wait.
    places: usize,
    /// When those who wait leave, the first in front.
    waiting: VecDeque<Moment>,
    /// When the last one left, or will leave; `None` before the first.
    last: Option<Moment>,
    /// When somebody came last.
    came: Moment,
}

impl Queue {
    /// An empty queue.
    pub fn new(period: Duration, places: usize) -> Self {
        Self { period, places, waiting: VecDeque::new(), last: None, came: Moment::ZERO }
    }

    /// A request comes at `now`. The moment at which it leaves, or the one at
    /// which a place is free.
    pub fn enter(&mut self, now: Moment) -> Result<Moment, Moment> {
        if now < self.came {
            self.waiting.clear();
        }
        self.came = now;
        while self.waiting.front().is_some_and(|&leaves| leaves <= now) {
            self.waiting.pop_front();
        }
        let leaves = self.last.map_or(now, |last| now.max(last + self.period));
        if leaves > now {
            if self.waiting.len() >= self.places {
                return Err(self.waiting.front().copied().unwrap_or(leaves));
            }
            self.waiting.push_back(leaves);
        }
        self.last = Some(leaves);
        Ok(leaves)
    }

    /// How many wait at `now`.
    pub fn waiting(&self, now: Moment) -> usize {
        self.waiting.iter().filter(|&&leaves| leaves > now).count()
    }
}
