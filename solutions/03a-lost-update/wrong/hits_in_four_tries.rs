// Caught by: nobody_is_turned_away_because_another_was_busy
// Shipped by: a frequent second try
// Ask: One thread hits four times, and B loses its swap to each of these. After the fourth loss, what does B write to the counter?
// A visitor who has lost the swap four times is not counted.

use super::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub struct Hits {
    count: AtomicU64,
}

impl Hits {
    pub fn new() -> Self {
        Self { count: AtomicU64::new(0) }
    }

    pub fn hit(&self) -> u64 {
        let mut count = self.count.load(Relaxed);
        for _ in 0..4 {
            match self.count.compare_exchange(count, count + 1, Relaxed, Relaxed) {
                Ok(count) => return count,
                Err(newer) => count = newer,
            }
        }
        count
    }

    pub fn take_all(&self) -> u64 {
        self.count.swap(0, Relaxed)
    }
}
