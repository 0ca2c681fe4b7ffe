// Caught by: two_hits_at_once_are_two_hits
// Shipped by: limitador, AtomicExpiringValue: one thread's count is stored over another's (read in its source)
// Ask: Both threads have read 0, and neither has written yet. What does each of them write, and what does the counter say after both?
// Reading and writing are two steps.

use super::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub struct Hits {
    count: AtomicU64,
}

impl Hits {
    pub fn new() -> Self {
        Self { count: AtomicU64::new(0) }
    }

    pub fn hit(&self) -> u64 {
        let before = self.count.load(Relaxed);
        self.count.store(before + 1, Relaxed);
        before
    }

    pub fn take_all(&self) -> u64 {
        self.count.swap(0, Relaxed)
    }
}
