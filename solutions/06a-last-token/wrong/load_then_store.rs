// Caught by: the_last_token_goes_to_one_thread
// Shipped by: limitador, check_and_update: the check and the addition are two steps (read in its source)
// Ask: One token is there, and both threads have read 1. B writes 0 and says true: what does A write after that, and what does A say?
// Looking and taking are two steps.

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
        self.tokens.store(seen - n, Ordering::Relaxed);
        true
    }

    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
