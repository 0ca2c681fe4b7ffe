// Caught by: both_turn_the_slot_and_both_are_counted
// Shipped by: of this kind: Sentinel #2945
// Ask: A has cleared the slot and counted. What does B do next, if it looked before A came?
// Whoever has found the slot old clears it, also if somebody has done so in between: a count is gone.

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
        if at < turn {
            self.count.store(0, Ordering::SeqCst);
            self.turn.store(turn, Ordering::SeqCst);
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
