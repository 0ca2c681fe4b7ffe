// Caught by: of_two_turns_the_later_one_stays
// Shipped by: no library that we know of; a frequent first try
// Ask: Your count cannot grow any more. Which turn may the slot be in when you store that?
// A full count is stored, and not exchanged: a turn that began in the meantime is overwritten.

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
            if at == turn && count.checked_add(n).is_none() {
                let full = u64::from(turn) << 32 | u64::from(u32::MAX);
                self.word.store(full, Ordering::Relaxed);
                return true;
            }
            let count = if at == turn { count + n } else { n };
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
