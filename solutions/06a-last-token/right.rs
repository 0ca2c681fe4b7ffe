// One atomic word, and a loop that decides anew whenever it lost the swap.

use super::sync::atomic::{AtomicU32, Ordering};

/// A gate that holds a number of tokens and gives each of them away once.
pub struct Gate {
    tokens: AtomicU32,
}

impl Gate {
    /// A gate with this many tokens.
    pub fn new(tokens: u32) -> Self {
        Self { tokens: AtomicU32::new(tokens) }
    }

    /// Takes `n` tokens and says true, or takes none and says false.
    ///
    /// `Relaxed` is enough: the number of tokens is all that the threads share.
    pub fn try_take(&self, n: u32) -> bool {
        let mut seen = self.tokens.load(Ordering::Relaxed);
        // The verdict and the new value both come from the value that the swap
        // succeeds on. A refusal writes nothing.
        while let Some(rest) = seen.checked_sub(n) {
            match self.tokens.compare_exchange_weak(
                seen,
                rest,
                Ordering::Relaxed,
                Ordering::Relaxed,
            ) {
                Ok(_) => return true,
                Err(newer) => seen = newer,
            }
        }
        false
    }

    /// How many tokens are left.
    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
