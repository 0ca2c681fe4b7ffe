// Caught by: eight_at_once_leave_one_by_one
// Shipped by: of this kind: hoglet 16125bf (mended): the time 0 stood for "not opened"
// Ask: When did the first one leave in this test, and how does your code know that it did?
// A last departure at 0 stands for "nobody has left yet".
// At 0 everybody goes at once.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;

pub struct Queue {
    period: Duration,
    places: usize,
    waiting: VecDeque<Moment>,
    last: Moment,
}

impl Queue {
    pub fn new(period: Duration, places: usize) -> Self {
        Self { period, places, waiting: VecDeque::new(), last: Moment::ZERO }
    }

    pub fn enter(&mut self, now: Moment) -> Result<Moment, Moment> {
        while self.waiting.front().is_some_and(|&leaves| leaves <= now) {
            self.waiting.pop_front();
        }
        let leaves = if self.last == Moment::ZERO { now } else { now.max(self.last + self.period) };
        if leaves > now {
            if self.waiting.len() >= self.places {
                return Err(self.waiting.front().copied().unwrap_or(leaves));
            }
            self.waiting.push_back(leaves);
        }
        self.last = leaves;
        Ok(leaves)
    }

    pub fn waiting(&self, now: Moment) -> usize {
        self.waiting.iter().filter(|&&leaves| leaves > now).count()
    }
}
