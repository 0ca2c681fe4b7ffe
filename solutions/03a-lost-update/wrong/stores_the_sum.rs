// Caught by: two_hits_at_once_are_two_hits
// Shipped by: twitter/rustcommon, before cdb0683, is of this kind: it adds in one step, and stores over the sum in the next
// Ask: A has added, and the counter says 1; B's whole hit runs, and it says 2. What does A's next step make of it?
// The addition is one step, and then a store of the same sum takes another's back.

use super::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub struct Hits {
    count: AtomicU64,
}

impl Hits {
    pub fn new() -> Self {
        Self { count: AtomicU64::new(0) }
    }

    pub fn hit(&self) -> u64 {
        let before = self.count.fetch_add(1, Relaxed);
        self.count.store(before + 1, Relaxed);
        before
    }

    pub fn take_all(&self) -> u64 {
        self.count.swap(0, Relaxed)
    }
}
