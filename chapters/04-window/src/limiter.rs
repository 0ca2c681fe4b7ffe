use std::sync::PoisonError;

use clock::{Clock, SystemClock};

use super::fixed::Fixed;
use super::log::Log;
use super::refused::Refused;
use super::rule::Rule;
use super::sync::Mutex;
use super::two_windows::Two;

/// A limit that threads share: a [`Rule`] behind one lock, and a clock that is
/// read once a call.
///
/// The ring of slots has a memory of its own, without a lock: see
/// [`SlidingCounter`](super::sliding_counter::SlidingCounter).
#[derive(Debug)]
pub struct Limiter<R, C = SystemClock> {
    rule: Mutex<R>,
    clock: C,
}

/// [`Fixed`] windows, shared.
pub type FixedWindow<C = SystemClock> = Limiter<Fixed, C>;
/// A sliding [`Log`], shared.
pub type SlidingLog<C = SystemClock> = Limiter<Log, C>;
/// The approximation by [`Two`] windows, shared.
pub type TwoWindows<C = SystemClock> = Limiter<Two, C>;

impl<R: Rule> Limiter<R> {
    /// On the system's clock.
    pub fn new(rule: R) -> Self {
        Self::with_clock(rule, SystemClock::new())
    }
}

impl<R: Rule, C: Clock> Limiter<R, C> {
    /// On `clock`.
    pub fn with_clock(rule: R, clock: C) -> Self {
        Self { rule: Mutex::new(rule), clock }
    }

    /// Lets one through, or says when one may come back.
    pub fn try_acquire(&self) -> Result<(), Refused> {
        self.try_acquire_n(1)
    }

    /// Lets `n` through together, or none and says when they may come back.
    pub fn try_acquire_n(&self, n: u32) -> Result<(), Refused> {
        let now = self.clock.now();
        self.with(|rule| rule.take(n, now))
    }

    /// How many would pass now.
    pub fn remaining(&self) -> u32 {
        let now = self.clock.now();
        self.with(|rule| rule.remaining(now))
    }

    fn with<T>(&self, change: impl FnOnce(&mut R) -> T) -> T {
        // Nothing in here panics half-way, so even a poisoned rule is whole.
        change(&mut self.rule.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
