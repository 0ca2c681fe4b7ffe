// Caught by: a_refusal_takes_nothing_even_for_a_moment
// Shipped by: leaky-bucket #39 is of this kind: a thread that gives up leaves a trace that others see
// Ask: One token is there. A wants 2, and has not put them back yet; B wants 1. What does B find, and what would it find without A?
// A refusal takes first and puts back later; in between others are turned away.

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
        if before >= n && before <= u32::MAX / 2 {
            return true;
        }
        self.tokens.fetch_add(n, Ordering::Relaxed);
        false
    }

    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
