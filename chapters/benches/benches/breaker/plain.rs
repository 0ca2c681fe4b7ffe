//! The breaker that most services write for themselves: a lock, the last hundred
//! results, and a scan of them at each report.

use std::sync::Mutex;
use std::time::Duration;

use clock::{Clock, Moment, SystemClock};

pub struct Plain {
    state: Mutex<State>,
    /// It opens when more of the hundred failed.
    failed_max: usize,
    cool_off: Duration,
    clock: SystemClock,
}

struct State {
    failed: [bool; 100],
    head: usize,
    open_until: Option<Moment>,
}

impl Plain {
    pub fn new(cool_off: Duration, failed_max: usize) -> Self {
        let state = State { failed: [false; 100], head: 0, open_until: None };
        Self { state: Mutex::new(state), failed_max, cool_off, clock: SystemClock::new() }
    }

    pub fn allow(&self) -> bool {
        let state = self.state.lock().expect("no holder panics");
        state.open_until.is_none_or(|until| self.clock.now() >= until)
    }

    pub fn report(&self, failed: bool) {
        let mut state = self.state.lock().expect("no holder panics");
        let head = state.head;
        state.failed[head] = failed;
        state.head = (head + 1) % state.failed.len();
        if state.failed.iter().filter(|&&failed| failed).count() > self.failed_max {
            state.open_until = Some(self.clock.now() + self.cool_off);
        }
    }
}
