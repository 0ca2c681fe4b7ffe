use super::script::{Script, machine, ratio, three};
use super::{Refused, Settings, State};

// spec R-02
#[test]
fn the_third_failure_in_a_row_opens_it_on_that_very_report() {
    let mut machine = machine(three());
    machine.calls("ff", 0);
    assert_eq!(machine.shows(0), State::Closed);
    let third = machine.call(0);
    machine.fail(third, 5);
    assert_eq!(machine.shows(5), State::Open);
}

// spec R-02: 1, 2 and 3 fail, 4 and 5 are refused, 6 is the probe.
#[test]
fn after_three_failures_two_calls_are_refused_and_the_sixth_closes_it() {
    let mut machine = machine(three());
    machine.calls("fff", 0);
    let refused = Err(Refused::Open { retry_at: super::script::ms(1000) });
    assert_eq!(machine.ask(1), refused);
    assert_eq!(machine.ask(2), refused);
    let sixth = machine.call(1000);
    assert!(sixth.probe);
    machine.ok(sixth, 1001);
    assert_eq!(machine.shows(1001), State::Closed);
}

// spec
#[test]
fn where_two_good_ones_are_wanted_the_sixth_call_leaves_it_half_open() {
    let mut machine = machine(Settings { successes: 2, ..three() });
    machine.calls("fff", 0);
    machine.calls("s", 1000);
    assert_eq!(machine.shows(1000), State::HalfOpen);
    machine.calls("s", 1001);
    assert_eq!(machine.shows(1001), State::Closed);
}

// spec R-19
#[test]
fn a_success_begins_the_row_anew() {
    let mut machine = machine(three());
    machine.calls("ffsff", 0);
    assert_eq!(machine.shows(0), State::Closed);
    machine.calls("f", 0);
    assert_eq!(machine.shows(0), State::Open);
}

// spec R-19: one failure in a hundred, for ever.
#[test]
fn one_failure_in_a_hundred_is_never_a_row() {
    let mut machine = machine(three());
    for _ in 0..100 {
        machine.many(99, "s", 0);
        machine.calls("f", 0);
    }
    assert_eq!(machine.shows(0), State::Closed);
}

// spec R-03
#[test]
fn nineteen_failures_do_not_open_it_where_twenty_samples_are_wanted() {
    let mut machine = machine(ratio(50, 100, 20));
    machine.many(19, "f", 0);
    assert_eq!(machine.shows(0), State::Closed);
    machine.calls("f", 0);
    assert_eq!(machine.shows(0), State::Open);
}

// spec R-03: the fourth result is a success, and it opens the breaker.
#[test]
fn two_failures_and_two_successes_open_it_at_half_of_four() {
    let mut machine = machine(ratio(50, 10, 4));
    machine.calls("ffs", 0);
    assert_eq!(machine.shows(0), State::Closed);
    machine.calls("s", 0);
    assert_eq!(machine.shows(0), State::Open);
}

#[test]
fn below_the_threshold_it_stays_closed() {
    let mut machine = machine(ratio(50, 10, 4));
    machine.calls("fsss", 0);
    assert_eq!(machine.shows(0), State::Closed);
}

#[test]
fn the_fourth_of_four_failures_opens_it() {
    let mut machine = machine(ratio(50, 10, 4));
    machine.calls("fff", 0);
    assert_eq!(machine.shows(0), State::Closed);
    machine.calls("f", 0);
    assert_eq!(machine.shows(0), State::Open);
}

#[test]
fn at_a_hundred_percent_all_must_fail() {
    let mut all = machine(ratio(100, 4, 4));
    all.calls("ffff", 0);
    assert_eq!(all.shows(0), State::Open);
    let mut most = machine(ratio(100, 4, 4));
    most.calls("sfff", 0);
    assert_eq!(most.shows(0), State::Closed);
    // And the success falls out of the ring.
    most.calls("f", 0);
    assert_eq!(most.shows(0), State::Open);
}

// 0.57 × 100 is 56.99… as a float, and 57/100 × 100 is too.
#[test]
fn fifty_seven_of_a_hundred_are_fifty_seven_percent() {
    for percent in 1..=100 {
        let mut machine = machine(ratio(percent, 100, 100));
        machine.many(100 - percent as usize, "s", 0);
        machine.many(percent as usize - 1, "f", 0);
        assert_eq!(machine.shows(0), State::Closed, "{percent} %");
        machine.calls("f", 0);
        assert_eq!(machine.shows(0), State::Open, "{percent} %");
    }
}

#[test]
fn a_third_is_more_than_thirty_three_percent_and_less_than_thirty_four() {
    for (percent, state) in [(33, State::Open), (34, State::Closed)] {
        let mut machine = machine(ratio(percent, 3, 3));
        machine.calls("ssf", 0);
        assert_eq!(machine.shows(0), state, "{percent} %");
    }
}

#[test]
fn refused_calls_are_no_failures() {
    let mut machine = machine(ratio(50, 100, 3));
    machine.calls("fff", 0);
    for _ in 0..100 {
        assert!(machine.ask(10).is_err());
    }
    machine.calls("s", 1000);
    assert_eq!(machine.shows(1000), State::Closed);
    assert_eq!(machine.samples(super::script::ms(1000)), 0);
    assert_eq!(machine.failed(super::script::ms(1000)), 0);
}
