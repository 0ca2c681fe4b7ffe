use std::future::{Future, pending, poll_fn, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::{CallError, Refused, State};
use clock::{ManualClock, Moment, Timer};

use super::start::{closed, panic_of_the_call, panics, rested};

fn poll<F: Future + ?Sized>(future: &mut Pin<Box<F>>) -> Poll<F::Output> {
    future.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

#[test]
fn a_call_is_awaited_and_reported() {
    let (clock, breaker) = rested();
    let call = async {
        clock.sleep_until(Moment::from_millis(1300)).await;
        Ok::<_, ()>(7)
    };
    assert_eq!(clock.drive(breaker.call_async(call)), Ok(7));
    assert_eq!(breaker.state(), State::Closed);
    assert_eq!(clock.drive(breaker.call_async(ready(Err::<(), _>(8)))), Err(CallError::Failed(8)));
    assert_eq!(breaker.state(), State::Open);
}

#[test]
fn it_asks_at_its_first_poll_and_a_refused_call_is_never_polled() {
    let (clock, breaker) = closed(1);
    let call = poll_fn(|_| -> Poll<Result<(), ()>> { unreachable!("it is not sent") });
    let refused = breaker.call_async(call);
    breaker.permit().expect("closed").failure();
    let until = Refused::Open { retry_at: Moment::from_millis(1000) };
    assert_eq!(clock.drive(refused), Err(CallError::Refused(until)));
}

// spec R-07
#[test]
fn a_caller_that_goes_away_gives_the_place_back() {
    let (_, breaker) = rested();
    let mut gone = Box::pin(breaker.call_async(pending::<Result<(), ()>>()));
    assert!(poll(&mut gone).is_pending());
    assert_eq!(breaker.permit().expect_err("it is out"), Refused::HalfOpenFull);
    drop(gone);
    assert_eq!(breaker.state(), State::HalfOpen);
    assert!(breaker.permit().expect("the place is free").is_probe());
}

/// A future as a library writes it: it catches the panics of what it polls, and
/// keeps that until it is dropped itself.
struct Catches<F: ?Sized>(Pin<Box<F>>);

impl<F: Future + ?Sized> Future for Catches<F> {
    type Output = Option<F::Output>;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match catch_unwind(AssertUnwindSafe(|| self.0.as_mut().poll(context))) {
            Ok(poll) => poll.map(Some),
            Err(_) => Poll::Ready(None),
        }
    }
}

// spec R-07: the panic is over when the future is dropped.
#[test]
fn a_panic_in_a_poll_is_a_failure_at_once_whoever_catches_it() {
    let (_, breaker) = rested();
    let call = poll_fn(|_| -> Poll<Result<(), ()>> { panic_of_the_call() });
    let mut caught = Box::pin(Catches(Box::pin(breaker.call_async(call))));
    assert_eq!(poll(&mut caught), Poll::Ready(None));
    assert_eq!(breaker.state(), State::Open);
    drop(caught);
    assert_eq!(breaker.read(|machine, _| (machine.generation(), machine.late())), (3, 0));
}

#[test]
fn a_panic_of_the_caller_is_no_failure_of_the_call() {
    let (_, breaker) = closed(1);
    panics(|| {
        let mut call = Box::pin(breaker.call_async(pending::<Result<(), ()>>()));
        assert_eq!(poll(&mut call), Poll::Pending);
        panic_of_the_call()
    });
    assert_eq!(breaker.state(), State::Closed, "the caller went away, and how is its own affair");
}

// spec R-07: the time-out belongs inside.
#[test]
fn time_outs_inside_open_it_and_time_outs_around_it_never_do() {
    let timed = |inside: bool| {
        let (clock, breaker) = closed(3);
        for _ in 0..3 {
            let by = clock.now_and(Duration::from_millis(400));
            if inside {
                let call = async {
                    clock.sleep_until(by).await;
                    Err::<(), _>("timed out")
                };
                assert!(clock.drive(breaker.call_async(call)).is_err());
            } else {
                let mut call = Box::pin(breaker.call_async(pending::<Result<(), ()>>()));
                assert!(poll(&mut call).is_pending());
                clock.set(by);
                drop(call);
            }
        }
        breaker.state()
    };
    assert_eq!(timed(true), State::Open);
    assert_eq!(timed(false), State::Closed);
}

trait NowAnd {
    fn now_and(&self, by: Duration) -> Moment;
}

impl NowAnd for ManualClock {
    fn now_and(&self, by: Duration) -> Moment {
        clock::Clock::now(self) + by
    }
}

#[test]
fn its_future_can_be_sent_to_another_thread() {
    fn sent<T: Send>(value: T) -> T {
        value
    }
    let (clock, breaker) = closed(1);
    let owned = breaker.clone();
    let call = sent(async move { owned.call_async(ready(Ok::<_, ()>(7))).await });
    assert_eq!(clock.drive(call), Ok(7));
}
