// Caught by: the_last_token_goes_to_one_thread
// Shipped by: tower-resilience #363 is of this kind: a verdict from before the wait is used after it
// Ask: A and B have seen one token, and A loses its swap to B. Which value comes back, what does A swap it for, and what does it say?
// The swap is tried again with the newer value, but the verdict is still that of the older one.

use super::sync::atomic::{AtomicU32, Ordering};

pub struct Gate {
    tokens: AtomicU32,
}

impl Gate {
    pub fn new(tokens: u32) -> Self {
        Self { tokens: AtomicU32::new(tokens) }
    }

    pub fn try_take(&self, n: u32) -> bool {
        let mut seen = self.tokens.load(Ordering::Relaxed);
        if seen < n {
            return false;
        }
        loop {
            let rest = seen.saturating_sub(n);
            match self.tokens.compare_exchange(seen, rest, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return true,
                Err(newer) => seen = newer,
            }
        }
    }

    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
