// Caught by: several_at_once_are_one_step
// Shipped by: limitador, check_and_update: its own histogram counts the overshoot (read in its source)
// Ask: Two tokens are there, and both threads have looked. B counts its 1, and then A its 2: what do the count and `left` say once A is refused?
// Counts upwards and looks once more afterwards; what went too far is never taken back.

use super::sync::atomic::{AtomicU64, Ordering};

pub struct Gate {
    total: u32,
    taken: AtomicU64,
}

impl Gate {
    pub fn new(tokens: u32) -> Self {
        Self { total: tokens, taken: AtomicU64::new(0) }
    }

    pub fn try_take(&self, n: u32) -> bool {
        let (n, total) = (u64::from(n), u64::from(self.total));
        if self.taken.load(Ordering::SeqCst) + n > total {
            return false;
        }
        self.taken.fetch_add(n, Ordering::SeqCst) + n <= total
    }

    pub fn left(&self) -> u32 {
        u64::from(self.total).saturating_sub(self.taken.load(Ordering::SeqCst)) as u32
    }
}
