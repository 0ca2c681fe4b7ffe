use std::sync::PoisonError;

use clock::{Clock, SystemClock};

use super::level::Level;
use super::pace::{ConfigError, Pace};
use super::refused::Refused;
use super::sync::Mutex;

/// A leaky bucket as a meter, which threads share: a [`Level`] behind one lock.
///
/// A request pours itself in; what is in the bucket drains at a fixed pace. Who
/// would make it run over is refused. Nobody waits in it: it only counts, so a
/// burst up to its capacity goes through as it comes.
///
/// It is the token bucket of the next chapter, seen from the other side:
/// its room is what the other one holds (spec L-03).
#[derive(Debug)]
pub struct Meter<C = SystemClock> {
    level: Mutex<Level>,
    clock: C,
}

impl Meter {
    /// An empty bucket on the system's clock.
    pub fn new(pace: Pace, capacity: u32) -> Result<Self, ConfigError> {
        Self::with_clock(pace, capacity, SystemClock::new())
    }
}

impl<C: Clock> Meter<C> {
    /// An empty bucket on `clock`.
    pub fn with_clock(pace: Pace, capacity: u32, clock: C) -> Result<Self, ConfigError> {
        let level = Level::empty(pace, capacity, clock.now())?;
        Ok(Self { level: Mutex::new(level), clock })
    }

    /// Pours one request in, or says when there is room for it.
    pub fn try_pour(&self) -> Result<(), Refused> {
        self.try_pour_n(1)
    }

    /// Pours `n` requests in, or none and says when there is room for all of
    /// them. A refusal changes nothing.
    pub fn try_pour_n(&self, n: u32) -> Result<(), Refused> {
        let now = self.clock.now();
        self.with(|level| level.pour(n, now))
    }

    /// What is in the bucket now, in millionths of a request.
    pub fn micro_requests(&self) -> i64 {
        let now = self.clock.now();
        self.with(|level| level.micro_requests(now))
    }

    /// Goes on at another pace, with another capacity: see [`Level::set`].
    pub fn set(&self, pace: Pace, capacity: u32) -> Result<(), ConfigError> {
        let now = self.clock.now();
        self.with(|level| level.set(pace, capacity, now))
    }

    fn with<T>(&self, change: impl FnOnce(&mut Level) -> T) -> T {
        // Nothing in here panics half-way, so even a poisoned level is whole.
        change(&mut self.level.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
