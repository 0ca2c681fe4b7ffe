//! The breaker that anyone would write, wrong on purpose.
//!
//! A flag, a count and a time, each of them atomic, each line right by itself.
//! The lesson runs it and shows what a hundred callers do at the end of the
//! cool-off, what a late answer does, and what one failure in a hundred does.

use std::time::Duration;

use clock::Moment;

use super::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::SeqCst};

/// A circuit breaker with five mistakes (spec R-19).
#[derive(Debug)]
pub struct FirstBreaker {
    open: AtomicBool,
    failures: AtomicU32,
    opened_ms: AtomicU64,
    failures_max: u32,
    cool_off_ms: u64,
}

impl FirstBreaker {
    /// A closed breaker that opens at the failure number `failures_max`.
    pub fn new(failures_max: u32, cool_off: Duration) -> Self {
        Self {
            open: AtomicBool::new(false),
            failures: AtomicU32::new(0),
            opened_ms: AtomicU64::new(0),
            failures_max,
            cool_off_ms: u64::try_from(cool_off.as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// Whether a call may go.
    pub fn allow(&self, now: Moment) -> bool {
        // Mistake one: once the cool-off is over, everybody goes. Whoever asks
        // leaves no trace, so all who ask are the first.
        !self.open.load(SeqCst) || now.as_millis() >= self.retry_ms()
    }

    /// A call went well.
    pub fn success(&self) {
        // Mistake two: whose success is it? One that was sent before the breaker
        // opened closes it. Mistake three: one is enough.
        if self.open.load(SeqCst) {
            self.failures.store(0, SeqCst);
            self.open.store(false, SeqCst);
        }
        // Mistake four: while it is closed, a success leaves the count alone. It
        // is not "in a row", and one failure in a hundred is enough, in time.
    }

    /// A call failed.
    pub fn failure(&self, now: Moment) {
        let failures = self.failures.fetch_add(1, SeqCst) + 1;
        if failures >= self.failures_max {
            // Mistake five: two facts, two writes. Between them it is open since
            // long ago; and a late failure begins the cool-off anew.
            self.open.store(true, SeqCst);
            self.opened_ms.store(now.as_millis(), SeqCst);
        }
    }

    /// Whether it says that it is open.
    pub fn is_open(&self) -> bool {
        self.open.load(SeqCst)
    }

    /// Failures that it has counted.
    pub fn failures(&self) -> u32 {
        self.failures.load(SeqCst)
    }

    /// When an open one lets everybody through again, in milliseconds.
    pub fn retry_ms(&self) -> u64 {
        self.opened_ms.load(SeqCst).saturating_add(self.cool_off_ms)
    }
}

impl Clone for FirstBreaker {
    /// A copy of what it knows, not shared with this one.
    fn clone(&self) -> Self {
        Self {
            open: AtomicBool::new(self.open.load(SeqCst)),
            failures: AtomicU32::new(self.failures.load(SeqCst)),
            opened_ms: AtomicU64::new(self.opened_ms.load(SeqCst)),
            failures_max: self.failures_max,
            cool_off_ms: self.cool_off_ms,
        }
    }
}
