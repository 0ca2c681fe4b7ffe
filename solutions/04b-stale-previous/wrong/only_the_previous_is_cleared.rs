// Caught by: after_a_window_without_anybody_nothing_is_left
// Shipped by: no library that we know of; a frequent first try
// Ask: After a pause, what is in `current`, and in which window did that pass?
// After a gap the previous count is cleared, and the current one is kept as if it were of now.

use std::time::Duration;

use clock::Moment;

/// The count of this window and that of the window before, which fades.
pub struct TwoWindows {
    limit: u32,
    window_ns: u64,
    /// The number of the window that `current` is about.
    index: u64,
    previous: u32,
    current: u32,
    /// The latest moment of a call.
    last: Moment,
}

impl TwoWindows {
    /// Nothing has passed. `limit` is at least 1, and the window at least 1 ns.
    pub fn new(limit: u32, window: Duration) -> Self {
        let window_ns = window.as_nanos() as u64;
        Self { limit, window_ns, index: 0, previous: 0, current: 0, last: Moment::ZERO }
    }

    /// Lets one through and counts it, or not.
    pub fn try_take(&mut self, now: Moment) -> bool {
        let now = now.max(self.last);
        self.last = now;
        self.turn(now.as_nanos() / self.window_ns);
        let window = u128::from(self.window_ns);
        let elapsed = u128::from(now.as_nanos()) % window;
        let faded = u128::from(self.previous) * (window - elapsed);
        if faded + (u128::from(self.current) + 1) * window > u128::from(self.limit) * window {
            return false;
        }
        self.current += 1;
        true
    }

    /// What passed in the window before, and in this one, as of the last call.
    pub fn counts(&self) -> (u32, u32) {
        (self.previous, self.current)
    }

    /// Goes on to window number `index`.
    fn turn(&mut self, index: u64) {
        if index > self.index {
            let next = index - self.index == 1;
            self.previous = if next { self.current } else { 0 };
            self.current = if next { 0 } else { self.current };
            self.index = index;
        }
    }
}
