// Caught by: both_turn_the_slot_and_both_are_counted
// Shipped by: Sentinel #2945: the lock is taken, and nobody looks again whether the bucket is still old
// Ask: You looked before you had the lock. Is it still true when you have it?
// The slot is cleared under a lock, by everybody who found it old before the lock was theirs.

use super::sync::Mutex;
use super::sync::atomic::{AtomicU32, Ordering};

/// One slot of a ring.
pub struct Slot {
    turn: AtomicU32,
    count: AtomicU32,
    lock: Mutex<()>,
}

impl Slot {
    /// A slot in turn 0, with nothing counted.
    pub fn new() -> Self {
        Self { turn: AtomicU32::new(0), count: AtomicU32::new(0), lock: Mutex::new(()) }
    }

    /// Counts `n` events of `turn`, or says false if the slot is in a later one.
    pub fn record(&self, turn: u32, n: u32) -> bool {
        let at = self.turn.load(Ordering::SeqCst);
        if at > turn {
            return false;
        }
        if at < turn {
            let _one_at_a_time = self.lock.lock().unwrap();
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
