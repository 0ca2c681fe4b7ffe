// Caught by: no_number_is_given_twice
// Shipped by: tower-resilience #363 is of this kind: a verdict from before the wait is used after it
// Ask: A reads 0, loses its swap to B's hit, and wins the second try. From which value did it win, and which number is A told?
// The loop decides anew, and says what it saw the first time.

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
        let mut seen = before;
        while let Err(newer) = self.count.compare_exchange_weak(seen, seen + 1, Relaxed, Relaxed) {
            seen = newer;
        }
        before
    }

    pub fn take_all(&self) -> u64 {
        self.count.swap(0, Relaxed)
    }
}
