// The one file to edit. The task is in README.md; `cargo test -p check-then-act` grades it.

use super::sync::Mutex;
use super::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// A waiting room with a number of seats, which closes one evening. Any number
/// of threads use it at the same time.
pub struct Room {
    seats: u32,
}

impl Room {
    /// An open room with this many seats, all of them free.
    pub fn new(seats: u32) -> Self {
        Self { seats }
    }

    /// Takes a seat and says true. When the room is full or closed it says
    /// false, and nothing has changed, not even for a moment.
    pub fn enter(&self) -> bool {
        todo!("in one step: if the room is open and a seat is free, take it and say true")
    }

    /// Gives a seat back; only who has entered calls this, and once. Says true
    /// to the last one out of a closed room, who turns off the light.
    pub fn leave(&self) -> bool {
        todo!("in one step: free the seat, and say whether the room is closed and now empty")
    }

    /// Closes the room for those who want to enter; who is inside may stay.
    /// Says true if it closes the room just now and nobody is inside: then who
    /// closes it turns off the light.
    pub fn close(&self) -> bool {
        todo!("in one step: close the room, and say whether it was open and nobody is inside")
    }

    /// How many are inside.
    pub fn inside(&self) -> u32 {
        todo!("say how many are inside")
    }
}
