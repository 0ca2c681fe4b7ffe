// Caught by: no_number_is_given_twice
// Shipped by: Netflix concurrency-limits, before b0c2c06: it gets the number in flight, and counts itself a step later
// Ask: A and B both look before either of them adds. How far does the counter get, and which numbers are the two told?
// Every hit is counted. The number is from a step before.

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
        self.count.fetch_add(1, Relaxed);
        before
    }

    pub fn take_all(&self) -> u64 {
        self.count.swap(0, Relaxed)
    }
}
