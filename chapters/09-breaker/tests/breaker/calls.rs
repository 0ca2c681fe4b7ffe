use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Breaker, CallError, Outcome, Refused, State, Verdict};
use clock::{Clock, Moment};

use super::start::{closed, panic_of_the_call, panics, rested};

// spec R-21
#[test]
fn a_call_returns_its_value_and_is_a_success() {
    let (_, breaker) = rested();
    assert_eq!(breaker.call(|| Ok::<_, io::Error>(7)).expect("it is the probe"), 7);
    assert_eq!(breaker.state(), State::Closed);
}

// spec
#[test]
fn an_error_of_the_call_is_a_failure_and_a_refusal_is_another_error() {
    let (_, breaker) = closed(1);
    let failed = breaker.call(|| Err::<(), _>("no answer"));
    assert_eq!(failed, Err(CallError::Failed("no answer")));
    let refused = breaker.call(|| -> Result<(), &str> { unreachable!("it is not sent") });
    let until = Refused::Open { retry_at: Moment::from_millis(1000) };
    assert_eq!(refused, Err(CallError::Refused(until)));
}

// spec R-13
#[test]
fn what_is_said_of_a_refusal_says_that_nothing_was_sent() {
    let error = CallError::<io::Error>::Refused(Refused::HalfOpenFull);
    assert_eq!(error.to_string(), "not sent: all probes are out");
    let error = CallError::Failed(io::Error::other("no answer"));
    assert_eq!(error.to_string(), "no answer");
}

// spec R-07
#[test]
fn a_call_that_panics_is_a_failure_and_the_panic_goes_on() {
    let (_, breaker) = closed(1);
    panics(|| {
        let _ = breaker.call(|| -> Result<(), ()> { panic_of_the_call() });
    });
    assert_eq!(breaker.state(), State::Open);
}

/// Makes a call that panics while another panic is under way.
struct CallsWhileDropped<'b, C: Clock>(&'b Breaker<C>);

impl<C: Clock> Drop for CallsWhileDropped<'_, C> {
    fn drop(&mut self) {
        let call = || self.0.call(|| -> Result<(), ()> { panic_of_the_call() });
        assert!(catch_unwind(AssertUnwindSafe(call)).is_err());
    }
}

#[test]
fn a_call_that_panics_while_another_panic_is_under_way_is_a_failure() {
    let (_, breaker) = closed(1);
    panics(|| {
        let _calls = CallsWhileDropped(&breaker);
        panic_of_the_call()
    });
    assert_eq!(breaker.state(), State::Open);
}

#[test]
fn a_panic_of_the_judge_says_nothing_of_the_service() {
    let (_, breaker) = rested();
    panics(|| {
        let judge = |_: &Result<(), ()>| -> Verdict { panic_of_the_call() };
        let _ = breaker.call_and_judge(|| Ok(()), judge);
    });
    assert_eq!(breaker.state(), State::HalfOpen);
    assert!(breaker.permit().expect("its place is free").is_probe());
}

// spec R-09
#[test]
fn a_call_is_judged_by_its_status() {
    let (_, breaker) = closed(1);
    let answers = |status: u16| {
        let judge = |result: &Result<u16, io::Error>| match result {
            Ok(status) => Outcome::Status(*status).verdict(),
            Err(_) => Outcome::Transport.verdict(),
        };
        breaker.call_and_judge(|| Ok(status), judge).expect("it answers")
    };
    assert_eq!(answers(404), 404);
    assert_eq!(breaker.state(), State::Closed);
    assert_eq!(answers(503), 503);
    assert_eq!(breaker.state(), State::Open);
}

#[test]
fn a_call_that_is_judged_to_say_nothing_is_counted_apart() {
    let (_, breaker) = rested();
    let full = || Outcome::BulkheadFull;
    let failed = breaker.call_and_judge(|| Err::<(), _>(full()), |_| full().verdict());
    assert_eq!(failed, Err(CallError::Failed(Outcome::BulkheadFull)));
    assert_eq!(breaker.state(), State::HalfOpen);
    assert_eq!(breaker.read(|machine, _| (machine.ignored(), machine.probes_out())), (1, 0));
}
