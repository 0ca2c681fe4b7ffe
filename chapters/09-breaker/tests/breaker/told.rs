use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use super::{Breaker, State, Why};
use clock::{ManualClock, Moment};
use simulation::within;

use super::start::{closed, panic_of_the_call, panics};

/// What a listener was told.
type Log = Arc<Mutex<Vec<(State, State)>>>;

fn log_of(breaker: &Breaker<ManualClock>) -> Log {
    let log = Log::default();
    let told = log.clone();
    breaker.on_state_change(move |change| told.lock().unwrap().push((change.from, change.to)));
    log
}

// spec R-12
#[test]
fn each_change_is_told_once_and_in_order() {
    let (clock, breaker) = closed(1);
    let log = log_of(&breaker);
    breaker.permit().expect("closed").failure();
    for _ in 0..10 {
        assert!(breaker.permit().is_err());
        assert_eq!(breaker.state(), State::Open);
    }
    clock.set(Moment::from_millis(1000));
    assert_eq!(breaker.state(), State::HalfOpen);
    assert_eq!(log.lock().unwrap().len(), 1, "nobody has asked yet");
    breaker.permit().expect("a probe").success();
    breaker.permit().expect("closed").success();
    let (closed, open, half) = (State::Closed, State::Open, State::HalfOpen);
    assert_eq!(*log.lock().unwrap(), [(closed, open), (open, half), (half, closed)]);
}

#[test]
fn it_is_told_with_what_the_old_state_had_counted() {
    let (_, breaker) = closed(3);
    let (sender, changes) = mpsc::channel();
    breaker.on_state_change(move |change| sender.send(*change).expect("the test listens"));
    for _ in 0..3 {
        breaker.permit().expect("closed").failure();
    }
    let change = changes.recv().expect("a change");
    assert_eq!(change.why, Why::Consecutive { failures: 3 });
    assert_eq!((change.samples, change.failed, change.generation), (3, 3, 1));
}

// spec R-12: with a lock held, this would never end.
#[test]
fn a_listener_may_use_the_breaker() {
    let seen = within(Duration::from_secs(5), || {
        let (_, breaker) = closed(1);
        let (own, log) = (Arc::downgrade(&breaker), Log::default());
        let told = log.clone();
        breaker.on_state_change(move |change| {
            let breaker = own.upgrade().expect("it is used");
            told.lock().unwrap().push((change.to, breaker.state()));
            assert!(change.to != State::Open || breaker.permit().is_err());
            breaker.on_state_change(|_| {});
        });
        breaker.permit().expect("closed").failure();
        breaker.reset();
        log.lock().unwrap().clone()
    });
    // The second change went to the listener that the first one had put there.
    assert_eq!(seen, [(State::Open, State::Open)]);
}

// spec R-12
#[test]
fn a_change_made_by_the_listener_is_told_when_it_has_returned() {
    let seen = within(Duration::from_secs(5), || {
        let (_, breaker) = closed(1);
        let (own, log) = (Arc::downgrade(&breaker), Arc::new(Mutex::new(vec![])));
        let told = log.clone();
        breaker.on_state_change(move |change| {
            told.lock().unwrap().push(format!("{} begins", change.to));
            if change.to == State::Open {
                own.upgrade().expect("it is used").reset();
            }
            told.lock().unwrap().push(format!("{} ends", change.to));
        });
        breaker.permit().expect("closed").failure();
        log.lock().unwrap().clone()
    });
    assert_eq!(seen, ["open begins", "open ends", "closed begins", "closed ends"]);
}

// Two threads: one is inside the listener while the other makes a change.
#[test]
fn a_thread_that_makes_a_change_does_not_wait_for_the_listener() {
    let told = within(Duration::from_secs(5), || {
        let (_, breaker) = closed(1);
        let (enter, entered) = mpsc::channel();
        let (leave, left) = mpsc::channel::<()>();
        let (left, log) = (Mutex::new(left), Arc::new(Mutex::new(vec![])));
        let told = log.clone();
        breaker.on_state_change(move |change| {
            enter.send(()).expect("the test listens");
            left.lock().unwrap().recv().expect("the other thread is done");
            told.lock().unwrap().push(change.generation);
        });
        let first = breaker.clone();
        let slow = thread::spawn(move || first.force_open());
        entered.recv().expect("it is told");
        breaker.reset();
        assert_eq!(breaker.state(), State::Closed);
        assert!(entered.try_recv().is_err(), "it overlaps itself");
        leave.send(()).and_then(|()| leave.send(())).expect("it listens");
        slow.join().expect("it ends");
        log.lock().unwrap().clone()
    });
    assert_eq!(told, [1, 2], "the first thread told both");
}

#[test]
fn a_listener_that_panics_keeps_nobody_from_hearing_the_rest() {
    let (_, breaker) = closed(1);
    let log = Arc::new(Mutex::new(vec![]));
    let told = log.clone();
    breaker.on_state_change(move |change| {
        told.lock().unwrap().push(change.generation);
        assert!(change.generation != 1, "of the listener");
    });
    assert!(catch_unwind(AssertUnwindSafe(|| breaker.force_open())).is_err());
    breaker.reset();
    assert_eq!(*log.lock().unwrap(), [1, 2]);
}

// A second panic during a panic would end the process.
#[test]
fn a_listener_that_panics_while_a_call_does_ends_nothing() {
    let (_, breaker) = closed(1);
    breaker.on_state_change(|_| panic!("of the listener"));
    panics(|| {
        let _permit = breaker.permit().expect("closed");
        panic_of_the_call()
    });
    assert_eq!(breaker.state(), State::Open);
}

#[test]
fn what_was_never_listened_to_is_not_told_later() {
    let (_, breaker) = closed(1);
    breaker.force_open();
    let log = log_of(&breaker);
    breaker.reset();
    assert_eq!(*log.lock().unwrap(), [(State::ForcedOpen, State::Closed)]);
}
