// Caught by: however_many_fail_at_once_each_failure_counts
// Shipped by: leaky-bucket #39 is of this kind: a thread that was not first gives up
// Ask: A, B and C report a failure each; B and C come just before A's two swaps. Which line of `report` does A run next, and how many are counted?
// One word, rightly packed; but a report that has lost the swap twice is not counted.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use clock::{Clock, Moment};

use super::sync::atomic::{AtomicU64, Ordering};

const CLOSED: u64 = 0;
const OPEN: u64 = 1;
const HALF_OPEN: u64 = 2;

/// Stands between the threads of a service and a dependency.
pub struct Breaker {
    threshold: u64,
    cool_off: Duration,
    /// Two bits for the state, 16 for the generation; the rest counts failures, or is
    /// the end of the cool-off in microseconds.
    word: AtomicU64,
}

fn pack(state: u64, generation: u64, rest: u64) -> u64 {
    state | (generation & 0xFFFF) << 2 | rest << 18
}

fn unpack(word: u64) -> (u64, u64, u64) {
    (word & 3, word >> 2 & 0xFFFF, word >> 18)
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
        Self { threshold: threshold.into(), cool_off, word: AtomicU64::new(pack(CLOSED, 0, 0)) }
    }

    pub fn acquire(&self, now: Moment) -> Result<Permit, Refused> {
        let mut word = self.word.load(Ordering::Acquire);
        loop {
            let (state, generation, rest) = unpack(word);
            match state {
                CLOSED => return Ok(Permit { generation }),
                OPEN => {}
                _ => return Err(Refused::HalfOpenFull),
            }
            let until = Moment::from_nanos(rest * 1_000);
            if now < until {
                return Err(Refused::Open { until });
            }
            match self.swap(word, pack(HALF_OPEN, generation + 1, 0)) {
                Ok(_) => return Ok(Permit { generation: generation + 1 & 0xFFFF }),
                Err(newer) => word = newer,
            }
        }
    }

    pub fn report(&self, permit: Permit, good: bool, now: Moment) {
        let mut word = self.word.load(Ordering::Acquire);
        for _ in 0..2 {
            let (state, generation, rest) = unpack(word);
            if permit.generation != generation {
                return;
            }
            let new = match state {
                CLOSED if good => pack(CLOSED, generation, 0),
                CLOSED if rest + 1 < self.threshold => pack(CLOSED, generation, rest + 1),
                HALF_OPEN if good => pack(CLOSED, generation + 1, 0),
                OPEN => return,
                _ => pack(OPEN, generation + 1, (now + self.cool_off).as_nanos() / 1_000),
            };
            match self.swap(word, new) {
                Ok(_) => return,
                Err(newer) => word = newer,
            }
        }
    }

    #[track_caller]
    fn swap(&self, word: u64, new: u64) -> Result<u64, u64> {
        self.word.compare_exchange(word, new, Ordering::AcqRel, Ordering::Acquire)
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
        match unpack(self.word.load(Ordering::Acquire)).0 {
            CLOSED => "closed",
            OPEN => "open",
            _ => "half-open",
        }
    }
}
