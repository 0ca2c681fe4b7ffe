// Caught by: nobody_is_turned_away_because_another_was_busy
// Shipped by: a frequent second try
// Ask: One hit is there, and another comes just before each of the taker's three swaps. How many are there after the third, and what does the taker say?
// Three tries are enough, as long as the others come only twice.

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
        for _ in 0..3 {
            match self.count.compare_exchange(all, 0, Relaxed, Relaxed) {
                Ok(all) => return all,
                Err(newer) => all = newer,
            }
        }
        0
    }
}
