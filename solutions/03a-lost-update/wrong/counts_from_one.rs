// Caught by: each_hit_gets_the_next_number
// Shipped by: Netflix concurrency-limits, before 7918e0a, is of this kind: one off, at the limit
// Ask: The counter is new, and the first visitor comes. How many hits were there before this one, and which number is told?
// It says how many there are with this one.

use super::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub struct Hits {
    count: AtomicU64,
}

impl Hits {
    pub fn new() -> Self {
        Self { count: AtomicU64::new(0) }
    }

    pub fn hit(&self) -> u64 {
        self.count.fetch_add(1, Relaxed) + 1
    }

    pub fn take_all(&self) -> u64 {
        self.count.swap(0, Relaxed)
    }
}
