// Caught by: nobody_gives_up_because_another_was_busy
// Shipped by: leaky-bucket #39 is of this kind: a thread that was not first gives up
// Ask: A's `leave` has lost its swap for the fourth time, and it returns. Is A in the room now, and does `inside` count it?
// Who has lost the swap four times stays in the books for ever.

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
            if word & 1 == 1 || word >> 1 >= self.seats {
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
        for _ in 0..4 {
            match self.word.compare_exchange(word, word - 2, Relaxed, Relaxed) {
                Ok(_) => return word == 3,
                Err(newer) => word = newer,
            }
        }
        false
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
