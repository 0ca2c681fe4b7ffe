// Caught by: several_at_once_are_one_step
// Shipped by: a frequent first try
// Ask: Two tokens are there, and A and B want 2 each. A takes one, then B takes one: what does each of them find for its second?
// Several tokens are taken in several steps, and put back if there are not enough.

use super::sync::atomic::{AtomicU32, Ordering};

pub struct Gate {
    tokens: AtomicU32,
}

impl Gate {
    pub fn new(tokens: u32) -> Self {
        Self { tokens: AtomicU32::new(tokens) }
    }

    pub fn try_take(&self, n: u32) -> bool {
        if self.tokens.load(Ordering::SeqCst) < n {
            return false;
        }
        for taken in 0..n {
            let one = self
                .tokens
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |tokens| tokens.checked_sub(1));
            if one.is_err() {
                self.tokens.fetch_add(taken, Ordering::SeqCst);
                return false;
            }
        }
        true
    }

    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
