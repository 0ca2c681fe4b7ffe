// Caught by: after_a_pause_nothing_is_saved_up
// Shipped by: uber-go/ratelimit #119, mended in 0.3.1: its slack was given anew at each call
// Ask: After a pause two come at one instant. How many leave at that instant?
// After a pause the last departure is taken to be a period before now, so that two leave together.

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
                return Err(self.waiting.front().copied().unwrap_or(leaves));
            }
            self.waiting.push_back(leaves);
        }
        let due = self.last.map_or(leaves, |last| last + self.period);
        let least =
            Moment::from_nanos(leaves.as_nanos().saturating_sub(self.period.as_nanos() as u64));
        self.last = Some(due.max(least));
        Ok(leaves)
    }

    pub fn waiting(&self, now: Moment) -> usize {
        self.waiting.iter().filter(|&&leaves| leaves > now).count()
    }
}
