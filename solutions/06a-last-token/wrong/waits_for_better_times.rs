// Caught by: when_none_is_left_it_refuses (never ends)
// Shipped by: governor #11 is of this kind: a request that can never pass is told to wait, for ever
// Ask: The last token is gone, and the one thread that there is asks for 1. Who could change the number that it looks at again and again?
// An empty gate is waited for, and nobody fills it.

use super::sync::atomic::{AtomicU32, Ordering};

pub struct Gate {
    tokens: AtomicU32,
}

impl Gate {
    pub fn new(tokens: u32) -> Self {
        Self { tokens: AtomicU32::new(tokens) }
    }

    pub fn try_take(&self, n: u32) -> bool {
        loop {
            let seen = self.tokens.load(Ordering::Relaxed);
            if seen < n {
                std::thread::yield_now();
                continue;
            }
            let swap =
                self.tokens.compare_exchange(seen, seen - n, Ordering::Relaxed, Ordering::Relaxed);
            if swap.is_ok() {
                return true;
            }
        }
    }

    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
