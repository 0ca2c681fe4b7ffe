use std::time::Duration;

use clock::Moment;

use super::script::{Script, machine, ms, ratio, timed};
use super::{Cell, State};

// spec R-03: the window forgets. Over its whole life it would need 1000 failures.
#[test]
fn after_a_thousand_good_calls_five_failures_are_enough() {
    for good in [10, 1000] {
        let mut machine = machine(ratio(50, 10, 10));
        machine.many(good, "s", 0);
        machine.calls("ffff", 0);
        assert_eq!(machine.shows(0), State::Closed, "after {good}");
        machine.calls("f", 0);
        assert_eq!(machine.shows(0), State::Open, "after {good}");
    }
}

#[test]
fn the_tenth_failure_of_ten_opens_it_and_the_eleventh_call_is_refused() {
    let mut machine = machine(ratio(50, 10, 10));
    machine.many(10, "f", 0);
    assert!(machine.ask(0).is_err());
}

#[test]
fn it_judges_at_min_samples_and_not_when_the_window_is_full() {
    let mut machine = machine(ratio(50, 100, 10));
    machine.many(10, "f", 0);
    assert_eq!(machine.shows(0), State::Open);
}

// spec R-04: ten slots of 100 ms.
#[test]
fn a_result_counts_until_its_slot_is_as_old_as_the_window() {
    let mut machine = machine(timed(100, 1000, 100));
    machine.calls("f", 0);
    assert_eq!(machine.failed(ms(999)), 1);
    assert_eq!(machine.failed(ms(1000)), 0);
    machine.calls("f", 1099);
    // Its slot began at 1000.
    assert_eq!(machine.failed(ms(1999)), 1);
    assert_eq!(machine.failed(ms(2000)), 0);
}

// spec R-04
#[test]
fn a_window_of_a_minute_holds_between_54_and_60_seconds() {
    let mut machine = machine(timed(100, 60_000, 100));
    machine.calls("f", 5_999);
    // It came at the end of its slot, and leaves with it.
    assert_eq!(machine.samples(ms(59_999)), 1);
    assert_eq!(machine.samples(ms(60_000)), 0);
    machine.calls("f", 66_000);
    // It came at the beginning, and stays the whole minute.
    assert_eq!(machine.samples(ms(125_999)), 1);
    assert_eq!(machine.samples(ms(126_000)), 0);
}

// spec R-04
#[test]
fn after_a_long_idle_time_nothing_is_left() {
    let mut machine = machine(timed(50, 1000, 4));
    for at_ms in (0..1000).step_by(100) {
        machine.calls(if at_ms < 700 { "s" } else { "f" }, at_ms);
    }
    assert_eq!(machine.samples(ms(999)), 10);
    let years = 10 * 365 * 24 * 3_600_000;
    assert_eq!(machine.samples(ms(years)), 0);
    machine.calls("fff", years);
    assert_eq!(machine.shows(years), State::Closed, "three of three, and four are wanted");
    assert_eq!(machine.samples(ms(years)), 3);
}

#[test]
fn old_failures_and_new_ones_open_it_only_together() {
    // Two at 0 and two at 900: together at 900.
    let mut near = machine(timed(50, 1000, 4));
    near.calls("ff", 0);
    near.calls("ff", 900);
    assert_eq!(near.shows(900), State::Open);
    let mut far = machine(timed(50, 1000, 4));
    far.calls("ff", 0);
    far.calls("ff", 1000);
    assert_eq!(far.shows(1000), State::Closed);
}

// spec R-04
#[test]
fn the_window_is_empty_after_closing() {
    for settings in [ratio(50, 10, 3), timed(50, 60_000, 3)] {
        let mut machine = machine(settings);
        machine.trip(0);
        machine.calls("s", 1000);
        assert_eq!((machine.samples(ms(1000)), machine.failed(ms(1000))), (0, 0));
        machine.calls("f", 1001);
        assert_eq!(machine.shows(1001), State::Closed, "one failure of one");
    }
}

#[test]
fn a_row_begins_anew_after_closing() {
    let mut machine = machine(super::script::three());
    machine.trip(0);
    machine.calls("s", 1000);
    machine.calls("ff", 1001);
    assert_eq!(machine.shows(1001), State::Closed);
}

#[test]
fn a_window_of_four_milliseconds_has_slots_too() {
    let mut machine = machine(timed(100, 4, 100));
    machine.calls("f", 0);
    assert_eq!(machine.samples(Moment::from_nanos(3_999_999)), 1);
    assert_eq!(machine.samples(ms(4)), 0);
}

#[test]
fn the_longest_windows_and_the_last_moment_are_ordinary() {
    let longest = super::Window::Time(Duration::MAX);
    let trigger = super::Trigger::Ratio { percent: 50, window: longest, min_samples: 2 };
    let mut machine = machine(super::Settings { trigger, ..super::script::three() });
    let ticket = machine.acquire(Moment::MAX).expect("it is closed");
    machine.report(Moment::MAX, ticket, super::Verdict::Failure);
    assert_eq!(machine.samples(Moment::MAX), 1);
}

// spec R-18
#[test]
fn the_ring_shows_its_cells_and_where_the_next_one_goes() {
    let mut machine = machine(ratio(100, 4, 4));
    machine.calls("sfs", 0);
    let ring = machine.watch().ring().expect("a window of calls");
    assert_eq!(ring.cells(), [Cell::Good, Cell::Bad, Cell::Good, Cell::Empty]);
    assert_eq!((ring.head(), ring.last(), ring.samples(), ring.bad()), (3, Some(2), 3, 1));
    machine.calls("fs", 0);
    let ring = machine.watch().ring().expect("a window of calls");
    assert_eq!(ring.cells(), [Cell::Good, Cell::Bad, Cell::Good, Cell::Bad]);
    assert_eq!((ring.head(), ring.last(), ring.samples(), ring.bad()), (1, Some(0), 4, 2));
}

#[test]
fn while_it_is_open_the_window_shows_what_opened_it_and_counts_nothing() {
    let mut machine = machine(ratio(50, 4, 2));
    machine.calls("sf", 0);
    assert_eq!(machine.shows(0), State::Open);
    let ring = machine.watch().ring().expect("a window of calls");
    assert_eq!(ring.cells()[..2], [Cell::Good, Cell::Bad]);
    assert_eq!(machine.samples(ms(0)), 0);
}
