// Caught by: a_refusal_moves_nothing
// Shipped by: of this kind: Kevlar #15: who gave up while waiting had taken its turn all the same
// Ask: Some were sent away. Whose are the turns at which nobody leaves?
// The last departure is remembered before it is known whether there is a place.

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
        let leaves = self.last.map_or(now, |last| now.max(last + self.period));
        self.last = Some(leaves);
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
