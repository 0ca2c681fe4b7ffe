// Caught by: who_comes_in_between_leaves_at_the_next_turn
// Shipped by: no library that we know of; a frequent first try
// Ask: Nobody waits just now. When did the last one leave, and where does your code remember it?
// The next departure is worked out from those who wait.
// Where nobody waits it forgets that somebody has just left.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;

pub struct Queue {
    period: Duration,
    places: usize,
    waiting: VecDeque<Moment>,
    last: Option<Moment>,
}

impl Queue {
    pub fn new(period: Duration, places: usize) -> Self {
        Self { period, places, waiting: VecDeque::new(), last: None }
    }

    pub fn enter(&mut self, now: Moment) -> Result<Moment, Moment> {
        while self.waiting.front().is_some_and(|&leaves| leaves <= now) {
            self.waiting.pop_front();
        }
        let leaves = self.waiting.back().map_or_else(
            || if self.last == Some(now) { now + self.period } else { now },
            |&last| last + self.period,
        );
        if leaves > now {
            if self.waiting.len() >= self.places {
                return Err(self.waiting.front().copied().unwrap_or(leaves));
            }
            self.waiting.push_back(leaves);
        }
        self.last = Some(leaves);
        Ok(leaves)
    }

    pub fn waiting(&self, now: Moment) -> usize {
        self.waiting.iter().filter(|&&leaves| leaves > now).count()
    }
}
