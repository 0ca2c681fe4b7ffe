// Right: who loses the swap decides anew, from the value that it lost to.

use interleavings::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Counter;

pub struct Version(AtomicU64);

impl Counter for Version {
    fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    fn hit(&self) -> u64 {
        self.swap_for(|hits| hits + 1)
    }

    fn take_all(&self) -> u64 {
        self.swap_for(|_| 0)
    }
}

impl Version {
    fn swap_for(&self, new: impl Fn(u64) -> u64) -> u64 {
        let mut seen = self.0.load(Relaxed);
        while let Err(newer) = self.0.compare_exchange_weak(seen, new(seen), Relaxed, Relaxed) {
            seen = newer;
        }
        seen
    }
}
