use std::any::Any;
use std::fmt;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::pin;
use std::task::Poll;

use clock::Clock;

use super::breaker::Breaker;
use super::change::Verdict;
use super::refused::Refused;

/// The way in that needs no discipline: the call is handed over (spec R-21).
impl<C: Clock> Breaker<C> {
    /// Makes a call, if it may. Each `Err` is a failure (spec R-20).
    pub fn call<T, E>(&self, call: impl FnOnce() -> Result<T, E>) -> Result<T, CallError<E>> {
        self.call_and_judge(call, verdict)
    }

    /// Makes a call, if it may; `judge` says what its result is for the breaker,
    /// for example by way of an [`Outcome`](super::classify::Outcome). A panic of
    /// the call is a failure and goes on; one of `judge` says nothing.
    pub fn call_and_judge<T, E>(
        &self,
        call: impl FnOnce() -> Result<T, E>,
        judge: impl FnOnce(&Result<T, E>) -> Verdict,
    ) -> Result<T, CallError<E>> {
        let permit = self.permit().map_err(CallError::Refused)?.unblamed();
        match catch_unwind(AssertUnwindSafe(call)) {
            Ok(result) => {
                let verdict = judge(&result);
                permit.report(verdict);
                result.map_err(CallError::Failed)
            }
            Err(panic) => {
                permit.report(Verdict::Failure);
                resume_unwind(panic)
            }
        }
    }

    /// Awaits a call, if it may be made; asks at its first poll. Each `Err` is a
    /// failure.
    ///
    /// The time-out of the call belongs into `call`: there it is a failure. A
    /// time-out around this drops the future, and that says nothing about the
    /// service; so does a caller that goes away.
    pub async fn call_async<T, E>(
        &self,
        call: impl Future<Output = Result<T, E>>,
    ) -> Result<T, CallError<E>> {
        self.call_async_and_judge(call, verdict).await
    }

    /// Awaits a call, if it may be made; `judge` says what its result is.
    pub async fn call_async_and_judge<T, E>(
        &self,
        call: impl Future<Output = Result<T, E>>,
        judge: impl FnOnce(&Result<T, E>) -> Verdict,
    ) -> Result<T, CallError<E>> {
        let permit = self.permit().map_err(CallError::Refused)?.unblamed();
        match caught(call).await {
            Ok(result) => {
                let verdict = judge(&result);
                permit.report(verdict);
                result.map_err(CallError::Failed)
            }
            Err(panic) => {
                permit.failure();
                resume_unwind(panic)
            }
        }
    }
}

/// The call's output, or the panic of one of its polls.
///
/// It is caught here, where it happens. Whoever polls this future may catch the
/// panic as well and drop the future later, when no panic is under way any more;
/// then a permit that is dropped along could not tell it from a cancelled call.
async fn caught<F: Future>(call: F) -> Result<F::Output, Box<dyn Any + Send>> {
    let mut call = pin!(call);
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| call.as_mut().poll(context))) {
        Ok(poll) => poll.map(Ok),
        Err(panic) => Poll::Ready(Err(panic)),
    })
    .await
}

fn verdict<T, E>(result: &Result<T, E>) -> Verdict {
    if result.is_ok() { Verdict::Success } else { Verdict::Failure }
}

/// Why there is no value. The two are not to be confused: one of them never
/// reached the service (spec R-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallError<E> {
    /// It was not sent.
    Refused(Refused),
    /// It was sent, and failed.
    Failed(E),
}

impl<E: fmt::Display> fmt::Display for CallError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refused) => refused.fmt(f),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for CallError<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Refused(refused) => refused.source(),
            Self::Failed(error) => error.source(),
        }
    }
}
