// Caught by: who_loses_four_times_is_still_counted
// Shipped by: no library that we know of; a frequent first try
// Ask: How often can an exchange be lost, and what has the other thread done each time?
// Who has lost four exchanges gives up, and says "too late": an event of the present turn is lost.

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
        for _ in 0..4 {
            let (at, count) = ((word >> 32) as u32, word as u32);
            if at > turn {
                return false;
            }
            let count = if at == turn { count.saturating_add(n) } else { n };
            let next = u64::from(turn) << 32 | u64::from(count);
            match self.word.compare_exchange_weak(word, next, Ordering::Relaxed, Ordering::Relaxed)
            {
                Ok(_) => return true,
                Err(newer) => word = newer,
            }
        }
        false
    }

    /// What was counted in `turn`: 0 if the slot is in another one.
    pub fn count(&self, turn: u32) -> u32 {
        let word = self.word.load(Ordering::Relaxed);
        if (word >> 32) as u32 == turn { word as u32 } else { 0 }
    }
}
