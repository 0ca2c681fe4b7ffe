// Caught by: a_hit_while_they_are_taken_is_counted_once
// Shipped by: cep21/circuit, before its #159, is of this kind: the slot is in use before it is cleared
// Ask: The mark is moved to 1, a hit comes, and then the sum is read as 2. Which report counts that hit: this one, the one after it, or both?
// A sum is kept, and the mark of what was taken is moved a step before the sum is read.

use super::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub struct Hits {
    count: AtomicU64,
    taken: AtomicU64,
}

impl Hits {
    pub fn new() -> Self {
        Self { count: AtomicU64::new(0), taken: AtomicU64::new(0) }
    }

    pub fn hit(&self) -> u64 {
        self.count.fetch_add(1, Relaxed).saturating_sub(self.taken.load(Relaxed))
    }

    pub fn take_all(&self) -> u64 {
        let taken = self.taken.swap(self.count.load(Relaxed), Relaxed);
        self.count.load(Relaxed).saturating_sub(taken)
    }
}
