// Caught by: the_last_seat_goes_to_one_thread
// Shipped by: limitador, check_and_update: the check and the addition are two steps (read in its source)
// Ask: One seat is free, and A and B have both looked, and added nothing yet. What does each of them do next, and how many are inside then?
// Looking and sitting down are two steps.

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
        let free = !self.closed.load(Relaxed) && self.inside.load(Relaxed) < self.seats;
        if free {
            self.inside.fetch_add(1, Relaxed);
        }
        free
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
