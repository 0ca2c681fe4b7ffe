// Caught by: a_free_seat_is_taken_and_a_full_room_says_no
// Shipped by: nobody we know of
// Ask: A room with 300 seats is empty, and a guest comes. How large can the number get with which `enter` compares those who are inside?
// Two bits are kept of the number of seats: a room of three hundred seats has none.

use super::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The lowest bit: closed. Above it: how many are inside.
pub struct Room {
    seats: u32,
    word: AtomicU32,
}

impl Room {
    pub fn new(seats: u32) -> Self {
        Self { seats, word: AtomicU32::new(0) }
    }

    pub fn enter(&self) -> bool {
        let mut word = self.word.load(Relaxed);
        loop {
            if word & 1 == 1 || word >> 1 >= (self.seats & 3) {
                return false;
            }
            match self.word.compare_exchange(word, word + 2, Relaxed, Relaxed) {
                Ok(_) => return true,
                Err(newer) => word = newer,
            }
        }
    }

    pub fn leave(&self) -> bool {
        let mut word = self.word.load(Relaxed);
        loop {
            match self.word.compare_exchange(word, word - 2, Relaxed, Relaxed) {
                Ok(_) => return word == 3,
                Err(newer) => word = newer,
            }
        }
    }

    pub fn close(&self) -> bool {
        let mut word = self.word.load(Relaxed);
        loop {
            match self.word.compare_exchange(word, word | 1, Relaxed, Relaxed) {
                Ok(_) => return word == 0,
                Err(newer) => word = newer,
            }
        }
    }

    pub fn inside(&self) -> u32 {
        self.word.load(Relaxed) >> 1
    }
}
