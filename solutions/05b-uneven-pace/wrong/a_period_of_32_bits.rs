// Caught by: the_pace_is_even_to_the_nanosecond
// Shipped by: Sentinel d59beae (#838), mended, is of this kind: it cast a time to 32 bits
// Ask: How many seconds are 2³² nanoseconds?
// The period is kept in 32 bits: what is longer than 4.29 s wraps.

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
}

impl Queue {
    /// An empty queue.
    pub fn new(period: Duration, places: usize) -> Self {
        Self { period, places, waiting: VecDeque::new(), last: None }
    }

    /// A request comes at `now`. The moment at which it leaves, or the one at
    /// which a place is free.
    pub fn enter(&mut self, now: Moment) -> Result<Moment, Moment> {
        while self.waiting.front().is_some_and(|&leaves| leaves <= now) {
            self.waiting.pop_front();
        }
        let leaves = self.last.map_or(now, |last| {
            now.max(last + Duration::from_nanos(u64::from(self.period.as_nanos() as u32)))
        });
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
