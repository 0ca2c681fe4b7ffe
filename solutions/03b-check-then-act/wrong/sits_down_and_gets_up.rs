// Caught by: a_refusal_takes_no_seat_even_for_a_moment
// Shipped by: a frequent second try
// Ask: A, who will be refused, is counted already. Now B leaves the one seat and comes back: how many does B find inside, and who is that?
// A guest who is refused had a seat for a moment, and another was refused for it.

use super::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

pub struct Room {
    seats: u32,
    inside: AtomicU32,
    closed: AtomicBool,
}

impl Room {
    pub fn new(seats: u32) -> Self {
        Self { seats, inside: AtomicU32::new(0), closed: AtomicBool::new(false) }
    }

    pub fn enter(&self) -> bool {
        let seated = self.inside.fetch_add(1, Relaxed) < self.seats;
        if !seated || self.closed.load(Relaxed) {
            self.inside.fetch_sub(1, Relaxed);
            return false;
        }
        true
    }

    pub fn leave(&self) -> bool {
        self.inside.fetch_sub(1, Relaxed) == 1 && self.closed.load(Relaxed)
    }

    pub fn close(&self) -> bool {
        !self.closed.swap(true, Relaxed) && self.inside.load(Relaxed) == 0
    }

    pub fn inside(&self) -> u32 {
        self.inside.load(Relaxed)
    }
}
