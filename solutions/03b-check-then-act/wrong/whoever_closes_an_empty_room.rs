// Caught by: the_last_one_out_of_a_closed_room_turns_off_the_light
// Shipped by: a frequent first try
// Ask: The room is closed and empty, and the light is off already. `close` is called once more: what does it say, and what does its caller do?
// Closing it again turns off the light again.

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
        let mut state = self.state.lock().unwrap();
        state.open = false;
        state.inside == 0
    }

    pub fn inside(&self) -> u32 {
        self.state.lock().unwrap().inside
    }
}
