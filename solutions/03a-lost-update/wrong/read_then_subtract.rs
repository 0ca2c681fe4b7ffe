// Caught by: two_that_take_at_once_never_take_the_same_hit
// Shipped by: tower 0.5.3, retry budget: the sum is read, and subtracted from later
// Ask: One hit is there, and both takers have read 1. What does the counter hold after the first has subtracted, and what after the second?
// No hit is lost, and one is taken twice.

use super::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub struct Hits {
    count: AtomicU64,
}

impl Hits {
    pub fn new() -> Self {
        Self { count: AtomicU64::new(0) }
    }

    pub fn hit(&self) -> u64 {
        self.count.fetch_add(1, Relaxed)
    }

    pub fn take_all(&self) -> u64 {
        let all = self.count.load(Relaxed);
        self.count.fetch_sub(all, Relaxed);
        all
    }
}
