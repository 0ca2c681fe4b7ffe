//! What is special to the breaker in one word.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use breaker::{
    ConfigError, Counted, PackedBreaker, Refused, Settings, Slow, State, Trigger, Window,
};
use clock::{Clock, ManualClock, Moment};

fn settings(failures: u32) -> Settings {
    Settings {
        trigger: Trigger::Consecutive(failures),
        cool_off: Duration::from_secs(1),
        probes: 1,
        successes: 1,
        ..Settings::default()
    }
}

fn closed(failures: u32) -> (ManualClock, PackedBreaker<ManualClock>) {
    let clock = ManualClock::new();
    (clock.clone(), PackedBreaker::with_clock(&settings(failures), clock).expect("possible"))
}

/// Counts how often it is read.
struct Counting(AtomicU32);

impl Clock for &Counting {
    fn now(&self) -> Moment {
        self.0.fetch_add(1, Ordering::Relaxed);
        Moment::ZERO
    }
}

#[test]
fn the_clock_is_read_only_to_open_it_and_while_it_is_open() {
    let clock = Counting(AtomicU32::new(0));
    let reads = || clock.0.load(Ordering::Relaxed);
    let breaker = PackedBreaker::with_clock(&settings(3), &clock).expect("possible");
    for _ in 0..100 {
        breaker.permit().expect("closed").success();
        breaker.permit().expect("closed").failure();
        breaker.permit().expect("closed").ignore();
    }
    breaker.permit().expect("closed").success();
    assert_eq!(reads(), 0);
    for _ in 0..3 {
        breaker.permit().expect("closed").failure();
    }
    assert_eq!(reads(), 1, "it opened");
    assert!(breaker.permit().is_err());
    assert_eq!(reads(), 2, "it looked whether it may close");
}

// spec R-07
#[test]
fn a_panic_is_a_failure_and_a_dropped_permit_says_nothing() {
    let (clock, breaker) = closed(1);
    drop(breaker.permit().expect("closed"));
    assert_eq!((breaker.state(), breaker.ignored()), (State::Closed, 0));
    let call = || {
        let _permit = breaker.permit().expect("closed");
        panic!("of the call")
    };
    assert!(catch_unwind(AssertUnwindSafe(call)).is_err());
    assert_eq!(breaker.state(), State::Open);
    clock.set(Moment::from_millis(1000));
    let probe = breaker.permit().expect("a probe");
    assert_eq!(breaker.permit().expect_err("one is out"), Refused::HalfOpenFull);
    drop(probe);
    breaker.permit().expect("the place is free").success();
    assert_eq!(breaker.state(), State::Closed);
}

// spec R-08
#[test]
fn late_results_change_nothing_and_are_counted() {
    let (clock, breaker) = closed(1);
    let (good, bad) = (breaker.permit().expect("closed"), breaker.permit().expect("closed"));
    breaker.permit().expect("closed").failure();
    assert_eq!(good.success(), Counted::Late);
    assert_eq!(breaker.state(), State::Open);
    clock.set(Moment::from_millis(1000));
    breaker.permit().expect("a probe").success();
    assert_eq!(bad.failure(), Counted::Late);
    assert_eq!((breaker.state(), breaker.late()), (State::Closed, 2));
}

#[test]
fn a_clock_that_goes_back_makes_no_panic_and_ends_no_rest_early() {
    let (clock, breaker) = closed(1);
    clock.set(Moment::from_millis(5000));
    breaker.permit().expect("closed").failure();
    clock.set(Moment::ZERO);
    let refused = breaker.permit().expect_err("open");
    assert_eq!(refused, Refused::Open { retry_at: Moment::from_millis(6000) });
    clock.set(Moment::from_millis(6000));
    assert!(breaker.permit().expect("a probe").is_probe());
}

#[test]
fn it_takes_failures_in_a_row_and_nothing_else() {
    let error = |settings: &Settings| PackedBreaker::new(settings).expect_err("not possible");
    assert_eq!(error(&Settings::default()), ConfigError::NotPacked);
    assert_eq!(error(&Settings { steps: vec![1], ..settings(1) }), ConfigError::NotPacked);
    let slow = Slow::Ratio {
        over: Duration::from_secs(1),
        percent: 50,
        window: Window::Calls(10),
        min_samples: 1,
    };
    assert_eq!(error(&Settings { slow: Some(slow), ..settings(1) }), ConfigError::NotPacked);
    assert_eq!(error(&settings(0)), ConfigError::NoFailures);
    let most = (1 << 20) - 1;
    let probes = Settings { probes: 1 << 20, ..settings(1) };
    assert_eq!(error(&probes), ConfigError::TooLarge { what: "probes", most });
    let successes = Settings { successes: 1 << 20, ..settings(1) };
    assert_eq!(error(&successes), ConfigError::TooLarge { what: "successes", most });
    assert!(PackedBreaker::new(&Settings { probes: (1 << 20) - 1, ..settings(u32::MAX) }).is_ok());
}

#[test]
fn places_and_good_ones_of_the_largest_numbers_do_not_touch() {
    let most = (1 << 20) - 1;
    let large = Settings { probes: most, successes: most, ..settings(1) };
    let clock = ManualClock::new();
    let breaker = PackedBreaker::with_clock(&large, clock.clone()).expect("possible");
    breaker.permit().expect("closed").failure();
    clock.set(Moment::from_millis(1000));
    let out: Vec<_> = (0..most).map(|_| breaker.permit().expect("a place")).collect();
    assert_eq!(breaker.permit().expect_err("full"), Refused::HalfOpenFull);
    let (last, rest) = {
        let mut out = out;
        (out.pop().expect("many"), out)
    };
    for probe in rest {
        probe.success();
    }
    assert_eq!(breaker.state(), State::HalfOpen);
    last.success();
    assert_eq!(breaker.state(), State::Closed);
}
