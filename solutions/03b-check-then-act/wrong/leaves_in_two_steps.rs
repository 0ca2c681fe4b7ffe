// Caught by: two_who_leave_leave_two_seats
// Shipped by: limitador, AtomicExpiringValue, is of this kind: one thread's count is stored over another's (read in its source)
// Ask: Two are inside, and both want to leave. Both have read 2: what does the first one write, and what the second?
// Entering is one step, and leaving is two.

use super::sync::Mutex;

pub struct Room {
    seats: u32,
    state: Mutex<State>,
}

struct State {
    open: bool,
    inside: u32,
}

impl Room {
    pub fn new(seats: u32) -> Self {
        Self { seats, state: Mutex::new(State { open: true, inside: 0 }) }
    }

    pub fn enter(&self) -> bool {
        let mut state = self.state.lock().unwrap();
        let free = state.open && state.inside < self.seats;
        if free {
            state.inside += 1;
        }
        free
    }

    pub fn leave(&self) -> bool {
        let inside = self.state.lock().unwrap().inside;
        let mut state = self.state.lock().unwrap();
        state.inside = inside - 1;
        !state.open && state.inside == 0
    }

    pub fn close(&self) -> bool {
        let mut state = self.state.lock().unwrap();
        let was_open = std::mem::replace(&mut state.open, false);
        was_open && state.inside == 0
    }

    pub fn inside(&self) -> u32 {
        self.state.lock().unwrap().inside
    }
}
