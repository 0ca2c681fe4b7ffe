//! What a window does, in sentences. Each rule is written once and holds for all
//! four ways to count; where they differ, the sentence says which one it is about.
//!
//! `RL…` is a bug that some library shipped; the test beside it would have
//! caught it.

mod common;

use std::time::Duration;

use clock::{Clock, ManualClock, Moment};
use common::{Window, just_before, limit, ms, passes, until_ms, window};
use window::{
    ConfigError, Fixed, FixedWindow, Limit, Log, Refused, SlidingCounter, SlidingLog, Two,
    TwoWindows,
};

/// Makes a test for each way to count out of each rule. A rule that is not
/// listed is dead code, which the compiler reports.
macro_rules! for_all {
    ($($rule:ident),* $(,)?) => {
        mod the_fixed_window {
            $(#[test] fn $rule() { super::$rule::<window::FixedWindow<clock::ManualClock>>(); })*
        }
        mod the_sliding_log {
            $(#[test] fn $rule() { super::$rule::<window::SlidingLog<clock::ManualClock>>(); })*
        }
        mod the_sliding_counter {
            $(#[test] fn $rule() { super::$rule::<window::SlidingCounter<clock::ManualClock>>(); })*
        }
        mod the_two_windows {
            $(#[test] fn $rule() { super::$rule::<window::TwoWindows<clock::ManualClock>>(); })*
        }
    };
}
fn the_limit_passes_and_one_more_is_refused<W: Window>() {
    let (_, window) = window::<W>(3);
    assert_eq!(passes(&window, 10), 3);
}

// The first moment of the clock is a moment like any other: no sentinel.
fn at_moment_zero_it_counts_as_at_any_other<W: Window>() {
    let (clock, window) = window::<W>(2);
    assert_eq!(window.remaining(), 2);
    assert_eq!(passes(&window, 3), 2);
    clock.set(ms(1));
    assert_eq!(passes(&window, 1), 0);
}

// RL52, RL58: exactly a window old is too old to count.
fn after_exactly_a_window_all_is_forgotten<W: Window>() {
    let (clock, window) = window::<W>(2);
    assert_eq!(passes(&window, 2), 2);
    clock.set(just_before(ms(1000)));
    assert_eq!(passes(&window, 1), 0, "{:?}", W::remaining(&window));
    clock.set(ms(2000));
    assert_eq!(passes(&window, 3), 2);
}

/// At the moment that a refusal names the same request passes; a nanosecond
/// earlier it does not.
fn the_moment_of_a_refusal_is_exact<W: Window>() {
    let (clock, window) = window::<W>(4);
    for at_ms in [0, 130, 490, 760, 1_390, 2_010] {
        clock.set(ms(at_ms));
        while window.try_acquire().is_ok() {}
        for n in 1..=4 {
            let Err(Refused::Until(at)) = window.try_acquire_n(n) else { panic!("{n} of none") };
            assert!(at > ms(at_ms));
            clock.set(just_before(at));
            assert_eq!(window.try_acquire_n(n), Err(Refused::Until(at)), "{n} at {at_ms} ms");
            clock.set(at);
            assert!(window.remaining() >= n, "{n} at {at}");
            clock.set(ms(at_ms));
        }
        let Err(Refused::Until(at)) = window.try_acquire() else { panic!("one of none") };
        clock.set(at);
        assert_eq!(window.try_acquire(), Ok(()), "at {at}");
    }
}

// RL53, RL54: who is refused has used up nothing.
fn a_refusal_counts_nothing<W: Window>() {
    let (clock, window) = window::<W>(10);
    assert_eq!(window.try_acquire_n(8), Ok(()));
    for _ in 0..100 {
        assert!(window.try_acquire_n(5).is_err());
    }
    assert_eq!(window.remaining(), 2);
    assert_eq!(window.try_acquire_n(2), Ok(()));
    // Whoever asked all the time is let in when the window is over all the same.
    for at_ms in 1..2000 {
        clock.set(ms(at_ms));
        assert!(window.try_acquire_n(11).is_err());
    }
    clock.set(ms(2000));
    assert_eq!(window.try_acquire_n(10), Ok(()));
}

fn more_than_the_limit_at_once_is_another_error<W: Window>() {
    let (_, window) = window::<W>(3);
    let over = Err(Refused::OverLimit { asked: 4, limit: 3 });
    assert_eq!(window.try_acquire_n(4), over, "of an empty window");
    assert_eq!(window.try_acquire_n(3), Ok(()), "the whole limit at once");
    assert_eq!(window.try_acquire_n(4), over, "of a full one: there is no moment for it");
    assert_eq!(
        window.try_acquire_n(u32::MAX),
        Err(Refused::OverLimit { asked: u32::MAX, limit: 3 })
    );
}

fn nothing_costs_nothing<W: Window>() {
    let (clock, window) = window::<W>(1);
    assert_eq!(window.try_acquire_n(0), Ok(()));
    assert_eq!(window.remaining(), 1);
    assert_eq!(window.try_acquire(), Ok(()));
    assert_eq!(window.try_acquire_n(0), Ok(()), "of a full window as well");
    // Not even the time: nothing was counted at 5 s.
    clock.set(ms(5000));
    assert_eq!(window.try_acquire_n(0), Ok(()));
    clock.set(ms(500));
    assert!(window.try_acquire().is_err());
}

// RL31 is the same of a bucket: a clock that goes back gives nothing.
fn a_clock_that_goes_back_gives_nothing<W: Window>() {
    let (clock, window) = window::<W>(2);
    clock.set(ms(5100));
    assert_eq!(passes(&window, 3), 2);
    for at_ms in [5099, 4000, 3900, 0] {
        clock.set(ms(at_ms));
        assert_eq!(passes(&window, 1), 0, "at {at_ms} ms");
        assert_eq!(window.remaining(), 0, "at {at_ms} ms");
    }
    clock.set(ms(7100));
    assert_eq!(passes(&window, 3), 2, "and it takes nothing away");
}

/// What is let through at an earlier time than before counts from the later one
/// on: it is not forgotten sooner.
fn what_comes_with_an_old_time_counts_as_long_as_the_others<W: Window>() {
    let (clock, window) = window::<W>(2);
    clock.set(ms(5000));
    assert_eq!(passes(&window, 1), 1);
    clock.set(ms(100));
    assert_eq!(passes(&window, 2), 1);
    clock.set(just_before(ms(5500)));
    assert_eq!(passes(&window, 1), 0);
}

// RL02 and its like: from the first moment to the last.
fn after_584_years_it_is_empty_and_full_again_for_ever<W: Window>() {
    let (clock, window) = window::<W>(2);
    assert_eq!(passes(&window, 3), 2);
    clock.set(Moment::MAX);
    assert_eq!(passes(&window, 3), 2);
    assert_eq!(window.try_acquire(), Err(Refused::Never), "no clock can tell when");
}

fn a_wait_of_many_windows_is_one_step<W: Window>() {
    let clock = ManualClock::new();
    let window = W::with(Limit::new(2, Duration::from_micros(1)).unwrap(), clock.clone());
    assert_eq!(passes(&window, 3), 2);
    // 10¹⁶ windows: a loop over them would not come back.
    clock.set(Moment::from_nanos(u64::MAX / 2));
    assert_eq!(passes(&window, 3), 2);
}

for_all!(
    the_limit_passes_and_one_more_is_refused,
    at_moment_zero_it_counts_as_at_any_other,
    after_exactly_a_window_all_is_forgotten,
    the_moment_of_a_refusal_is_exact,
    a_refusal_counts_nothing,
    more_than_the_limit_at_once_is_another_error,
    nothing_costs_nothing,
    a_clock_that_goes_back_gives_nothing,
    what_comes_with_an_old_time_counts_as_long_as_the_others,
    after_584_years_it_is_empty_and_full_again_for_ever,
    a_wait_of_many_windows_is_one_step,
);

// spec W-02; RL48, tower PR #438: one at 0, then three, not two, at 100 ms.
#[test]
fn a_fixed_window_begins_anew_at_each_multiple_of_its_length() {
    let clock = ManualClock::new();
    let window = FixedWindow::with_clock(Fixed::new(limit(3, 100)), clock.clone());
    assert_eq!(passes(&window, 1), 1);
    clock.set(ms(100));
    assert_eq!(passes(&window, 4), 3);
    assert_eq!(window.try_acquire(), until_ms(200));
    // Aligned, not counted from the first request.
    clock.set(ms(1250));
    assert_eq!(passes(&window, 4), 3);
    assert_eq!(window.try_acquire(), until_ms(1300));
}

// spec W-03
#[test]
fn a_log_forgets_one_after_the_other() {
    let (clock, window) = window::<SlidingLog<ManualClock>>(3);
    for at_ms in [0, 100, 300] {
        clock.set(ms(at_ms));
        assert_eq!(passes(&window, 1), 1);
    }
    assert_eq!(window.try_acquire(), until_ms(1000));
    assert_eq!(window.try_acquire_n(2), until_ms(1100));
    assert_eq!(window.try_acquire_n(3), until_ms(1300));
    clock.set(ms(1100));
    assert_eq!(window.remaining(), 2);
    assert_eq!(passes(&window, 3), 2);
    assert_eq!(window.try_acquire(), until_ms(1300));
    assert_eq!(window.try_acquire_n(2), until_ms(2100));
}

// spec W-04, W-08
#[test]
fn a_ring_drops_a_slot_when_its_start_is_a_window_old() {
    let (clock, window) = window::<SlidingCounter<ManualClock>>(10);
    for (at_ms, n) in [(100, 2), (499, 3), (500, 5)] {
        clock.set(ms(at_ms));
        assert_eq!(window.try_acquire_n(n), Ok(()));
    }
    assert_eq!(window.try_acquire_n(5), until_ms(1000));
    assert_eq!(
        window.try_acquire_n(6),
        until_ms(1500),
        "five from the one slot, one from the next"
    );
    clock.set(ms(1000));
    assert_eq!(window.remaining(), 5);
    clock.set(ms(1499));
    assert_eq!(window.remaining(), 5);
    clock.set(ms(1500));
    assert_eq!(window.remaining(), 10);
}

// RL60 and the breaker's idle gap: slots of long ago are not found again.
#[test]
fn a_ring_that_stood_still_finds_no_old_count() {
    for idle_ms in (500..5000).step_by(250) {
        let clock = ManualClock::new();
        let window = SlidingCounter::with_clock(limit(4, 1000), 4, clock.clone()).unwrap();
        for at_ms in [0, 250, 500, 750] {
            clock.set(ms(at_ms));
            assert_eq!(passes(&window, 1), 1);
        }
        clock.set(ms(750 + idle_ms));
        let gone = (idle_ms / 250).min(4);
        assert_eq!(u64::from(window.remaining()), gone, "after {idle_ms} ms");
    }
}

// spec W-05: 42 and 18 at 15 of 60 s are 49.5; one more is 50.5, over 50. Many
// libraries compare the estimate without the one that asks, and let it through.
#[test]
fn two_windows_count_the_one_that_asks() {
    let clock = ManualClock::new();
    let window = TwoWindows::with_clock(Two::new(limit(50, 60_000)), clock.clone());
    clock.set(ms(59_000));
    assert_eq!(window.try_acquire_n(42), Ok(()));
    // What is left of 42, and what has come: 39.2 and 10; 35 and 15; 31.85 and 18.
    for (at_ms, n) in [(64_000, 10), (70_000, 5), (74_500, 3)] {
        clock.set(ms(at_ms));
        assert_eq!(window.try_acquire_n(n), Ok(()), "{n} at {at_ms} ms");
    }
    clock.set(ms(75_000));
    assert_eq!(window.remaining(), 0);
    // 42 · (60 − e) / 60 + 19 = 50 where e = 60 − 31 · 60 / 42 = 15.714…, rounded up.
    assert_eq!(window.try_acquire(), Err(Refused::Until(Moment::from_nanos(75_714_285_715))));
}

#[test]
fn two_windows_with_50_before_and_10_now_have_45_left_after_a_tenth() {
    let (clock, window) = window::<TwoWindows<ManualClock>>(100);
    assert_eq!(window.try_acquire_n(50), Ok(()));
    clock.set(ms(1050));
    assert_eq!(window.try_acquire_n(10), Ok(()));
    clock.set(ms(1100));
    assert_eq!(window.remaining(), 45);
}

// RL49: after a window in which nothing came, nothing is left of the one before.
#[test]
fn two_windows_forget_what_is_more_than_a_window_before() {
    let (clock, window) = window::<TwoWindows<ManualClock>>(100);
    clock.set(ms(900));
    assert_eq!(window.try_acquire_n(100), Ok(()));
    clock.set(ms(1000));
    assert_eq!(window.remaining(), 0, "the window before counts in full");
    clock.set(ms(1500));
    assert_eq!(window.remaining(), 50);
    clock.set(ms(2000));
    assert_eq!(window.remaining(), 100);
    // The same if somebody asks in between and gets nothing.
    clock.set(ms(1000));
    assert!(window.try_acquire().is_err());
    clock.set(ms(2100));
    assert_eq!(window.remaining(), 100);
}

#[test]
fn what_makes_no_sense_is_an_error_when_it_is_built() {
    let second = Duration::from_secs(1);
    assert_eq!(Limit::new(0, second), Err(ConfigError::ZeroLimit));
    assert_eq!(Limit::new(1, Duration::ZERO), Err(ConfigError::NoWindow));
    assert_eq!(Limit::new(1, Duration::MAX), Err(ConfigError::TooLong));
    let ring = |most, window, slots| {
        SlidingCounter::with_clock(Limit::new(most, window).unwrap(), slots, ManualClock::new())
            .map(drop)
    };
    assert_eq!(ring(1, second, 0), Err(ConfigError::UnevenSlots));
    assert_eq!(ring(1, second, 3), Err(ConfigError::UnevenSlots), "a third is no whole number");
    assert_eq!(ring(1, Duration::from_nanos(2), 4), Err(ConfigError::UnevenSlots));
    // 1 needs one bit, and 63 are left for the turns: none shorter than 2 ns.
    assert_eq!(ring(1, Duration::from_nanos(8), 4), Ok(()));
    assert_eq!(ring(1, Duration::from_nanos(4), 4), Err(ConfigError::TooFine));
    // 2³² − 1 need 32 bits, and 32 are left for the turns: 2⁶⁴ ns in 2³² turns
    // are 2³² ns each.
    assert_eq!(ring(u32::MAX, Duration::from_nanos(1 << 33), 2), Ok(()));
    assert_eq!(ring(u32::MAX, Duration::from_nanos((1 << 33) - 2), 2), Err(ConfigError::TooFine));
}

#[test]
fn the_largest_limit_and_the_longest_window_are_counted() {
    let most = Limit::new(u32::MAX, Duration::from_nanos(u64::MAX)).unwrap();
    let two = TwoWindows::with_clock(Two::new(most), ManualClock::new());
    assert_eq!(two.try_acquire_n(u32::MAX), Ok(()));
    assert_eq!(two.try_acquire_n(u32::MAX), Err(Refused::Never));
    let fixed = FixedWindow::with_clock(Fixed::new(most), ManualClock::new());
    assert_eq!(fixed.try_acquire_n(u32::MAX), Ok(()));
    // The window is over at the last moment that there is.
    assert_eq!(fixed.try_acquire(), Err(Refused::Until(Moment::MAX)));
    let log =
        SlidingLog::with_clock(Log::new(Limit::new(1, most.window()).unwrap()), ManualClock::new());
    assert_eq!(log.try_acquire(), Ok(()));
    assert_eq!(log.try_acquire(), Err(Refused::Until(Moment::MAX)));
}

/// Counts how often it was asked.
#[derive(Default)]
struct Counting {
    clock: ManualClock,
    readings: std::sync::atomic::AtomicU32,
}

impl Clock for Counting {
    fn now(&self) -> Moment {
        self.readings.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.clock.now()
    }
}

/// Two readings in one decision are two times.
#[test]
fn each_call_reads_the_clock_once() {
    let clock = Counting::default();
    let readings = || clock.readings.swap(0, std::sync::atomic::Ordering::Relaxed);
    let log = SlidingLog::with_clock(Log::new(limit(1, 1000)), &clock);
    let ring = SlidingCounter::with_clock(limit(1, 1000), 2, &clock).unwrap();
    readings();
    assert_eq!((log.try_acquire(), readings()), (Ok(()), 1));
    assert_eq!((log.try_acquire().is_err(), readings()), (true, 1));
    assert_eq!((log.remaining(), readings()), (0, 1));
    assert_eq!((ring.try_acquire(), readings()), (Ok(()), 1));
    assert_eq!((ring.try_acquire().is_err(), readings()), (true, 1));
    assert_eq!((ring.remaining(), readings()), (0, 1));
}
