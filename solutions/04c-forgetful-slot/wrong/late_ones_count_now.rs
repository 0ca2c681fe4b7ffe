// Caught by: an_earlier_turn_is_too_late
// Shipped by: no library that we know of; a frequent first try
// Ask: When did the event happen that comes late, and for which time is the slot now?
// What comes too late is counted in the turn that is now.

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
            let count = if at >= turn { count.saturating_add(n) } else { n };
            let next = u64::from(at.max(turn)) << 32 | u64::from(count);
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
