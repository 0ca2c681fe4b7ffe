// Caught by: the_last_token_goes_to_one_thread
// Shipped by: tower 0.5.3, retry budget: the sum is read, and subtracted from later
// Ask: One token is there. A looks and gives the lock back, and B's whole `try_take` runs. What does A find when it has the lock again, and what does it say?
// Each half holds the lock, the two together do not.

use super::sync::Mutex;

pub struct Gate {
    tokens: Mutex<u32>,
}

impl Gate {
    pub fn new(tokens: u32) -> Self {
        Self { tokens: Mutex::new(tokens) }
    }

    pub fn try_take(&self, n: u32) -> bool {
        let enough = *self.tokens.lock().unwrap() >= n;
        if enough {
            let mut tokens = self.tokens.lock().unwrap();
            *tokens = tokens.saturating_sub(n);
        }
        enough
    }

    pub fn left(&self) -> u32 {
        *self.tokens.lock().unwrap()
    }
}
