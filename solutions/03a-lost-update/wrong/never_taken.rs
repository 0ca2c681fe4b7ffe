// Caught by: taking_them_all_begins_again_at_zero
// Shipped by: tower-resilience 0.13.0, circuit breaker, is of this kind: totals over the whole life, where a window was meant
// Ask: Two hits are there, and `take_all` says 2. Nobody comes, and it is asked once more: what does it find?
// It says how many there were, and leaves them there.

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
        self.count.load(Relaxed)
    }
}
