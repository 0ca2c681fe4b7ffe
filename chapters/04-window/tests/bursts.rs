//! How much gets through in *any* stretch of time, not only in one that begins
//! where a window does: measured on one traffic, and searched for among all.

mod common;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::time::Duration;

use clock::Moment;
use common::{limit, ms, rules};
use window::first_try::FirstWindow;
use window::{Fixed, Limit, Log, Ring, Rule, Two};

/// When each of those that were let through went, in ms.
fn admitted(rule: &mut dyn Rule, offered_ms: impl Iterator<Item = u64>) -> Vec<u64> {
    offered_ms.filter(|&at_ms| rule.take(1, ms(at_ms)).is_ok()).collect()
}

/// The most in any `(t − length, t]`.
fn most_within(passed_ms: &[u64], length_ms: u64) -> usize {
    let until =
        |&last: &u64| passed_ms.iter().filter(|&&at| at <= last && at + length_ms > last).count();
    passed_ms.iter().map(until).max().unwrap_or(0)
}

/// A hundred at 0.900 to 0.999 s, then one each millisecond.
fn end_of_the_window_then_steady() -> impl Iterator<Item = u64> {
    900..4000
}

/// `burst` at once, and then one each millisecond, for two windows and more.
fn at_once_then_steady(at_ms: u64, burst: usize, pause_ms: u64) -> impl Iterator<Item = u64> {
    std::iter::repeat_n(at_ms, burst).chain(at_ms + 1 + pause_ms..at_ms + 2500)
}

// spec W-02, W-03, W-04, W-05: the limit is 100 a second.
#[test]
fn at_the_boundary_each_lets_through_what_its_memory_cannot_tell() {
    let expected = [("fixed", 200, 200), ("log", 100, 100), ("ring", 200, 100), ("two", 189, 109)];
    for ((name, mut rule), expected) in rules(limit(100, 1000), 2).into_iter().zip(expected) {
        let passed = admitted(rule.as_mut(), end_of_the_window_then_steady());
        let most = (name, most_within(&passed, 1000), most_within(&passed, 200));
        assert_eq!(most, expected);
    }
}

// spec W-02: the full quota in the last 0.1 s of one window, and in the first of the next.
#[test]
fn twice_the_limit_passes_a_fixed_window_within_a_fifth_of_a_second() {
    let mut fixed = Fixed::new(limit(100, 1000));
    let passed = admitted(&mut fixed, 900..1100);
    assert_eq!((passed.len(), passed[0], passed[199]), (200, 900, 1099));
}

#[test]
fn a_window_that_begins_with_a_request_only_hides_its_boundary() {
    let first = |offered: &mut dyn Iterator<Item = u64>| {
        let mut window = FirstWindow::new(100, Duration::from_secs(1));
        let passed: Vec<u64> = offered.filter(|&at_ms| window.try_acquire(1, ms(at_ms))).collect();
        most_within(&passed, 1000)
    };
    assert_eq!(first(&mut end_of_the_window_then_steady()), 100);
    // One early request, and the boundary is where it hurts again.
    assert_eq!(first(&mut std::iter::once(1).chain(end_of_the_window_then_steady())), 199);
}

/// The worst among bursts at each millisecond of a window, at once and then
/// steady, with pauses of several lengths between.
#[test]
fn the_worst_of_two_thousand_arrivals_is_found_by_a_search() {
    let expected = [("fixed", 200), ("log", 100), ("ring", 200), ("two", 199)];
    for (which, expected) in expected.into_iter().enumerate() {
        let most = |at_ms, pause_ms| {
            let (name, mut rule) = rules(limit(100, 1000), 2).into_iter().nth(which).unwrap();
            let passed = admitted(rule.as_mut(), at_once_then_steady(at_ms, 100, pause_ms));
            (name, most_within(&passed, 1000))
        };
        let all = (0..1000).flat_map(|at_ms| [0, 250].map(|pause_ms| (at_ms, pause_ms)));
        let worst = all.map(|(at_ms, pause_ms)| most(at_ms, pause_ms)).max().unwrap();
        assert_eq!(worst, expected);
    }
}

