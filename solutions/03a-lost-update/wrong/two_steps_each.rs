// Caught by: two_hits_at_once_are_two_hits
// Shipped by: limitador, AtomicExpiringValue: one thread's count is stored over another's (read in its source)
// Ask: One thread has read 3 and has not written yet; the other one takes all and leaves 0. What does the first one write, and who counts those three again?
// Whatever the method does, it reads, and then it writes what follows from what it has read.

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
        let all = self.count.load(Relaxed);
        self.count.store(0, Relaxed);
        all
    }
}
