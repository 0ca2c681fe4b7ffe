// Caught by: the_last_seat_goes_to_one_thread
// Shipped by: tower-resilience #363 is of this kind: a verdict from before the wait is used after it
// Ask: There is one seat. A and B have read 0, and B's swap wins: from which number to which does A's next try go?
// Who lost the swap goes on with the verdict that he had before.

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
        let mut inside = self.inside.load(Relaxed);
        if self.closed.load(Relaxed) || inside >= self.seats {
            return false;
        }
        while let Err(newer) = self.inside.compare_exchange(inside, inside + 1, Relaxed, Relaxed) {
            inside = newer;
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