/// A hundred at once at 0.991 s, then one a millisecond.
#[test]
fn two_windows_let_199_of_100_through_if_what_came_came_late() {
    let mut two = Two::new(limit(100, 1000));
    let passed = admitted(&mut two, at_once_then_steady(991, 100, 0));
    assert_eq!(most_within(&passed, 1000), 199);
    // Of the hundred before, one fades every 10 ms: the 99th place is there at
    // 1990, when those of 991 are not yet a second old.
    assert_eq!((passed[100], passed[198]), (1010, 1990));
}

/// All arrivals there are: at each tick any number up to the limit asks, one
/// after the other. The most that passes in any `(t − W, t]`.
fn worst_of_all<R: Rule + Clone + Debug>(rule: R, ticks: u64) -> u32 {
    let most = rule.limit().most();
    let window = usize::try_from(rule.limit().window().as_nanos()).unwrap();
    // What passed at each of the last ticks, beside the rule: nothing else matters
    // for what can come.
    let mut states = vec![(rule, vec![0; window])];
    let mut worst = 0;
    for tick in 0..ticks {
        let (mut next, mut known) = (Vec::new(), BTreeSet::new());
        for (rule, passed) in states {
            let (mut rule, mut count) = (rule, 0);
            for asks in 0..=most {
                if asks > 0 && rule.take(1, Moment::from_nanos(tick)).is_ok() {
                    count += 1;
                }
                let mut passed = passed.clone();
                passed[usize::try_from(tick).unwrap() % window] = count;
                worst = worst.max(passed.iter().sum());
                if known.insert(format!("{rule:?} {passed:?}")) {
                    next.push((rule.clone(), passed));
                }
            }
        }
        states = next;
    }
    worst
}

/// Small windows, and every traffic that there can be: nothing is left to luck.
#[test]
fn of_all_arrivals_there_are_the_worst_is_2l_for_a_grid_and_2l_less_one_for_two_windows() {
    for (most, window) in [(2, 4), (2, 6), (3, 6)] {
        let limit = Limit::new(most, Duration::from_nanos(window)).unwrap();
        let ticks = 3 * window;
        assert_eq!(worst_of_all(Fixed::new(limit), ticks), 2 * most);
        assert_eq!(worst_of_all(Ring::new(limit, 2).unwrap(), ticks), 2 * most);
        assert_eq!(worst_of_all(Log::new(limit), ticks), most);
        assert_eq!(worst_of_all(Two::new(limit), ticks), 2 * most - 1);
    }
}

// spec W-08
#[test]
fn a_ring_lets_twice_the_limit_through_within_a_window_less_a_slot_and_a_tick() {
    for (slots, last_ms, stretch_ms) in [(2, 499, 501), (10, 99, 901), (1, 999, 1)] {
        let mut ring = Ring::new(limit(100, 1000), slots).unwrap();
        let offered = std::iter::repeat_n(last_ms, 100).chain(last_ms + 1..3000);
        let offered = offered.flat_map(|at_ms| std::iter::repeat_n(at_ms, 100));
        let passed = admitted(&mut ring, offered);
        // From 499 to 1000 are 501 ms, and (t − 502, t] holds both ends.
        assert_eq!((passed[99], passed[199]), (last_ms, last_ms + stretch_ms), "{slots} slots");
        assert_eq!(most_within(&passed, stretch_ms + 1), 200, "{slots} slots");
        assert_eq!(most_within(&passed, stretch_ms), 100, "{slots} slots");
    }
}

/// What fades evenly is right for what came evenly.
#[test]
fn on_even_traffic_two_windows_are_nearly_exact() {
    for per_second in [50, 90, 100] {
        let mut two = Two::new(limit(100, 1000));
        let offered = (0..5 * per_second).map(|i| i * 1000 / per_second);
        let passed = admitted(&mut two, offered);
        assert!(most_within(&passed, 1000) <= 100, "{per_second}");
        assert!(passed.len() as u64 >= 5 * per_second - 5, "{} at {per_second}", passed.len());
    }
}
