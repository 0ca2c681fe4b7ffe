// Caught by: the_light_is_turned_off_once
// Shipped by: failsafe-java, before 431e4f9, is of this kind: two who end one call both tell of it
// Ask: The room is empty. A has seen that it is open, and then B's whole `close` runs and says true: what does A say when it goes on?
// Of two who close it, both find it open.

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
        let mut state = self.state.lock().unwrap();
        state.inside -= 1;
        !state.open && state.inside == 0
    }

    pub fn close(&self) -> bool {
        let was_open = self.state.lock().unwrap().open;
        let mut state = self.state.lock().unwrap();
        state.open = false;
        was_open && state.inside == 0
    }

    pub fn inside(&self) -> u32 {
        self.state.lock().unwrap().inside
    }
}
