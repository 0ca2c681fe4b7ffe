// Caught by: an_idle_queue_follows_no_beat
// Shipped by: of this kind: dotnet/runtime#74056 (mended): a window began with a tick of a timer, and a tick that came early was lost
// Ask: The last one left more than a period ago, and somebody comes. What is it waiting for?
// The first departure starts a beat, and all others are on it.
// Who comes to an open door waits for the next beat all the same.

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
            None => now,
            Some(last) => {
                let period_ns = self.period.as_nanos() as u64;
                let turns = now.since(last).as_nanos().div_ceil(period_ns.into()).max(1) as u64;
                last + Duration::from_nanos(turns * period_ns)
            }
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
