// Caught by: a_new_turn_begins_with_what_came
// Shipped by: sentinel-golang abead1f, fixed: the start moves on and the counters are not reset
// Ask: What is in the lower half of the word when the upper half becomes a new turn?
// The new turn begins with the count of the old one.

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
            let count = count.saturating_add(n);
            let next = u64::from(turn) << 32 | u64::from(count);
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
