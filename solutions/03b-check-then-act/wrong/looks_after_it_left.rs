// Caught by: the_light_is_turned_off_once
// Shipped by: tower 0.5.3, retry budget, is of this kind: what is read is not what was written
// Ask: Two leave a closed room: A frees its seat, then B does, and then both look. How many are inside at A's look, and how many at B's?
// Of two who leave, both see the empty room.

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
        self.state.lock().unwrap().inside -= 1;
        let state = self.state.lock().unwrap();
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
