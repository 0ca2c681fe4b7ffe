// Caught by: it_takes_all_that_it_asks_for_or_nothing
// Shipped by: upstash/ratelimit #156: a refused request is debited all the same (reported)
// Ask: One token is there, and somebody asks for 2 and is refused. What is in the gate before that, and what after it?
// A refusal keeps what it found.

use super::sync::atomic::{AtomicU32, Ordering};

pub struct Gate {
    tokens: AtomicU32,
}

impl Gate {
    pub fn new(tokens: u32) -> Self {
        Self { tokens: AtomicU32::new(tokens) }
    }

    pub fn try_take(&self, n: u32) -> bool {
        let before = self
            .tokens
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |seen| Some(seen.saturating_sub(n)))
            .unwrap_or(0);
        before >= n
    }

    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
