// Caught by: a_closed_room_lets_nobody_in
// Shipped by: a frequent first try
// Ask: The room is closed, and a guest comes. What does `enter` look at before it gives him a seat?
// It remembers that it is closed, and lets everybody in.

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
        let free = state.inside < self.seats;
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
        let mut state = self.state.lock().unwrap();
        let was_open = std::mem::replace(&mut state.open, false);
        was_open && state.inside == 0
    }

    pub fn inside(&self) -> u32 {
        self.state.lock().unwrap().inside
    }
}
