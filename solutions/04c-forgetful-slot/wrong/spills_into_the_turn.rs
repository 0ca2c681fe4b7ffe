// Caught by: the_count_stops_at_the_largest_number
// Shipped by: no library that we know of; a frequent first try
// Ask: Where does the carry go if the lower half of a word overflows?
// Added to the word as a whole: a count that overflows begins the next turn.

use super::sync::atomic::{AtomicU64, Ordering};

/// One slot of a ring.
pub struct Slot {
    /// The turn in the upper 32 bits, the count in the lower ones.
    word: AtomicU64,
}

impl Slot {
    /// A slot in turn 0, with nothing counted.
    pub fn new() -> Self {
        Self { word: AtomicU64::new(0) }
    }

    /// Counts `n` events of `turn`, or says false if the slot is in a later one.
    pub fn record(&self, turn: u32, n: u32) -> bool {
        let mut word = self.word.load(Ordering::Relaxed);
        loop {
            let (at, count) = ((word >> 32) as u32, word as u32);
            if at > turn {
                return false;
            }
            let next = if at == turn {
                word.wrapping_add(u64::from(n))
            } else {
                u64::from(turn) << 32 | u64::from(n)
            };
            match self.word.compare_exchange_weak(word, next, Ordering::Relaxed, Ordering::Relaxed)
            {
                Ok(_) => return true,
                Err(newer) => word = newer,
            }
        }
    }

    /// What was counted in `turn`: 0 if the slot is in another one.
    pub fn count(&self, turn: u32) -> u32 {
        let word = self.word.load(Ordering::Relaxed);
        if (word >> 32) as u32 == turn { word as u32 } else { 0 }
    }
}
