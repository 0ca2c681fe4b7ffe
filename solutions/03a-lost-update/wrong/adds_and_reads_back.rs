// Caught by: no_number_is_given_twice
// Shipped by: tower 0.5.3, retry budget, is of this kind: the sum that is read is not the one that is written
// Ask: A adds one to 0, then B adds one, and only then do both read. Which number does each of the two see?
// Every hit is counted. The number is read a step later, when others have counted too.

use super::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub struct Hits {
    count: AtomicU64,
}

impl Hits {
    pub fn new() -> Self {
        Self { count: AtomicU64::new(0) }
    }

    pub fn hit(&self) -> u64 {
        self.count.fetch_add(1, Relaxed);
        self.count.load(Relaxed).saturating_sub(1)
    }

    pub fn take_all(&self) -> u64 {
        self.count.swap(0, Relaxed)
    }
}
