// Caught by: who_comes_in_between_leaves_at_the_next_turn
// Shipped by: no library that we know of; a frequent first try
// Ask: Two come at 0 and at 30. How far apart do they leave, and how far apart should they?
// Who has to wait waits for the others, and a whole period from its own arrival.
// The stream that leaves is as uneven as the one that came.

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
        let leaves = match self.last {
            Some(last) if last + self.period > now => {
                now + self.period * (self.waiting.len() as u32 + 1)
            }
            _ => now,
        };
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
