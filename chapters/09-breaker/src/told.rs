use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::thread;

use super::change::Change;

/// Who is told of changes.
pub type Listener = Arc<dyn Fn(&Change) + Send + Sync>;

/// Changes that are still to be told. It lies behind the breaker's own lock, so
/// that they are queued in the order in which they happened.
///
/// It grows only while a listener does not return, by one change at a time, and
/// each of those took a cool-off, a row of probes or an operator.
#[derive(Default)]
pub struct Told {
    pub listener: Option<Listener>,
    queue: VecDeque<Change>,
    /// Whether some thread is telling. It will come back for what is queued.
    busy: bool,
}

impl Told {
    /// Queues a change; true if the caller has to tell it.
    pub fn queue(&mut self, change: Change) -> bool {
        if self.listener.is_none() {
            return false;
        }
        self.queue.push_back(change);
        !std::mem::replace(&mut self.busy, true)
    }

    /// The next change to tell, and whom. With none left, the turn is over: that
    /// is decided under the lock, so no change can come between.
    pub fn next(&mut self) -> Option<(Change, Listener)> {
        let next = self.queue.pop_front().zip(self.listener.clone());
        self.busy = next.is_some();
        next
    }

    /// Tells all that `next` gives, with no lock held. A listener that panics
    /// keeps nobody from hearing the rest; then the panic goes on.
    pub fn tell_all(next: impl Fn() -> Option<(Change, Listener)>) {
        let mut trouble = None;
        while let Some((change, listener)) = next() {
            let told = catch_unwind(AssertUnwindSafe(|| listener(&change)));
            trouble = trouble.or(told.err());
        }
        // A second panic while one is under way would end the process.
        match trouble {
            Some(panic) if !thread::panicking() => resume_unwind(panic),
            _ => {}
        }
    }
}
