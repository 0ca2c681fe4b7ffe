// The one file to edit. The task is in README.md; `cargo test -p uneven-pace` grades it.

use std::collections::VecDeque;
use std::time::Duration;

use clock::Moment;

/// A leaky bucket as a queue: whatever comes in leaves one by one, a `period`
/// apart.
pub struct Queue {
    period: Duration,
    /// So many may wait.
    places: usize,
    /// When those who wait leave, the first in front. Whose time has come is not
    /// waiting any more, even if it is still on this list.
    waiting: VecDeque<Moment>,
    /// When the last one left, or will leave; `None` before the first.
    last: Option<Moment>,
}

impl Queue {
    /// An empty queue.
    pub fn new(period: Duration, places: usize) -> Self {
        Self { period, places, waiting: VecDeque::new(), last: None }
    }

    /// A request comes at `now`. The moment at which it leaves: `now` if it may go
    /// at once, and else it takes a place. `Err` if it finds none: the moment at
    /// which one is free.
    pub fn enter(&mut self, now: Moment) -> Result<Moment, Moment> {
        todo!(
            "let those go whose time has come by now = {now}; work out when the next one leaves, \
             and remember it; or refuse, if it would have to wait and no place is free"
        )
    }

    /// How many wait at `now`.
    pub fn waiting(&self, now: Moment) -> usize {
        self.waiting.iter().filter(|&&leaves| leaves > now).count()
    }
}
