// Caught by: of_two_turns_the_later_one_stays
// Shipped by: no library that we know of; a frequent first try
// Ask: After you have seen that the turn is yours, what may happen before you add?
// It looks at the turn and adds then, in two steps: one of the old turn is counted in the new one.

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
        loop {
            let word = self.word.load(Ordering::SeqCst);
            let at = (word >> 32) as u32;
            if at > turn {
                return false;
            }
            if at == turn {
                let add = |word: u64| {
                    let count = (word as u32).saturating_add(n);
                    Some(word >> 32 << 32 | u64::from(count))
                };
                let _ = self.word.fetch_update(Ordering::SeqCst, Ordering::SeqCst, add);
                return true;
            }
            let next = u64::from(turn) << 32 | u64::from(n);
            if self.word.compare_exchange(word, next, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
                return true;
            }
        }
    }

    /// What was counted in `turn`: 0 if the slot is in another one.
    pub fn count(&self, turn: u32) -> u32 {
        let word = self.word.load(Ordering::Relaxed);
        if (word >> 32) as u32 == turn { word as u32 } else { 0 }
    }
}
