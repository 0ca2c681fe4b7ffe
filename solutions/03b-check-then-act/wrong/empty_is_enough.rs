// Caught by: a_seat_that_was_left_is_free_again
// Shipped by: a frequent first try
// Ask: It is midday, and the room is open. The only guest leaves, and another comes right after him: what was the first one told about the light?
// The light goes off whenever the room is empty, in the middle of the day too.

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
        state.inside == 0
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
