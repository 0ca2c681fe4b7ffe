// Right: each call has the lock from its beginning to its end.

use interleavings::sync::Mutex;

use super::Counter;

pub struct Version(Mutex<u64>);

impl Counter for Version {
    fn new() -> Self {
        Self(Mutex::new(0))
    }

    fn hit(&self) -> u64 {
        let mut hits = self.0.lock().unwrap();
        *hits += 1;
        *hits - 1
    }

    fn take_all(&self) -> u64 {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}
