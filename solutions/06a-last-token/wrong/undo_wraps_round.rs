// Caught by: asking_twice_does_not_help
// Shipped by: rustcommon #72 is of this kind: below 0 an unsigned counter is very large
// Ask: The gate is empty, and A has just subtracted 1, which it will put back. Which number does B's subtraction find, and is that enough for 1?
// Takes first and puts back later; in between an empty gate holds four thousand million.

use super::sync::atomic::{AtomicU32, Ordering};

pub struct Gate {
    tokens: AtomicU32,
}

impl Gate {
    pub fn new(tokens: u32) -> Self {
        Self { tokens: AtomicU32::new(tokens) }
    }

    pub fn try_take(&self, n: u32) -> bool {
        let before = self.tokens.fetch_sub(n, Ordering::Relaxed);
        if before >= n {
            return true;
        }
        self.tokens.fetch_add(n, Ordering::Relaxed);
        false
    }

    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
