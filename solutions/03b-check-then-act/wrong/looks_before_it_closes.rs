// Caught by: nobody_is_inside_when_the_light_is_off
// Shipped by: rubyist/circuitbreaker, before dc40b85, is of this kind: it looks, and acts on it a step later
// Ask: A guest is inside when `close` looks, and he leaves before it has closed the room. What is each of the two told about the light?
// Both are behind one lock, which is given back between the look and the closing.

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
        let empty = self.state.lock().unwrap().inside == 0;
        let was_open = std::mem::replace(&mut self.state.lock().unwrap().open, false);
        was_open && empty
    }

    pub fn inside(&self) -> u32 {
        self.state.lock().unwrap().inside
    }
}
