//! Every interleaving of two threads at one window, on modelled memory (spec W-04).
//!
//! Each test says the exact set of outcomes: one that saw a single outcome where
//! there are two would prove nothing. A thread brings its own time along, as if
//! it had read the clock and was held up on the way.

use std::sync::Arc;
use std::time::Duration;

use ::interleavings::{Exploration, Explorer, explore, thread};
use clock::{ManualClock, Moment};

use super::{Fixed, Limit, Limiter, Log, Refused, Ring, Rule, SlidingCounter, Two};

/// What came of a request. It can be ordered, as a set of outcomes must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Passed,
    /// Refused until then, in milliseconds.
    Until(u64),
}
use Seen::{Passed, Until};

fn seen(result: Result<(), Refused>) -> Seen {
    match result {
        Ok(()) => Passed,
        Err(Refused::Until(at)) => Until(at.as_millis()),
        Err(refused) => unreachable!("{refused}"),
    }
}

/// A counter of 100 ms slots, after `before`: so many passed at that time.
struct Counter(SlidingCounter<ManualClock>, ManualClock);

impl Counter {
    fn new(most: u32, slots: u32, before: &[(u64, u32)]) -> Arc<Self> {
        let limit = Limit::new(most, Duration::from_millis(100) * slots).unwrap();
        let clock = ManualClock::new();
        let counter = Self(SlidingCounter::with_clock(limit, slots, clock.clone()).unwrap(), clock);
        for &(at_ms, n) in before {
            assert_eq!(counter.take(at_ms, n), Passed);
        }
        Arc::new(counter)
    }

    fn take(&self, at_ms: u64, n: u32) -> Seen {
        seen(self.0.take(n, Moment::from_millis(at_ms)))
    }

    fn remaining(&self, at_ms: u64) -> u32 {
        self.1.set(Moment::from_millis(at_ms));
        self.0.remaining()
    }
}

/// What the threads A and B got, and how many would still pass afterwards, at
/// each of three times.
type End = (Seen, Seen, [u32; 3]);

/// A and B each ask for `(at_ms, n)`.
fn both(
    make: impl Fn() -> Arc<Counter> + Send + Sync + 'static,
    (a, b): ((u64, u32), (u64, u32)),
    later: [u64; 3],
) -> Exploration<End> {
    explore(
        move || {
            let counter = make();
            let (left, right) = (counter.clone(), counter.clone());
            let (a, b) = thread::both(move || left.take(a.0, a.1), move || right.take(b.0, b.1));
            (a, b, later.map(|at_ms| counter.remaining(at_ms)))
        },
        |_| true,
    )
}

#[test]
fn the_last_place_in_a_slot_goes_to_one_thread() {
    let end = both(|| Counter::new(3, 2, &[(50, 2)]), ((60, 1), (70, 1)), [99, 199, 200]);
    end.assert_outcomes(&[(Passed, Until(200), [0, 0, 3]), (Until(200), Passed, [0, 0, 3])]);
}

/// Both find the slot of before and turn it: none of the counts is lost, none is
/// counted twice, and both are in the same turn.
#[test]
fn two_threads_that_turn_the_ring_agree_on_its_turn() {
    let end = both(|| Counter::new(5, 2, &[(50, 2)]), ((110, 1), (130, 1)), [199, 200, 300]);
    end.assert_outcomes(&[(Passed, Passed, [1, 3, 5])]);
}

#[test]
fn the_last_place_in_a_new_slot_goes_to_one_thread() {
    let end = both(|| Counter::new(3, 2, &[(50, 2)]), ((110, 1), (130, 1)), [199, 200, 300]);
    end.assert_outcomes(&[(Passed, Until(200), [0, 2, 3]), (Until(200), Passed, [0, 2, 3])]);
}

/// A read the clock in the old slot and comes too late for it: it counts in the
/// slot that is now, and never beside a decision that did not see it.
#[test]
fn one_that_was_held_up_counts_in_the_slot_that_is_now() {
    let end = both(|| Counter::new(3, 2, &[(50, 1)]), ((90, 1), (110, 1)), [199, 200, 300]);
    end.assert_outcomes(&[
        // A first: its one goes with the old slot, at 200.
        (Passed, Passed, [0, 2, 3]),
        // B first: both are in the new slot.
        (Passed, Passed, [0, 1, 3]),
    ]);
    // With one place left, it goes to one of them, whichever slot each thinks it is in.
    let end = both(|| Counter::new(2, 2, &[(50, 1)]), ((90, 1), (110, 1)), [199, 200, 300]);
    end.assert_outcomes(&[(Passed, Until(200), [0, 2, 2]), (Until(200), Passed, [0, 1, 2])]);
}

