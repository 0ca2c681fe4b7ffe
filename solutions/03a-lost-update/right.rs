// Reading and writing are one step: a read-modify-write on one word.

use super::sync::atomic::{AtomicU64, Ordering};

/// Counts the hits of a page. Any number of threads use it at the same time.
pub struct Hits {
    count: AtomicU64,
}

impl Hits {
    /// A counter without hits.
    pub fn new() -> Self {
        Self { count: AtomicU64::new(0) }
    }

    /// Counts one hit, and says how many were there before it: 0 for the first.
    ///
    /// `Relaxed` is enough: the number is all that the threads share. It makes
    /// no difference to the one step, which is one with every ordering.
    pub fn hit(&self) -> u64 {
        self.count.fetch_add(1, Ordering::Relaxed)
    }

    /// Takes all hits out, and says how many they were. What comes afterwards
    /// is counted from 0 again.
    pub fn take_all(&self) -> u64 {
        self.count.swap(0, Ordering::Relaxed)
    }
}
