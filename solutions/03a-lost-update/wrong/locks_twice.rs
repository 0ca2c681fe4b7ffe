// Caught by: two_hits_at_once_are_two_hits
// Shipped by: a frequent second try
// Ask: A has read 0 and given the lock back, and B's whole hit runs. When A has the lock again, what is in the counter, and what does A write?
// Each step has the lock, and between the two nobody has it.

use super::sync::Mutex;

pub struct Hits {
    count: Mutex<u64>,
}

impl Hits {
    pub fn new() -> Self {
        Self { count: Mutex::new(0) }
    }

    pub fn hit(&self) -> u64 {
        let before = *self.count.lock().unwrap();
        *self.count.lock().unwrap() = before + 1;
        before
    }

    pub fn take_all(&self) -> u64 {
        std::mem::take(&mut *self.count.lock().unwrap())
    }
}
