//! What a leaky bucket does as a queue, in sentences.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Wake, Waker};
use std::time::Duration;

use clock::{Clock, Moment};
use common::{begun, full_ms, just_before, long_ms, ms, ns, peek, queue, queue_for, timed};
use leaky_bucket::{Line, Pace, Turn, TurnedAway};

// spec L-02
#[test]
fn eight_at_once_leave_at_an_even_pace_and_two_are_turned_away() {
    let (clock, queue) = queue(10, 5);
    let over = clock.drive_all((0..8).map(|_| timed(&clock, queue.wait())));
    let served: Vec<_> = (0..6).map(|k| (Ok(()), k * 100)).collect();
    assert_eq!(over[..6], served);
    assert_eq!(over[6..], [(full_ms(100), 0), (full_ms(100), 0)]);
}

// spec L-02
#[test]
fn who_comes_in_between_leaves_at_the_next_turn_and_not_a_period_after_it_came() {
    let (clock, queue) = queue(10, 5);
    assert_eq!(clock.drive(timed(&clock, queue.wait())), (Ok(()), 0));
    clock.set(ms(30));
    let mut second = begun(queue.wait());
    clock.set(ms(70));
    let third = begun(queue.wait());
    assert_eq!(clock.drive(timed(&clock, second.as_mut())), (Ok(()), 100));
    assert_eq!(clock.drive(timed(&clock, third)), (Ok(()), 200));
}

// RL41, RL43, Guava: an idle spell is not saved up.
#[test]
fn after_a_pause_one_goes_and_the_next_waits_a_period() {
    let (clock, queue) = queue(10, 5);
    clock.set(ms(5000));
    let over = clock.drive_all((0..3).map(|_| timed(&clock, queue.wait())));
    assert_eq!(over, [(Ok(()), 5000), (Ok(()), 5100), (Ok(()), 5200)]);
}

#[test]
fn an_uneven_period_is_kept_to_the_nanosecond_and_does_not_drift() {
    let mut line = Line::new(Pace::per_second(3), 10, Duration::MAX, Moment::ZERO);
    let mut until = || match line.enter(Duration::MAX, Moment::ZERO).unwrap() {
        Turn::Now => Moment::ZERO,
        Turn::Wait { until, .. } => until,
    };
    let all: [Moment; 4] = std::array::from_fn(|_| until());
    assert_eq!(all, [ns(0), ns(333_333_334), ns(666_666_667), ns(1_000_000_000)]);
}

#[test]
fn a_place_is_free_when_somebody_leaves_and_not_a_nanosecond_before() {
    let (clock, queue) = queue(10, 1);
    let mut first = begun_after_one(&queue);
    assert_eq!(clock.drive(timed(&clock, queue.wait())), (full_ms(100), 0));
    clock.set(just_before(ms(100)));
    assert_eq!(clock.drive(queue.wait()), full_ms(100));
    clock.set(ms(100));
    // The turn of the first has come, whether it knows already or not.
    let second = begun(queue.wait());
    assert_eq!(peek(&mut first), Some(Ok(())));
    assert_eq!(clock.drive(timed(&clock, second)), (Ok(()), 200));
}

/// One goes, and the next one waits.
fn begun_after_one(queue: &leaky_bucket::Queue<clock::ManualClock>) -> common::Wait<'_> {
    let mut first: common::Wait<'_> = Box::pin(queue.wait());
    assert_eq!(peek(&mut first), Some(Ok(())));
    begun(queue.wait())
}

#[test]
fn without_places_nobody_waits() {
    let (clock, queue) = queue(10, 0);
    assert_eq!(clock.drive(timed(&clock, queue.wait())), (Ok(()), 0));
    assert_eq!(clock.drive(timed(&clock, queue.wait())), (full_ms(100), 0));
    clock.set(ms(100));
    assert_eq!(clock.drive(timed(&clock, queue.wait())), (Ok(()), 100));
}

// RL82: what is hopeless is said at once, not after the wait. Sentinel c45d64c: a
// wait of exactly the limit is short enough.
#[test]
fn who_would_wait_too_long_is_turned_away_at_once_and_takes_no_place() {
    let (clock, queue) = queue_for(10, 5, Duration::from_millis(200));
    let over = clock.drive_all((0..4).map(|_| timed(&clock, queue.wait())));
    assert_eq!(over[..3], [(Ok(()), 0), (Ok(()), 100), (Ok(()), 200)]);
    // At 100 ms it would be 200 ms again.
    assert_eq!(over[3], (long_ms(100), 0));
}

