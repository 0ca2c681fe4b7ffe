// How the answer stands in the simulation: each request is a future that waits,
// on a clock that the simulation pushes.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use clock::{Clock, ManualClock, Moment};
use simulation::{Gauges, Input, Outcome, Output, Params, RequestId, Subject, Unit};

use super::answer::{Bucket, Refused};

/// The answer, with a token every `period` ms and a bucket of `burst`.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let period_ms = params.get("period", 100).clamp(1, 1_000_000);
    let burst = u32::try_from(params.get("burst", 5)).unwrap_or(u32::MAX);
    let clock = ManualClock::new();
    let bucket = Bucket::new(Duration::from_millis(period_ms), burst, clock.clone());
    Box::new(Stage {
        bucket: Arc::new(bucket),
        clock,
        period_ns: i128::from(period_ms) * 1_000_000,
        burst,
        waiting: Vec::new(),
    })
}

type Wait = Pin<Box<dyn Future<Output = Result<(), Refused>>>>;

struct Stage {
    bucket: Arc<Bucket<ManualClock>>,
    clock: ManualClock,
    period_ns: i128,
    burst: u32,
    /// In the order in which they came.
    waiting: Vec<(RequestId, Wait)>,
}

impl Stage {
    fn full_ns(&self) -> i128 {
        self.period_ns * i128::from(self.burst)
    }

    /// Polls everyone who waits; an executor may do that at any time.
    fn poll_all(&mut self, out: &mut Vec<Output>) {
        let mut context = Context::from_waker(Waker::noop());
        self.waiting.retain_mut(|(id, wait)| match wait.as_mut().poll(&mut context) {
            Poll::Pending => true,
            Poll::Ready(result) => {
                out.push(verdict(*id, result));
                false
            }
        });
    }
}

fn verdict(id: RequestId, result: Result<(), Refused>) -> Output {
    let why = match result {
        Ok(()) => return Output::Admit(id),
        Err(Refused::TooLate) => "the tokens would come after its deadline",
        Err(Refused::OverBurst) => "more than the bucket can hold",
    };
    Output::Refuse { id, why: why.into(), retry_at: None }
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.clock.set(now);
        match input {
            Input::Arrive(request) => {
                let bucket = Arc::clone(&self.bucket);
                let deadline = request.patience.map(|patience| now + patience);
                let wait = async move { bucket.wait_n(request.cost, deadline).await };
                let mut wait: Wait = Box::pin(wait);
                match wait.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                    Poll::Ready(result) => out.push(verdict(request.id, result)),
                    Poll::Pending => {
                        out.push(Output::Hold { id: request.id, until: None });
                        self.waiting.push((request.id, wait));
                    }
                }
            }
            Input::Finish(id, Outcome::Dropped) => self.waiting.retain(|(other, _)| *other != id),
            Input::Finish(..) | Input::Set(_) => {}
            Input::Wake => self.poll_all(out),
        }
    }

    fn wake(&self) -> Option<Moment> {
        // The line of the level bends where the bucket is full.
        let missing_ns = u64::try_from(self.full_ns() - self.bucket.held_ns()).unwrap_or(0);
        let full = (missing_ns > 0).then(|| self.clock.now() + Duration::from_nanos(missing_ns));
        self.clock.next_sleeper().into_iter().chain(full).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        // Worked out, not asked for: to push the clock would wake the sleepers.
        let elapsed_ns =
            i128::try_from(now.since(self.clock.now()).as_nanos()).unwrap_or(i128::MAX);
        let held_ns = (self.bucket.held_ns() + elapsed_ns).min(self.full_ns());
        let micro = (held_ns * 1_000_000).div_euclid(self.period_ns);
        gauges.line("level", Unit::MicroTokens, i64::try_from(micro).unwrap_or(i64::MIN));
        let waiting = i64::try_from(self.waiting.len()).unwrap_or(i64::MAX);
        gauges.step("waiting", Unit::Count, waiting);
    }
}
