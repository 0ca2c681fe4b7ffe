// Caught by: a_place_is_free_when_the_first_leaves
// Shipped by: no library that we know of; a frequent first try
// Ask: The moment that you name: is that when it could come in, or when it would go out?
// A refusal names the moment at which this one would leave, if it had a place.

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
        if leaves > now {
            if self.waiting.len() >= self.places {
                return Err(leaves);
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
