// Caught by: the_last_seat_goes_to_one_thread
// Shipped by: a frequent second try
// Ask: One seat is free. A looks and gives the lock back, and B's whole `enter` runs. How many are inside before A's second step, and how many after?
// It looks under the lock, and sits down under the lock, and in between it has none.

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
        let free = {
            let state = self.state.lock().unwrap();
            state.open && state.inside < self.seats
        };
        if free {
            self.state.lock().unwrap().inside += 1;
        }
        free
    }

    pub fn leave(&self) -> bool {
        let mut state = self.state.lock().unwrap();
        state.inside -= 1;
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