#[test]
fn the_hint_of_a_wait_that_is_too_long_is_exact() {
    let (clock, queue) = queue_for(10, 5, Duration::from_millis(150));
    let _second = begun_after_one(&queue);
    assert_eq!(clock.drive(queue.wait()), long_ms(50));
    clock.set(just_before(ms(50)));
    assert_eq!(clock.drive(queue.wait()), long_ms(50));
    clock.set(ms(50));
    assert_eq!(clock.drive(timed(&clock, queue.wait())), (Ok(()), 200));
}

#[test]
fn a_caller_may_be_less_patient_than_the_queue_and_not_more() {
    let (clock, queue) = queue_for(10, 5, Duration::from_millis(150));
    let wait = |patience_ms| queue.wait_at_most(Duration::from_millis(patience_ms));
    let mut first: common::Wait<'_> = Box::pin(wait(0));
    assert_eq!(peek(&mut first), Some(Ok(())), "it need not wait");
    assert_eq!(clock.drive(wait(99)), long_ms(1));
    let _second = begun(wait(100));
    assert_eq!(clock.drive(wait(10_000)), long_ms(50));
}

#[test]
fn who_finds_no_place_is_told_when_both_are_right_the_place_and_the_wait() {
    let (clock, queue) = queue_for(10, 1, Duration::from_millis(150));
    let _second = begun_after_one(&queue);
    // A place at 100 ms; the wait from then on is 100 ms.
    assert_eq!(clock.drive(queue.wait()), full_ms(100));
    // For 30 ms it is short enough from 170 ms on.
    let wait = queue.wait_at_most(Duration::from_millis(30));
    assert_eq!(clock.drive(wait), full_ms(170));
}

#[test]
fn a_dropped_wait_gives_its_place_back_and_those_behind_it_move_up() {
    let (clock, queue) = queue(10, 3);
    let second = begun_after_one(&queue);
    let (mut third, mut fourth) = (begun(queue.wait()), begun(queue.wait()));
    assert_eq!(clock.drive(queue.wait()), full_ms(100));
    clock.set(ms(50));
    drop(second);
    assert_eq!(queue.waiting(), 2);
    // It is let in, and stands behind those who came before.
    let mut fifth = begun(queue.wait());
    let over = clock.drive_all(
        [third.as_mut(), fourth.as_mut(), fifth.as_mut()].map(|wait| timed(&clock, wait)),
    );
    assert_eq!(over, [(Ok(()), 100), (Ok(()), 200), (Ok(()), 300)]);
}

/// Remembers that its task was woken.
#[derive(Default)]
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

