// Caught by: enough_for_all_serves_all
// Shipped by: a frequent first try
// Ask: Three tokens are there. A takes two of them, one just before each try of B: how many are there when B says false?
// A swap that was lost is tried once more, and no more than that.

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
        for _ in 0..2 {
            let Some(rest) = seen.checked_sub(n) else { return false };
            match self.tokens.compare_exchange(seen, rest, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return true,
                Err(newer) => seen = newer,
            }
        }
        false
    }

    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
