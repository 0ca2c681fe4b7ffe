// Caught by: a_seat_for_each_serves_both
// Shipped by: leaky-bucket #39 is of this kind: a thread that was not first gives up
// Ask: Of two seats both are free. A and B have read 0, and B's swap wins: how many seats are free when A's fails, and what does A say?
// Who lost the swap believes that the room is full.

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
        let inside = self.inside.load(Relaxed);
        let free = !self.closed.load(Relaxed) && inside < self.seats;
        free && self.inside.compare_exchange(inside, inside + 1, Relaxed, Relaxed).is_ok()
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