/// The moment belongs to the state that refused: 500 if B's three came first,
/// with which nothing is left until they are gone.
#[test]
fn the_moment_of_a_refusal_belongs_to_the_state_that_refused() {
    let end =
        both(|| Counter::new(4, 3, &[(0, 1), (100, 1)]), ((210, 3), (220, 2)), [299, 300, 400]);
    end.assert_outcomes(&[
        // 1 + 1 + 3 are too many until the slot of 0 is gone, at 300; with B's two
        // in the slot of 200, all three must go.
        (Until(300), Passed, [0, 1, 2]),
        (Until(500), Passed, [0, 1, 2]),
    ]);
}

/// A stands still in the middle of turning the ring, while B turns it twice. What
/// A had read of the slots is old by then, and A must not write it anywhere.
/// Bounded: at most three preemptions.
#[test]
fn one_that_stands_still_while_the_ring_turns_twice_spoils_no_slot() {
    let model = || {
        let counter = Counter::new(9, 3, &[(0, 1), (100, 2), (200, 1)]);
        let (a, b) = (counter.clone(), counter.clone());
        let (a, b) = thread::both(move || a.take(310, 1), move || [b.take(320, 1), b.take(420, 1)]);
        (a, b, [499, 500, 600, 700].map(|at_ms| counter.remaining(at_ms)))
    };
    Explorer::new().preemptions(3).explore(model, |_| true).assert_outcomes(&[
        // A before B's second: 1 of 200, then 2 of 300, 1 of 400.
        (Passed, [Passed, Passed], [5, 6, 8, 9]),
        // A after it: counted in the turn of 400.
        (Passed, [Passed, Passed], [5, 6, 7, 9]),
    ]);
}

/// A is about to turn the ring, with a count that is old by then: B counts one
/// more in the old slot, turns the ring itself, and leaves too little for A. The
/// slot keeps the larger count. Bounded: at most three preemptions.
#[test]
fn a_slot_that_is_over_keeps_its_last_count() {
    let model = || {
        let counter = Counter::new(5, 2, &[(50, 2)]);
        let (a, b) = (counter.clone(), counter.clone());
        let (a, b) = thread::both(move || a.take(110, 3), move || [b.take(90, 1), b.take(130, 1)]);
        (a, b, [199, 200, 300].map(|at_ms| counter.remaining(at_ms)))
    };
    Explorer::new().preemptions(3).explore(model, |_| true).assert_outcomes(&[
        // B's first is the third in the old slot, and all three are gone at 200.
        (Until(200), [Passed, Passed], [1, 4, 5]),
        (Passed, [Until(200), Until(200)], [0, 2, 5]),
    ]);
}

/// Who only looks sees what was there before a request, or after it.
#[test]
fn who_looks_while_the_ring_turns_sees_before_or_after() {
    let model = || {
        let counter = Counter::new(9, 3, &[(0, 3), (100, 2), (200, 1)]);
        let (a, b) = (counter.clone(), counter);
        thread::both(move || a.take(310, 1), move || b.remaining(310))
    };
    explore(model, |_| true).assert_outcomes(&[(Passed, 5), (Passed, 6)]);
}

/// Under a lock, for each rule: the last place goes to one.
fn under_a_lock<R: Rule + Send + 'static>(rule: fn(Limit) -> R, until_ms: u64) {
    let model = move || {
        let limit = Limit::new(1, Duration::from_millis(100)).unwrap();
        let a = Arc::new(Limiter::with_clock(rule(limit), ManualClock::new()));
        let b = a.clone();
        thread::both(move || seen(a.try_acquire()), move || seen(b.try_acquire()))
    };
    let ends = [(Passed, Until(until_ms)), (Until(until_ms), Passed)];
    explore(model, |_| true).assert_outcomes(&ends);
}

#[test]
fn under_a_lock_the_last_place_goes_to_one_thread() {
    under_a_lock(Fixed::new, 100);
    under_a_lock(Log::new, 100);
    under_a_lock(|limit| Ring::new(limit, 2).unwrap(), 100);
    // Both windows must be over: one in the window before counts in full at its start.
    under_a_lock(Two::new, 200);
}
