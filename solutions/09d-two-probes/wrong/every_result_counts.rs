// Caught by: permits_are_given_and_reported
// Shipped by: tower-resilience-circuitbreaker 0.13.0, live when this was written: late-failure-reopens
// Ask: A call that went at 0 ms fails at 1020, while the probe is out. Which generation does the core compare, and where does that come from?
// A report is given the generation of the present, so that none is lost.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::PoisonError;
use std::time::Duration;

use clock::{Clock, Moment};

use super::sync::{Mutex, MutexGuard};

/// Stands between the threads of a service and a dependency.
pub struct Breaker {
    core: Mutex<Core>,
}

/// The breaker of one thread. `threshold` failures in a row open it; after
/// `cool_off` one probe goes, and closes it or opens it again.
#[derive(Clone, Copy)]
struct Core {
    threshold: u32,
    cool_off: Duration,
    state: State,
    /// Grows with every change of state.
    generation: u64,
}

/// Where it stands.
#[derive(Clone, Copy)]
enum State {
    /// Calls pass; the last `failures` of them have failed.
    Closed { failures: u32 },
    /// No call passes before `until`.
    Open { until: Moment },
    /// The probe is out.
    HalfOpen,
}

/// The right to make one call. It comes back with the call's result.
pub struct Permit {
    generation: u64,
}

/// Why a call may not go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Not before this moment.
    Open { until: Moment },
    /// The probe is out, and nobody can say when it comes back.
    HalfOpenFull,
}

impl Core {
    fn acquire(&mut self, now: Moment) -> Result<Permit, Refused> {
        match self.state {
            State::Closed { .. } => {}
            State::Open { until } if now < until => return Err(Refused::Open { until }),
            State::Open { .. } => self.change(State::HalfOpen),
            State::HalfOpen => return Err(Refused::HalfOpenFull),
        }
        Ok(Permit { generation: self.generation })
    }

    fn report(&mut self, permit: Permit, good: bool, now: Moment) {
        // A result belongs to the generation that let its call go.
        if permit.generation != self.generation {
            return;
        }
        match &mut self.state {
            State::Closed { failures } if good => *failures = 0,
            State::Closed { failures } if *failures + 1 < self.threshold => *failures += 1,
            State::HalfOpen if good => self.change(State::Closed { failures: 0 }),
            State::Closed { .. } | State::HalfOpen => {
                self.change(State::Open { until: now + self.cool_off });
            }
            State::Open { .. } => {}
        }
    }

    fn change(&mut self, to: State) {
        self.state = to;
        self.generation += 1;
    }
}

impl Breaker {
    /// A closed breaker; `threshold` is at least 1.
    pub fn new(threshold: u32, cool_off: Duration) -> Self {
        let state = State::Closed { failures: 0 };
        Self { core: Mutex::new(Core { threshold, cool_off, state, generation: 0 }) }
    }

    /// Asks whether a call may go. Any number of threads ask at the same time.
    pub fn acquire(&self, now: Moment) -> Result<Permit, Refused> {
        self.lock().acquire(now)
    }

    /// A call has come back: it was good, or it failed.
    pub fn report(&self, permit: Permit, good: bool, now: Moment) {
        let mut core = self.lock();
        let permit = Permit { generation: core.generation };
        core.report(permit, good, now);
    }

    /// Does `work` if it may go, reports how it ended, and returns what it
    /// returned. A panic is a failure, and goes on.
    pub fn call<T, E>(
        &self,
        clock: &impl Clock,
        work: impl FnOnce() -> Result<T, E>,
    ) -> Result<Result<T, E>, Refused> {
        let permit = self.acquire(clock.now())?;
        let ended = catch_unwind(AssertUnwindSafe(work));
        self.report(permit, matches!(ended, Ok(Ok(_))), clock.now());
        Ok(ended.unwrap_or_else(|panic| resume_unwind(panic)))
    }

    /// `closed`, `open` or `half-open`, as the last call left it.
    pub fn state(&self) -> &'static str {
        match self.lock().state {
            State::Closed { .. } => "closed",
            State::Open { .. } => "open",
            State::HalfOpen => "half-open",
        }
    }

    /// The lanes of a failing test show where this was called.
    #[track_caller]
    fn lock(&self) -> MutexGuard<'_, Core> {
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
