//! The bucket that most services write for themselves: a lock, floats, a cap.

use std::sync::Mutex;

use clock::{Clock, Moment, SystemClock};

pub struct Plain {
    state: Mutex<(f64, Moment)>,
    rate: f64,
    burst: f64,
    clock: SystemClock,
}

impl Plain {
    /// Holds `tokens` now.
    pub fn new(rate: f64, burst: f64, tokens: f64) -> Self {
        let clock = SystemClock::new();
        Self { state: Mutex::new((tokens, clock.now())), rate, burst, clock }
    }

    pub fn try_acquire(&self) -> bool {
        let now = self.clock.now();
        let mut state = self.state.lock().expect("no holder panics");
        let (tokens, last) = *state;
        let tokens = (tokens + self.rate * now.since(last).as_secs_f64()).min(self.burst);
        let enough = tokens >= 1.0;
        *state = (if enough { tokens - 1.0 } else { tokens }, now.max(last));
        enough
    }
}
