// Caught by: both_turn_the_slot_and_both_are_counted
// Shipped by: cep21/circuit #159: the new bucket can be seen before it is empty
// Ask: Between the new turn and the cleared count, what does the slot look like to the other thread?
// The new turn is published first and the count cleared then: what came in between is wiped out.

use super::sync::atomic::{AtomicU32, Ordering};

/// One slot of a ring.
pub struct Slot {
    turn: AtomicU32,
    count: AtomicU32,
}

impl Slot {
    /// A slot in turn 0, with nothing counted.
    pub fn new() -> Self {
        Self { turn: AtomicU32::new(0), count: AtomicU32::new(0) }
    }

    /// Counts `n` events of `turn`, or says false if the slot is in a later one.
    pub fn record(&self, turn: u32, n: u32) -> bool {
        let at = self.turn.load(Ordering::SeqCst);
        if at > turn {
            return false;
        }
        let turns = at < turn
            && self.turn.compare_exchange(at, turn, Ordering::SeqCst, Ordering::SeqCst).is_ok();
        if turns {
            self.count.store(0, Ordering::SeqCst);
        }
        let add = |count: u32| Some(count.saturating_add(n));
        let _ = self.count.fetch_update(Ordering::SeqCst, Ordering::SeqCst, add);
        true
    }

    /// What was counted in `turn`: 0 if the slot is in another one.
    pub fn count(&self, turn: u32) -> u32 {
        if self.turn.load(Ordering::SeqCst) == turn { self.count.load(Ordering::SeqCst) } else { 0 }
    }
}
