// Caught by: asking_twice_does_not_help
// Shipped by: a frequent second try, after check-then-subtract
// Ask: A has taken the one token, and B, who had seen it too, has just subtracted 1. What does A's second look see before B puts it back?
// The look before makes the wrap rarer, and no less wrong.

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
