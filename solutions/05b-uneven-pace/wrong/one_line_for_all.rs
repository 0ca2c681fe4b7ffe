// Caught by: two_queues_share_nothing
// Shipped by: no library that we know of; a frequent first try
// Ask: Two providers have a line each. Where does your last departure live?
// The last departure is one for the whole program.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;

static LAST: std::sync::Mutex<Option<Moment>> = std::sync::Mutex::new(None);

pub struct Queue {
    period: Duration,
    places: usize,
    waiting: VecDeque<Moment>,
}

impl Queue {
    pub fn new(period: Duration, places: usize) -> Self {
        *LAST.lock().unwrap() = None;
        Self { period, places, waiting: VecDeque::new() }
    }

    pub fn enter(&mut self, now: Moment) -> Result<Moment, Moment> {
        while self.waiting.front().is_some_and(|&leaves| leaves <= now) {
            self.waiting.pop_front();
        }
        let leaves = LAST.lock().unwrap().map_or(now, |last| now.max(last + self.period));
        if leaves > now {
            if self.waiting.len() >= self.places {
                return Err(self.waiting.front().copied().unwrap_or(leaves));
            }
            self.waiting.push_back(leaves);
        }
        *LAST.lock().unwrap() = Some(leaves);
        Ok(leaves)
    }

    pub fn waiting(&self, now: Moment) -> usize {
        self.waiting.iter().filter(|&&leaves| leaves > now).count()
    }
}
