// Caught by: a_token_that_is_there_is_taken
// Shipped by: redis #14826, in review: asking for exactly the capacity was refused
// Ask: Two tokens are there, and somebody asks for 2. Which comparison decides, and what does it say of 2 and 2?
// `<` where `<=` is meant: exactly enough is not enough.

use super::sync::atomic::{AtomicU32, Ordering};

pub struct Gate {
    tokens: AtomicU32,
}

impl Gate {
    pub fn new(tokens: u32) -> Self {
        Self { tokens: AtomicU32::new(tokens) }
    }

    pub fn try_take(&self, n: u32) -> bool {
        self.tokens
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |seen| {
                if n < seen { Some(seen - n) } else { None }
            })
            .is_ok()
    }

    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
