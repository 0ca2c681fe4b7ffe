// Caught by: nobody_is_turned_away_because_another_was_busy
// Shipped by: a frequent second try
// Ask: The taker reads 1 and loses its swap to A's first hit. With which value does it try again, and what becomes of that try if A hits once more?
// Two tries are enough, as long as the others come only once.

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
        let mut all = self.count.load(Relaxed);
        for _ in 0..2 {
            match self.count.compare_exchange(all, 0, Relaxed, Relaxed) {
                Ok(all) => return all,
                Err(newer) => all = newer,
            }
        }
        0
    }
}
