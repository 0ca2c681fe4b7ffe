// Caught by: nobody_is_inside_when_the_light_is_off
// Shipped by: Hystrix #1640 and #1751: the state and its time were two atomics, and ended so that nobody could open it
// Ask: A looks: the room is open. Now B's whole `close` runs, finds nobody inside and says true. What does A do next with what it saw?
// Open or closed is one word, who is inside another. Each is right by itself.

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
        if self.closed.load(Relaxed) {
            return false;
        }
        let one_more = |inside| (inside < self.seats).then_some(inside + 1);
        self.inside.fetch_update(Relaxed, Relaxed, one_more).is_ok()
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
