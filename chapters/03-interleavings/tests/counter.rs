//! Counting to two with two threads, in the ways that people try.

use interleavings::sync::Mutex;
use interleavings::sync::atomic::{AtomicU64, Ordering::Relaxed};
use interleavings::{Exploration, Explorer, explore, thread};
use std::collections::BTreeSet;
use std::sync::Arc;

type Add = fn(&AtomicU64);

fn load_then_store(hits: &AtomicU64) {
    let before = hits.load(Relaxed);
    hits.store(before + 1, Relaxed);
}

fn fetch_add(hits: &AtomicU64) {
    hits.fetch_add(1, Relaxed);
}

fn exchange_in_a_loop(hits: &AtomicU64) {
    let mut seen = hits.load(Relaxed);
    while let Err(other) = hits.compare_exchange_weak(seen, seen + 1, Relaxed, Relaxed) {
        seen = other;
    }
}

fn two_threads(add: Add) -> Exploration<u64> {
    let model = move || {
        let hits = Arc::new(AtomicU64::new(0));
        let (a, b) = (hits.clone(), hits.clone());
        thread::both(move || add(&a), move || add(&b));
        hits.load(Relaxed)
    };
    explore(model, |&hits| hits == 2)
}

fn three_threads(explorer: &Explorer, add: Add) -> Exploration<u64> {
    let model = move || {
        let hits = Arc::new(AtomicU64::new(0));
        let add = |hits: Arc<AtomicU64>| move || add(&hits);
        thread::three(add(hits.clone()), add(hits.clone()), add(hits.clone()));
        hits.load(Relaxed)
    };
    explorer.explore(model, |&hits| hits == 3)
}

// spec N-01
#[test]
fn the_lost_update_breaks_six_of_eight_schedules() {
    let seen = two_threads(load_then_store);
    seen.assert_outcomes(&[1, 2]);
    assert_eq!((seen.broken(), seen.schedules()), (6, 8));
}

// spec N-01
#[test]
fn with_fresh_reads_the_lost_update_breaks_four_of_six() {
    let seen = two_threads(load_then_store);
    assert_eq!((seen.broken_fresh(), seen.schedules_fresh()), (4, 6));
}

// spec N-01
#[test]
fn three_threads_may_lose_one_hit_or_two() {
    let bounded = Explorer::new().preemptions(2);
    let seen = three_threads(&bounded, load_then_store);
    seen.assert_outcomes(&[1, 2, 3]);
    assert_eq!(seen.broken_outcomes(), &BTreeSet::from([1, 2]));
}

// spec N-02
#[test]
fn one_read_modify_write_loses_nothing() {
    let seen = two_threads(fetch_add);
    seen.assert_holds("every hit is counted");
    seen.assert_outcomes(&[2]);
    assert_eq!(seen.schedules(), 2, "A before B, or B before A");
}

// spec N-02
#[test]
fn a_compare_exchange_loop_decides_anew_and_loses_nothing() {
    let seen = two_threads(exchange_in_a_loop);
    seen.assert_holds("every hit is counted");
    seen.assert_outcomes(&[2]);
    // Fresh and unhindered: AABB and BBAA. Fresh and refused once: four. Stale
    // and so refused: two.
    assert_eq!((seen.schedules(), seen.schedules_fresh()), (8, 6));
}

// spec N-02
#[test]
fn fetch_update_is_that_loop() {
    let seen = two_threads(|hits| {
        let add = hits.fetch_update(Relaxed, Relaxed, |seen| Some(seen + 1));
        assert!(add.is_ok(), "it always decides to write");
    });
    seen.assert_outcomes(&[2]);
    assert_eq!((seen.schedules(), seen.schedules_fresh()), (8, 6));
}

// spec N-02
#[test]
fn a_lock_around_both_loses_nothing() {
    let model = || {
        let hits = Arc::new(Mutex::new(0));
        let (a, b) = (hits.clone(), hits.clone());
        thread::both(move || *a.lock().unwrap() += 1, move || *b.lock().unwrap() += 1);
        *hits.lock().unwrap()
    };
    let seen = explore(model, |&hits| hits == 2);
    seen.assert_holds("every hit is counted");
    seen.assert_outcomes(&[2]);
    assert_eq!(seen.schedules(), 2, "wanting a lock is not an operation");
}

