// Caught by: a_hit_while_they_are_taken_is_counted_once
// Shipped by: leaky-bucket #39 is of this kind: a thread that was not first gives up
// Ask: The taker reads 1, and a hit comes before its swap. The swap fails: how many hits are there at that moment, and what does the taker say?
// Nothing is lost. Who lost the swap says that there was nothing.

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
        match self.count.compare_exchange(all, 0, Relaxed, Relaxed) {
            Ok(all) => all,
            Err(_) => 0,
        }
    }
}
