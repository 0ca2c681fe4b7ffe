// Caught by: enough_for_all_serves_all
// Shipped by: no library that we know of; a frequent first try
// Ask: A and B have read 2, and B's swap wins. How many tokens are there when A's swap fails, and what does A say?
// A lost swap is taken for a refusal.

use super::sync::atomic::{AtomicU32, Ordering};

pub struct Gate {
    tokens: AtomicU32,
}

impl Gate {
    pub fn new(tokens: u32) -> Self {
        Self { tokens: AtomicU32::new(tokens) }
    }

    pub fn try_take(&self, n: u32) -> bool {
        let seen = self.tokens.load(Ordering::Relaxed);
        if seen < n {
            return false;
        }
        self.tokens.compare_exchange(seen, seen - n, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
