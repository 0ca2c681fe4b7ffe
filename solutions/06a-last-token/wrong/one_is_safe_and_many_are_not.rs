// Caught by: several_at_once_are_one_step
// Shipped by: a frequent first try
// Ask: A wants both of two tokens and has read 2; now B takes one. What does A write then, and how many tokens were given away?
// The case of the example is repaired, and the other left as it was.

use super::sync::atomic::{AtomicU32, Ordering};

pub struct Gate {
    tokens: AtomicU32,
}

impl Gate {
    pub fn new(tokens: u32) -> Self {
        Self { tokens: AtomicU32::new(tokens) }
    }

    pub fn try_take(&self, n: u32) -> bool {
        if n == 1 {
            let one = self
                .tokens
                .fetch_update(Ordering::AcqRel, Ordering::Acquire, |tokens| tokens.checked_sub(1));
            return one.is_ok();
        }
        let seen = self.tokens.load(Ordering::Acquire);
        if seen < n {
            return false;
        }
        self.tokens.store(seen - n, Ordering::Release);
        true
    }

    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
