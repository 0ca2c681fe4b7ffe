// Caught by: two_counters_share_nothing
// Shipped by: a frequent first try
// Ask: There are two counters, and the first gets two hits. When the second gets its first one, which number does it read, and whose is that?
// One word for the whole program.

use std::sync::atomic::AtomicU64;

use super::sync::atomic::Ordering::Relaxed;

static COUNT: AtomicU64 = AtomicU64::new(0);

pub struct Hits;

impl Hits {
    pub fn new() -> Self {
        Self
    }

    pub fn hit(&self) -> u64 {
        COUNT.fetch_add(1, Relaxed)
    }

    pub fn take_all(&self) -> u64 {
        COUNT.swap(0, Relaxed)
    }
}
