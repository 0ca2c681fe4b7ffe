// Caught by: the_last_token_goes_to_one_thread
// Shipped by: rustcommon #72: the token is gone by the time of the subtraction, and 0 - 1 is u64::MAX
// Ask: One token is there, and both threads have passed the check. What does each subtraction find, and what is 0 less 1 in a u32?
// The subtraction is atomic, the check before it is not part of it.

use super::sync::atomic::{AtomicU32, Ordering};

pub struct Gate {
    tokens: AtomicU32,
}

impl Gate {
    pub fn new(tokens: u32) -> Self {
        Self { tokens: AtomicU32::new(tokens) }
    }

    pub fn try_take(&self, n: u32) -> bool {
        if self.tokens.load(Ordering::Relaxed) < n {
            return false;
        }
        self.tokens.fetch_sub(n, Ordering::Relaxed);
        true
    }

    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
