// Caught by: nobody_sees_half_of_a_closing
// Shipped by: no library that we know of; kin of Hystrix #1640: closing in three steps
// Ask: A has stored CLOSED and not yet added to the generation. B asks now: what is on its permit, and what becomes of B's failure at 1200 ms?
// Closed is written before the generation is: who comes between the two is late when it is back.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use clock::{Clock, Moment};

use super::sync::atomic::{AtomicU32, AtomicU64, Ordering};

const CLOSED: u32 = 0;
const OPEN: u32 = 1;
const HALF_OPEN: u32 = 2;

/// Stands between the threads of a service and a dependency.
pub struct Breaker {
    threshold: u32,
    cool_off: Duration,
    state: AtomicU32,
    failures: AtomicU32,
    until_ns: AtomicU64,
    /// Grows with every change of state.
    generation: AtomicU64,
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

impl Breaker {
    /// A closed breaker; `threshold` is at least 1.
    pub fn new(threshold: u32, cool_off: Duration) -> Self {
        let (state, failures) = (AtomicU32::new(CLOSED), AtomicU32::new(0));
        let (until_ns, generation) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { threshold, cool_off, state, failures, until_ns, generation }
    }

    pub fn acquire(&self, now: Moment) -> Result<Permit, Refused> {
        match self.state.load(Ordering::Acquire) {
            CLOSED => {}
            OPEN => {
                let until = Moment::from_nanos(self.until_ns.load(Ordering::Acquire));
                if now < until {
                    return Err(Refused::Open { until });
                }
                let (is, was) = (Ordering::AcqRel, Ordering::Acquire);
                if self.state.compare_exchange(OPEN, HALF_OPEN, is, was).is_err() {
                    return Err(Refused::HalfOpenFull);
                }
                self.generation.fetch_add(1, Ordering::AcqRel);
            }
            _ => return Err(Refused::HalfOpenFull),
        }
        Ok(Permit { generation: self.generation.load(Ordering::Acquire) })
    }

    pub fn report(&self, permit: Permit, good: bool, now: Moment) {
        if permit.generation != self.generation.load(Ordering::Acquire) {
            return;
        }
        match self.state.load(Ordering::Acquire) {
            CLOSED if good => self.failures.store(0, Ordering::Release),
            CLOSED => {
                if self.failures.fetch_add(1, Ordering::AcqRel) + 1 >= self.threshold {
                    self.open(now);
                }
            }
            HALF_OPEN if good => {
                self.failures.store(0, Ordering::Release);
                self.state.store(CLOSED, Ordering::Release);
                self.generation.fetch_add(1, Ordering::AcqRel);
            }
            HALF_OPEN => self.open(now),
            _ => {}
        }
    }

    fn open(&self, now: Moment) {
        let until_ns = (now + self.cool_off).as_nanos();
        self.until_ns.store(until_ns, Ordering::Release);
        self.generation.fetch_add(1, Ordering::AcqRel);
        self.state.store(OPEN, Ordering::Release);
    }

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

    pub fn state(&self) -> &'static str {
        match self.state.load(Ordering::Acquire) {
            CLOSED => "closed",
            OPEN => "open",
            _ => "half-open",
        }
    }
}
