// Caught by: two_in_one_turn_are_both_counted
// Shipped by: of this kind: tower-resilience #363 (mended): a second wait was taken for a yes
// Ask: From which word was `next` computed, in the second round?
// The new word is computed once; after a lost exchange the old decision is written over the new state.

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
        let (at, count) = ((word >> 32) as u32, word as u32);
        if at > turn {
            return false;
        }
        let count = if at == turn { count.saturating_add(n) } else { n };
        let next = u64::from(turn) << 32 | u64::from(count);
        loop {
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
