// Caught by: the_smallest_and_the_largest_number_are_numbers
// Shipped by: a frequent first try
// Ask: One token is there, and somebody asks for u32::MAX. Which number is that as an i32, and what is 1 less that number?
// Below zero is told by the sign, and a very large request wraps round to the other side.

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
                let rest = (seen as i32).wrapping_sub(n as i32);
                (rest >= 0).then_some(rest as u32)
            })
            .is_ok()
    }

    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
