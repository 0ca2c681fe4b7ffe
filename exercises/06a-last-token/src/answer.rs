// The one file to edit. The task is in README.md; `cargo test -p last-token` grades it.

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
    /// Any number of threads call this at the same time.
    pub fn try_take(&self, n: u32) -> bool {
        todo!("in one step: if n = {n} tokens are there, take them and say true; else say false")
    }

    /// How many tokens are left.
    pub fn left(&self) -> u32 {
        self.tokens.load(Ordering::Relaxed)
    }
}
