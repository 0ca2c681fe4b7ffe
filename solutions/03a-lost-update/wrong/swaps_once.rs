// Caught by: two_hits_at_once_are_two_hits
// Shipped by: a frequent second try
// Ask: A has read 0, and B's hit makes it 1. A's swap fails: what is different in the counter because of A, and which number is A told?
// A swap that was lost is a hit that was lost.

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
        let _ = self.count.compare_exchange(before, before + 1, Relaxed, Relaxed);
        before
    }

    pub fn take_all(&self) -> u64 {
        self.count.swap(0, Relaxed)
    }
}
