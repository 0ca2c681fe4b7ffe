// Caught by: a_dropped_probe_makes_room_for_the_next
// Shipped by: no library that we know of; "no news is bad news"
// Ask: P's customer closes the page at 1001 ms. What has that said about the payment service, and until when is R refused because of it?
// A dropped probe opens it, and everybody waits for another second.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use clock::{Clock, Moment};

/// Stands between callers and a dependency.
///
/// `threshold` failures in a row open it. When `cool_off` is over, one call at a
/// time may try, and a good one closes it again.
pub struct Breaker {
    threshold: u32,
    cool_off: Duration,
    clock: Box<dyn Clock + Send + Sync>,
    state: Mutex<State>,
}

/// Where it stands.
enum State {
    /// Calls pass; the last `failures` of them have failed.
    Closed { failures: u32 },
    /// No call passes before `until`.
    Open { until: Moment },
    /// One call at a time passes. `probe_out`: it is under way.
    HalfOpen { probe_out: bool },
}

/// Why a call may not go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Not before this moment.
    Open { until: Moment },
    /// The probe is out, and nobody can say when it comes back.
    HalfOpenFull,
}

/// A call that was let through: a future around the work.
pub struct Call<F> {
    /// Until the call has ended.
    permit: Option<Permit>,
    work: Pin<Box<F>>,
}

/// The right to make one call. Its end is the report.
struct Permit {
    breaker: Arc<Breaker>,
    probe: bool,
    /// Good or failed; `None` if nobody will ever know.
    verdict: Option<bool>,
}

impl Breaker {
    /// A closed breaker; `threshold` is at least 1.
    pub fn new(
        threshold: u32,
        cool_off: Duration,
        clock: impl Clock + Send + Sync + 'static,
    ) -> Arc<Self> {
        let state = Mutex::new(State::Closed { failures: 0 });
        Arc::new(Self { threshold, cool_off, clock: Box::new(clock), state })
    }

    /// Asks whether `work` may go; it goes when the call is polled.
    pub fn call<F, T, E>(self: &Arc<Self>, work: F) -> Result<Call<F>, Refused>
    where
        F: Future<Output = Result<T, E>>,
    {
        let probe = self.acquire()?;
        let permit = Permit { breaker: Arc::clone(self), probe, verdict: None };
        Ok(Call { permit: Some(permit), work: Box::pin(work) })
    }

    /// `closed`, `open` or `half-open`, as the last call left it.
    pub fn state(&self) -> &'static str {
        match *self.lock() {
            State::Closed { .. } => "closed",
            State::Open { .. } => "open",
            State::HalfOpen { .. } => "half-open",
        }
    }

    /// Whether the call that asks is the probe.
    fn acquire(&self) -> Result<bool, Refused> {
        let now = self.clock.now();
        let mut state = self.lock();
        match *state {
            State::Closed { .. } => return Ok(false),
            State::Open { until } if now < until => return Err(Refused::Open { until }),
            State::HalfOpen { probe_out: true } => return Err(Refused::HalfOpenFull),
            State::Open { .. } | State::HalfOpen { .. } => {}
        }
        *state = State::HalfOpen { probe_out: true };
        Ok(true)
    }

    /// A call has ended.
    fn report(&self, probe: bool, verdict: Option<bool>) {
        let now = self.clock.now();
        let mut state = self.lock();
        match (&mut *state, verdict) {
            (State::Closed { failures }, Some(true)) => *failures = 0,
            (State::Closed { failures }, Some(false)) => {
                *failures += 1;
                if *failures >= self.threshold {
                    *state = State::Open { until: now + self.cool_off };
                }
            }
            (State::HalfOpen { .. }, None) if probe => {
                *state = State::Open { until: now + self.cool_off }
            }
            (State::HalfOpen { .. }, Some(true)) if probe => {
                *state = State::Closed { failures: 0 };
            }
            (State::HalfOpen { .. }, Some(false)) if probe => {
                *state = State::Open { until: now + self.cool_off };
            }
            // Nothing to count, or a call from before it opened.
            _ => {}
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<F, T, E> Future for Call<F>
where
    F: Future<Output = Result<T, E>>,
{
    type Output = Result<T, E>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let call = &mut *self;
        // Nobody looks at the work again after it has panicked.
        let polled = catch_unwind(AssertUnwindSafe(|| call.work.as_mut().poll(context)));
        let good = match &polled {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(result)) => result.is_ok(),
            Err(_) => false,
        };
        if let Some(mut permit) = call.permit.take() {
            permit.verdict = Some(good);
        }
        polled.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.breaker.report(self.probe, self.verdict);
    }
}