// Each has a task of its own: who is not woken does not know that it may go earlier.
#[test]
fn who_moves_up_is_woken_for_it_and_nobody_else() {
    let (_, queue) = queue(10, 5);
    let _second = begun_after_one(&queue);
    let woken: [Arc<Woken>; 3] = Default::default();
    let mut waits = woken.clone().map(|woken| {
        let mut wait: common::Wait<'_> = Box::pin(queue.wait());
        let waker = Waker::from(woken);
        assert!(wait.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        Some(wait)
    });
    waits[1] = None;
    let seen = woken.each_ref().map(|woken| woken.0.load(Ordering::Relaxed));
    assert_eq!(seen, [false, false, true], "third, fourth (which gave up) and fifth");
    waits[2] = None;
    // The one that gave up took its waker along.
    assert_eq!(Arc::strong_count(&woken[2]), 1);
}

#[test]
fn a_turn_that_has_come_is_used_up_even_if_its_future_is_dropped() {
    let (clock, queue) = queue(10, 3);
    let (second, mut third) = (begun_after_one(&queue), begun(queue.wait()));
    clock.set(ms(100));
    drop(second);
    // It went at 100 ms, for all that the queue knows.
    assert_eq!(clock.drive(timed(&clock, third.as_mut())), (Ok(()), 200));
}

// A future that is held and not polled is a common mistake around `select!`.
#[test]
fn who_is_not_polled_holds_nobody_up() {
    let (clock, queue) = queue(10, 3);
    let (_second, mut third) = (begun_after_one(&queue), begun(queue.wait()));
    assert_eq!(clock.drive(timed(&clock, third.as_mut())), (Ok(()), 200));
}

#[test]
fn a_wait_that_was_never_polled_has_no_place() {
    let (_, queue) = queue(10, 1);
    let idle = queue.wait();
    let _second = begun_after_one(&queue);
    assert_eq!(queue.waiting(), 1);
    drop(idle);
    assert_eq!(queue.waiting(), 1);
}

#[test]
fn a_wait_that_is_over_or_was_turned_away_gives_nothing_back() {
    let (clock, queue) = queue(10, 1);
    let mut second = begun_after_one(&queue);
    let mut third: common::Wait<'_> = Box::pin(queue.wait());
    assert_eq!(peek(&mut third), Some(full_ms(100)));
    drop(third);
    assert_eq!(queue.waiting(), 1);
    assert_eq!(clock.drive(second.as_mut()), Ok(()));
    let third = begun(queue.wait());
    drop(second);
    assert_eq!(queue.waiting(), 1);
    drop(third);
    assert_eq!(queue.waiting(), 0);
}

// spec C-04
#[test]
fn a_clock_that_goes_back_lets_nobody_go_earlier() {
    let (clock, queue) = queue(10, 5);
    clock.set(ms(1000));
    let mut second = begun_after_one(&queue);
    clock.set(ms(0));
    assert_eq!(peek(&mut second), None);
    let mut third = begun(queue.wait());
    let over = clock.drive_all([second.as_mut(), third.as_mut()].map(|wait| timed(&clock, wait)));
    assert_eq!(over, [(Ok(()), 1100), (Ok(()), 1200)]);
}

#[test]
fn at_a_pace_of_zero_one_goes_and_nobody_waits_for_what_never_comes() {
    let (clock, queue) = queue(0, 5);
    assert_eq!(clock.drive(timed(&clock, queue.wait())), (Ok(()), 0));
    assert_eq!(clock.drive(timed(&clock, queue.wait())), (Err(TurnedAway::Never), 0));
    let century = Pace::every(Duration::from_hours(24 * 365 * 100)).unwrap();
    let mut line = Line::new(century, 9, Duration::MAX, Moment::ZERO);
    let turns: Vec<_> = (0..8).map(|_| line.enter(Duration::MAX, Moment::ZERO)).collect();
    // The clock ends after 584 years.
    assert!(turns[..6].iter().all(Result::is_ok), "{turns:?}");
    assert_eq!(turns[6..], [Err(TurnedAway::Never); 2]);
}

#[test]
fn a_change_of_pace_keeps_the_first_in_its_turn_and_all_in_their_places() {
    let (ten, two) = (Pace::per_second(10), Pace::per_second(2));
    let mut line = Line::new(ten, 5, Duration::MAX, ms(0));
    let tickets: Vec<u64> = (0..4)
        .filter_map(|_| match line.enter(Duration::MAX, ms(0)) {
            Ok(Turn::Wait { ticket, .. }) => Some(ticket),
            _ => None,
        })
        .collect();
    line.set(two, 1, Duration::MAX, ms(20));
    let due: Vec<_> = tickets.iter().map(|&ticket| line.due(ticket, ms(20))).collect();
    assert_eq!(due, [Some(ms(100)), Some(ms(600)), Some(ms(1100))]);
    // Three stand where one may: two have to leave before there is a place.
    let full = Err(TurnedAway::Full { until: ms(1100) });
    assert_eq!(line.enter(Duration::MAX, ms(20)), full);
    assert_eq!(line.enter(Duration::MAX, just_before(ms(1100))), full);
    assert!(line.enter(Duration::MAX, ms(1100)).is_ok());
}

#[test]
fn the_clock_of_a_queue_at_rest_has_no_sleeper() {
    let (clock, queue) = queue(10, 3);
    let second = begun_after_one(&queue);
    assert_eq!(clock.next_sleeper(), Some(ms(100)));
    drop(second);
    assert_eq!((clock.next_sleeper(), clock.now()), (None, ms(0)));
}