// spec N-02
#[test]
fn two_locks_one_after_the_other_are_not_one_lock() {
    let model = || {
        let hits = Arc::new(Mutex::new(0));
        let add = |hits: Arc<Mutex<u64>>| {
            move || {
                let before = *hits.lock().unwrap();
                *hits.lock().unwrap() = before + 1;
            }
        };
        thread::both(add(hits.clone()), add(hits.clone()));
        *hits.lock().unwrap()
    };
    let seen = explore(model, |&hits| hits == 2);
    seen.assert_outcomes(&[1, 2]);
    // A lock shows nothing old: these are N-01's six orders.
    assert_eq!((seen.broken(), seen.schedules()), (4, 6));
    assert_eq!((seen.broken_fresh(), seen.schedules_fresh()), (4, 6));
}

// spec N-02
#[test]
fn check_then_act_gives_one_place_to_two_threads() {
    let model = || {
        let free = Arc::new(AtomicU64::new(1));
        let take = |free: Arc<AtomicU64>| {
            move || {
                let one = free.load(Relaxed) > 0;
                if one {
                    free.fetch_sub(1, Relaxed);
                }
                one
            }
        };
        thread::both(take(free.clone()), take(free.clone()))
    };
    let seen = explore(model, |&(a, b)| !(a && b));
    seen.assert_outcomes(&[(false, true), (true, false), (true, true)]);
    assert_eq!(seen.broken_outcomes(), &BTreeSet::from([(true, true)]));
    // Nobody takes below zero where the check and the act are one.
    let lanes = seen.simplest_broken().expect("a broken schedule");
    assert_eq!(lanes.switches(), 2);
}

// spec N-03
#[test]
fn an_exploration_with_one_outcome_too_few_or_too_many_fails() {
    let seen = two_threads(load_then_store);
    for expected in [&[2][..], &[1, 2, 3]] {
        let failed = std::panic::catch_unwind(|| seen.assert_outcomes(expected));
        assert!(failed.is_err(), "{expected:?} is not what was seen");
    }
}

// spec N-03
#[test]
fn the_threads_work_outside_an_exploration_too() {
    let hits = Arc::new(AtomicU64::new(0));
    let add = |hits: Arc<AtomicU64>| move || hits.fetch_add(1, Relaxed);
    let (a, b, c) = thread::three(add(hits.clone()), add(hits.clone()), add(hits.clone()));
    assert_eq!(BTreeSet::from([a, b, c]), BTreeSet::from([0, 1, 2]));
    assert_eq!(hits.load(Relaxed), 3);
}

// spec N-03
#[test]
fn threads_can_be_started_again_when_the_first_have_ended() {
    let model = || {
        let hits = Arc::new(AtomicU64::new(0));
        let add = |hits: &Arc<AtomicU64>| {
            let hits = hits.clone();
            move || hits.fetch_add(1, Relaxed)
        };
        let first = thread::both(add(&hits), add(&hits));
        let second = thread::both(add(&hits), add(&hits));
        (first.0.max(first.1), second.0.min(second.1))
    };
    let seen = explore(model, |&(first, second)| first < second);
    seen.assert_holds("the second two come after the first two");
    assert_eq!(seen.schedules(), 4, "two orders of each two");
}

// spec N-03
#[test]
fn a_thread_can_start_threads() {
    let model = || {
        let hits = Arc::new(AtomicU64::new(0));
        let (a, b, c) = (hits.clone(), hits.clone(), hits.clone());
        let two = move || {
            thread::both(move || a.fetch_add(1, Relaxed), move || b.fetch_add(1, Relaxed));
            // What its threads wrote is old news to the one that waited.
            hits.load(Relaxed)
        };
        thread::both(two, move || c.fetch_add(1, Relaxed))
    };
    let seen = explore(model, |&(after, _)| after >= 2);
    seen.assert_holds("a thread sees what its own threads counted");
    seen.assert_outcomes(&[(2, 2), (3, 0), (3, 1), (3, 2)]);
}
