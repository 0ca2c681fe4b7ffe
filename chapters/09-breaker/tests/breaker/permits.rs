use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use super::{Breaker, Counted, Machine, Refused, Settings, State};
use clock::Moment;

use super::start::{closed, panic_of_the_call, panics, rested};

// spec R-07
#[test]
fn a_permit_that_is_dropped_frees_its_place_and_says_nothing() {
    let (_, breaker) = rested();
    let probe = breaker.permit().expect("the first");
    assert!(probe.is_probe());
    assert_eq!(breaker.permit().expect_err("the second"), Refused::HalfOpenFull);
    drop(probe);
    assert_eq!(breaker.state(), State::HalfOpen);
    breaker.permit().expect("the place is free").success();
    assert_eq!(breaker.state(), State::Closed);
}

// spec R-07: a new cool-off, and then a new probe.
#[test]
fn a_probe_that_panics_is_a_failure() {
    let (clock, breaker) = rested();
    panics(|| {
        let _probe = breaker.permit().expect("the first");
        panic_of_the_call()
    });
    assert_eq!(breaker.state(), State::Open);
    let refused = breaker.permit().expect_err("it is open");
    assert_eq!(refused, Refused::Open { retry_at: Moment::from_millis(2000) });
    clock.set(Moment::from_millis(2000));
    assert!(breaker.permit().expect("a new probe").is_probe());
}

#[test]
fn a_report_before_the_panic_is_the_one_that_counts() {
    let (_, breaker) = rested();
    panics(|| {
        breaker.permit().expect("the first").success();
        panic_of_the_call()
    });
    assert_eq!(breaker.state(), State::Closed);
}

/// Asks for a permit while a panic is under way, and drops it.
struct Cleanup<'b, C: clock::Clock>(&'b Breaker<C>);

impl<C: clock::Clock> Drop for Cleanup<'_, C> {
    fn drop(&mut self) {
        drop(self.0.permit().expect("let through"));
    }
}

#[test]
fn a_panic_that_was_under_way_before_is_not_of_this_call() {
    let (_, breaker) = closed(1);
    panics(|| {
        let _cleanup = Cleanup(&breaker);
        panic_of_the_call()
    });
    assert_eq!(breaker.state(), State::Closed);
}

#[test]
fn an_ignored_call_is_counted_apart() {
    let (_, breaker) = closed(1);
    assert_eq!(breaker.permit().expect("closed").ignore(), Counted::Ignored);
    assert_eq!(breaker.read(|machine, _| machine.ignored()), 1);
    assert_eq!(breaker.state(), State::Closed);
}

#[test]
fn an_owned_permit_goes_along_into_a_thread() {
    let (_, breaker) = rested();
    let probe = breaker.permit_owned().expect("the first");
    thread::spawn(move || probe.success()).join().expect("it ends");
    assert_eq!(breaker.state(), State::Closed);
    let last = breaker.permit_owned().expect("closed");
    drop(breaker);
    assert_eq!(last.failure(), Counted::Yes);
}

#[test]
fn a_panic_while_it_is_read_poisons_nothing() {
    let (_, breaker) = closed(1);
    let read = || breaker.read(|_: &Machine, _| panic_of_the_call());
    assert!(catch_unwind(AssertUnwindSafe(read)).is_err());
    breaker.permit().expect("closed").failure();
    assert_eq!(breaker.state(), State::Open);
}

#[test]
fn it_can_be_forced_and_reset() {
    let (_, breaker) = closed(1);
    breaker.force_open();
    assert_eq!(breaker.permit().expect_err("forced"), Refused::ForcedOpen);
    breaker.force_closed();
    breaker.permit().expect("forced").failure();
    assert_eq!(breaker.state(), State::ForcedClosed);
    breaker.reset();
    assert_eq!(breaker.state(), State::Closed);
}

#[test]
fn on_the_systems_clock_it_opens_too() {
    let breaker = Breaker::new(Settings::rare()).expect("the defaults");
    for _ in 0..5 {
        breaker.permit().expect("closed").failure();
    }
    assert!(matches!(breaker.permit(), Err(Refused::Open { .. })));
    assert!(format!("{breaker:?}").contains("Open"));
}
