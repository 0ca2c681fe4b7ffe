// What must change together is behind one lock: how many are inside, and
// whether the room is open.

use super::sync::Mutex;

/// A waiting room with a number of seats, which closes one evening. Any number
/// of threads use it at the same time.
pub struct Room {
    seats: u32,
    state: Mutex<State>,
}

struct State {
    open: bool,
    inside: u32,
}

impl Room {
    /// An open room with this many seats, all of them free.
    pub fn new(seats: u32) -> Self {
        Self { seats, state: Mutex::new(State { open: true, inside: 0 }) }
    }

    /// Takes a seat and says true. When the room is full or closed it says
    /// false, and nothing has changed, not even for a moment.
    pub fn enter(&self) -> bool {
        let mut state = self.state.lock().unwrap();
        let free = state.open && state.inside < self.seats;
        if free {
            state.inside += 1;
        }
        free
    }

    /// Gives a seat back; only who has entered calls this, and once. Says true
    /// to the last one out of a closed room, who turns off the light.
    pub fn leave(&self) -> bool {
        let mut state = self.state.lock().unwrap();
        state.inside -= 1;
        !state.open && state.inside == 0
    }

    /// Closes the room for those who want to enter; who is inside may stay.
    /// Says true if it closes the room just now and nobody is inside: then who
    /// closes it turns off the light.
    pub fn close(&self) -> bool {
        let mut state = self.state.lock().unwrap();
        let was_open = std::mem::replace(&mut state.open, false);
        was_open && state.inside == 0
    }

    /// How many are inside.
    pub fn inside(&self) -> u32 {
        self.state.lock().unwrap().inside
    }
}
