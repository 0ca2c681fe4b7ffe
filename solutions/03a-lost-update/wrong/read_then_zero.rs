// Caught by: a_hit_while_they_are_taken_is_counted_once
// Shipped by: Sentinel #2945 is of this kind: a second thread resets what was reset already, and a count is gone
// Ask: One hit is there, and the taker has read 1. A second hit comes now: what does the counter say, and what is written over that?
// What comes between the reading and the zero is in neither.

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
        self.count.store(0, Relaxed);
        all
    }
}
