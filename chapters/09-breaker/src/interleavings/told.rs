//! Who is told of changes, and when (spec R-12).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use ::interleavings::{Explorer, explore, thread};
use clock::ManualClock;

use super::super::{Breaker, State, Verdict};
use super::closed;

/// What a listener was told, in order: the generation, and the state that the
/// breaker showed meanwhile.
#[derive(Default)]
struct Log {
    told: Mutex<Vec<(u64, State)>>,
    inside: AtomicBool,
}

/// A breaker that one failure opens, with a listener that looks at it.
fn told() -> (Arc<Breaker<ManualClock>>, Arc<Log>) {
    let (_, breaker) = closed::<Breaker<ManualClock>>(1);
    let log = Arc::new(Log::default());
    let (own, seen) = (Arc::downgrade(&breaker), log.clone());
    breaker.on_state_change(move |change| {
        assert!(!seen.inside.swap(true, Ordering::SeqCst), "it overlaps itself");
        // Modelled memory: other threads come in between.
        let state = own.upgrade().expect("it is used").state();
        seen.told.lock().unwrap().push((change.generation, state));
        assert!(seen.inside.swap(false, Ordering::SeqCst));
    });
    (breaker, log)
}

fn entries(log: &Log) -> Vec<(u64, State)> {
    log.told.lock().unwrap().clone()
}

/// A failure opens it while somebody opens it by hand.
#[test]
fn two_changes_at_once_are_told_one_after_the_other() {
    let model = || {
        let (a, log) = told();
        let (x, b) = (a.acquire().expect("it is closed"), a.clone());
        thread::both(move || a.report(x, Verdict::Failure), move || b.force_open());
        entries(&log)
    };
    let (open, forced) = (State::Open, State::ForcedOpen);
    explore(model, |_| true).assert_outcomes(&[
        // By hand first: the failure is late, and changes nothing.
        vec![(1, forced)],
        // The listener saw the state of its change, or already the next one.
        vec![(1, open), (2, forced)],
        vec![(1, forced), (2, forced)],
    ]);
}

/// The listener causes a change itself: it is told when the listener returned.
#[test]
fn a_change_that_the_listener_makes_is_told_after_its_own() {
    let model = || {
        let (_, a) = closed::<Breaker<ManualClock>>(1);
        let log = Arc::new(Mutex::new(vec![]));
        let (own, seen) = (Arc::downgrade(&a), log.clone());
        a.on_state_change(move |change| {
            if change.to == State::Open {
                own.upgrade().expect("it is used").reset();
            }
            seen.lock().unwrap().push((change.generation, change.to));
        });
        let (x, b) = (a.acquire().expect("it is closed"), a.clone());
        thread::both(move || a.report(x, Verdict::Failure), move || b.force_open());
        log.lock().unwrap().clone()
    };
    let (open, closed, forced) = (State::Open, State::Closed, State::ForcedOpen);
    // Bounded: at most three preemptions.
    Explorer::new().preemptions(3).explore(model, |_| true).assert_outcomes(&[
        vec![(1, forced)],
        vec![(1, open), (2, closed), (3, forced)],
        vec![(1, open), (2, forced), (3, closed)],
    ]);
}
