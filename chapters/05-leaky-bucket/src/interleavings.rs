//! Every interleaving of two or three threads at one meter or one queue, on
//! modelled memory.
//!
//! Each test says the exact set of outcomes: one that saw a single outcome where
//! there are two would prove nothing. The clock is pushed by hand and stands still
//! while the threads run.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use ::interleavings::{Explorer, explore, thread};
use clock::ManualClock;

use super::{Meter, Pace, Queue, Refused, TurnedAway};

/// What came of a request. It can be ordered, as a set of outcomes must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    /// Poured in, or gone.
    Passed,
    Waits,
    /// Refused or turned away until then, in milliseconds.
    Until(u64),
    OverCapacity,
}
use Seen::{OverCapacity, Passed, Until, Waits};

/// An empty meter at 0 with ten a second, and its clock.
fn meter(capacity: u32) -> (ManualClock, Arc<Meter<ManualClock>>) {
    let clock = ManualClock::new();
    let meter = Meter::with_clock(Pace::per_second(10), capacity, clock.clone()).unwrap();
    (clock, Arc::new(meter))
}

fn pour(meter: &Meter<ManualClock>, n: u32) -> Seen {
    match meter.try_pour_n(n) {
        Ok(()) => Passed,
        Err(Refused::Until(at)) => Until(at.as_millis()),
        Err(Refused::OverCapacity { .. }) => OverCapacity,
        Err(Refused::Never) => unreachable!("it drains"),
    }
}

#[test]
fn the_last_room_goes_to_one_thread() {
    let model = || {
        let (_, a) = meter(1);
        let b = a.clone();
        thread::both(move || pour(&a, 1), move || pour(&b, 1))
    };
    let one = |seen: &(Seen, Seen)| (seen.0 == Passed) != (seen.1 == Passed);
    let exploration = explore(model, one);
    exploration.assert_holds("the last room goes to one thread");
    exploration.assert_outcomes(&[(Passed, Until(100)), (Until(100), Passed)]);
}

/// Bounded: at most two preemptions.
#[test]
fn of_three_threads_two_find_room_for_two() {
    let model = || {
        let (_, a) = meter(2);
        let (b, c, level) = (a.clone(), a.clone(), a.clone());
        let seen = thread::three(move || pour(&a, 1), move || pour(&b, 1), move || pour(&c, 1));
        (seen, level.micro_requests())
    };
    Explorer::new().preemptions(2).explore(model, |_| true).assert_outcomes(&[
        ((Passed, Passed, Until(100)), 2_000_000),
        ((Passed, Until(100), Passed), 2_000_000),
        ((Until(100), Passed, Passed), 2_000_000),
    ]);
}

#[test]
fn the_moment_belongs_to_the_level_that_refused() {
    let model = || {
        let (_, a) = meter(3);
        let b = a.clone();
        thread::both(move || (pour(&a, 1), pour(&a, 1)), move || pour(&b, 3))
    };
    explore(model, |_| true).assert_outcomes(&[
        ((Until(100), Until(100)), Passed),
        ((Passed, Passed), Until(100)),
        ((Passed, Passed), Until(200)),
    ]);
}

#[test]
fn a_change_comes_before_a_request_or_after_it() {
    let model = || {
        let (_, a) = meter(3);
        let (b, level) = (a.clone(), a.clone());
        let change = move || b.set(Pace::per_second(10), 2).unwrap();
        let (seen, ()) = thread::both(move || pour(&a, 3), change);
        (seen, level.micro_requests())
    };
    explore(model, |_| true).assert_outcomes(&[(Passed, 2_000_000), (OverCapacity, 0)]);
}

/// A queue with ten a second, through which one has gone at 0, and its clock.
fn queue(places: u32) -> (ManualClock, Arc<Queue<ManualClock>>) {
    let clock = ManualClock::new();
    let wait_max = Duration::from_secs(10);
    let queue = Arc::new(Queue::with_clock(Pace::per_second(10), places, wait_max, clock.clone()));
    assert_eq!(begin(&queue).0, Passed);
    (clock, queue)
}

type Wait = Pin<Box<dyn Future<Output = Result<(), TurnedAway>> + Send>>;

/// A wait that has been polled once, and what came of that.
fn begin(queue: &Arc<Queue<ManualClock>>) -> (Seen, Wait) {
    let queue = Arc::clone(queue);
    let mut wait: Wait = Box::pin(async move { queue.wait().await });
    (poll(&mut wait), wait)
}

fn poll(wait: &mut Wait) -> Seen {
    match wait.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Pending => Waits,
        Poll::Ready(Ok(())) => Passed,
        Poll::Ready(Err(TurnedAway::Full { until } | TurnedAway::TooLong { until })) => {
            Until(until.as_millis())
        }
        Poll::Ready(Err(TurnedAway::Never)) => unreachable!("somebody leaves"),
    }
}

#[test]
fn the_last_place_goes_to_one_thread() {
    let model = || {
        let (_, a) = queue(1);
        let (b, line) = (a.clone(), a.clone());
        let (a, b) = thread::both(move || begin(&a), move || begin(&b));
        (a.0, b.0, line.waiting())
    };
    explore(model, |_| true).assert_outcomes(&[(Waits, Until(100), 1), (Until(100), Waits, 1)]);
}

#[test]
fn two_threads_never_get_the_same_turn() {
    let model = || {
        let (clock, a) = queue(2);
        let b = a.clone();
        let (mut a, mut b) = thread::both(move || begin(&a), move || begin(&b));
        assert_eq!((a.0, b.0), (Waits, Waits));
        let mut at = |ms| {
            clock.set(clock::Moment::from_millis(ms));
            (poll(&mut a.1), poll(&mut b.1))
        };
        at(100)
    };
    explore(model, |_| true).assert_outcomes(&[(Passed, Waits), (Waits, Passed)]);
}

/// One gives up while another one comes: the place is free before, or after.
#[test]
fn a_place_that_is_given_back_is_there_once() {
    let model = || {
        let (_, a) = queue(1);
        let (seen, wait) = begin(&a);
        assert_eq!(seen, Waits);
        let line = a.clone();
        let ((), (seen, kept)) = thread::both(move || drop(wait), move || begin(&a));
        let waiting = line.waiting();
        drop(kept);
        (seen, waiting, line.waiting())
    };
    explore(model, |_| true).assert_outcomes(&[(Waits, 1, 0), (Until(100), 0, 0)]);
}

/// At its turn one gives up while the one behind it looks: the turn is used up,
/// in each order.
#[test]
fn a_turn_that_came_is_not_given_to_the_next() {
    let model = || {
        let (clock, a) = queue(2);
        let (first, mut second) = (begin(&a).1, begin(&a).1);
        clock.set(clock::Moment::from_millis(100));
        let ((), seen) = thread::both(move || drop(first), move || (poll(&mut second), second));
        seen.0
    };
    explore(model, |_| true).assert_outcomes(&[Waits]);
}

/// One gives up before its turn while the one behind it looks, which then goes at
/// the turn that has come to it.
#[test]
fn whoever_is_behind_moves_up_in_each_order() {
    let model = || {
        let (clock, a) = queue(2);
        let (first, mut second) = (begin(&a).1, begin(&a).1);
        let ((), (seen, mut second)) =
            thread::both(move || drop(first), move || (poll(&mut second), second));
        assert_eq!(seen, Waits);
        clock.set(clock::Moment::from_millis(100));
        poll(&mut second)
    };
    explore(model, |_| true).assert_outcomes(&[Passed]);
}
