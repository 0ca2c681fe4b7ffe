use super::script::{Script, machine, ms, ratio, three};
use super::{Counted, Refused, State};

#[test]
fn forced_open_lets_nothing_through_at_any_time() {
    let mut machine = machine(three());
    machine.force_open(ms(0));
    for at_ms in [0, 999, 1000, 1_000_000_000] {
        assert_eq!(machine.ask(at_ms), Err(Refused::ForcedOpen));
        assert_eq!(machine.shows(at_ms), State::ForcedOpen);
    }
}

#[test]
fn forced_closed_counts_and_never_opens() {
    let mut machine = machine(ratio(50, 10, 4));
    machine.force_closed(ms(0));
    machine.many(50, "f", 1);
    assert_eq!(machine.shows(1), State::ForcedClosed);
    assert_eq!((machine.samples(ms(1)), machine.failed(ms(1))), (10, 10));
}

#[test]
fn a_reset_closes_it_with_an_empty_window() {
    let mut machine = machine(ratio(50, 10, 4));
    machine.calls("fff", 0);
    machine.reset(ms(1));
    assert_eq!((machine.samples(ms(1)), machine.failed(ms(1))), (0, 0));
    machine.calls("fff", 1);
    assert_eq!(machine.shows(1), State::Closed);
    for force in [super::Machine::force_open, super::Machine::force_closed] {
        force(&mut machine, ms(2));
        machine.reset(ms(3));
        assert_eq!(machine.shows(3), State::Closed);
    }
}

// A reset is a change, too: what was sent before it is not held against it.
#[test]
fn what_was_sent_before_a_change_by_hand_is_late() {
    let by_hand = [super::Machine::force_open, super::Machine::force_closed, super::Machine::reset];
    for (change, n) in by_hand.into_iter().zip(1..) {
        let mut machine = machine(three());
        let old = machine.call(0);
        change(&mut machine, ms(1));
        assert_eq!(machine.generation(), 1, "change {n}");
        assert_eq!(machine.fail(old, 2), Counted::Late, "change {n}");
        assert_eq!(machine.failed(ms(2)), 0, "change {n}");
    }
}

#[test]
fn forcing_what_is_forced_changes_nothing() {
    let mut machine = machine(ratio(50, 10, 4));
    machine.force_closed(ms(0));
    machine.calls("f", 0);
    assert!(machine.take_change().is_some());
    machine.force_closed(ms(1));
    assert_eq!((machine.take_change(), machine.samples(ms(1))), (None, 1));
    machine.force_open(ms(2));
    assert!(machine.take_change().is_some());
    machine.force_open(ms(3));
    assert_eq!(machine.take_change(), None);
}

#[test]
fn a_cool_off_does_not_end_what_was_forced() {
    let mut machine = machine(three());
    machine.trip(0);
    machine.force_open(ms(10));
    assert_eq!(machine.ask(1000), Err(Refused::ForcedOpen));
    assert_eq!(machine.retry_at(), None);
}
