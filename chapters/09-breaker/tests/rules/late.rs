use super::script::{Script, machine, three};
use super::{Counted, Refused, Settings, State};

// spec R-08
#[test]
fn a_success_from_before_the_opening_does_not_close_it() {
    let mut machine = machine(three());
    let old = machine.call(0);
    machine.trip(10);
    assert_eq!(machine.ok(old, 20), Counted::Late);
    assert_eq!(machine.ask(30), Err(Refused::Open { retry_at: super::script::ms(1010) }));
    assert_eq!(machine.late(), 1);
}

// spec R-08
#[test]
fn a_success_from_before_the_opening_does_not_speak_for_the_probe() {
    let mut machine = machine(three());
    let old = machine.call(0);
    machine.trip(10);
    let probe = machine.call(1010);
    assert_eq!(machine.ok(old, 1020), Counted::Late);
    assert_eq!(
        (machine.shows(1020), machine.good(), machine.probes_out()),
        (State::HalfOpen, 0, 1)
    );
    machine.ok(probe, 1030);
    assert_eq!(machine.shows(1030), State::Closed);
}

// spec R-08
#[test]
fn a_failure_from_before_the_opening_does_not_open_it_again() {
    let mut machine = machine(Settings { probes: 2, successes: 2, ..three() });
    let old = machine.call(0);
    machine.trip(10);
    let first = machine.call(1010);
    machine.ok(first, 1020);
    assert_eq!(machine.fail(old, 1030), Counted::Late);
    assert_eq!((machine.shows(1030), machine.good(), machine.late()), (State::HalfOpen, 1, 1));
}

#[test]
fn a_failure_from_before_the_opening_does_not_make_the_cool_off_longer() {
    let mut machine = machine(three());
    let old = machine.call(0);
    machine.trip(10);
    machine.fail(old, 900);
    assert!(machine.call(1010).probe);
}

// spec R-08
#[test]
fn a_late_report_gives_back_no_place_that_it_does_not_hold() {
    let mut machine = machine(three());
    let olds: Vec<_> = (0..3).map(|_| machine.call(0)).collect();
    machine.trip(10);
    let probe = machine.call(1010);
    for (old, end) in olds.into_iter().zip(0..) {
        match end {
            0 => drop(machine.ignore(old, 1011)),
            1 => machine.give_back(old),
            _ => drop(machine.ok(old, 1012)),
        }
        assert_eq!(machine.ask(1013), Err(Refused::HalfOpenFull));
    }
    machine.ok(probe, 1014);
    assert_eq!(machine.shows(1014), State::Closed);
}

// spec
#[test]
fn a_call_from_before_that_is_dropped_does_not_open_it_again() {
    let mut machine = machine(three());
    let old = machine.call(0);
    machine.trip(10);
    let probe = machine.call(1010);
    machine.give_back(old);
    machine.ok(probe, 1020);
    assert_eq!(machine.shows(1020), State::Closed);
}

#[test]
fn what_was_sent_before_the_opening_is_no_sample_after_the_closing() {
    let mut machine = machine(three());
    let olds: Vec<_> = (0..3).map(|_| machine.call(0)).collect();
    machine.trip(10);
    machine.calls("s", 1010);
    for old in olds {
        assert_eq!(machine.fail(old, 1020), Counted::Late);
    }
    assert_eq!((machine.shows(1020), machine.late()), (State::Closed, 3));
}

// Both are half-open, and they are two trials.
#[test]
fn a_probe_of_the_last_trial_counts_for_nothing_in_this_one() {
    let mut machine = machine(Settings { probes: 2, ..three() });
    machine.trip(0);
    let (bad, slow) = (machine.call(1000), machine.call(1000));
    machine.fail(bad, 1001);
    let probe = machine.call(2001);
    assert_eq!(machine.ok(slow, 2002), Counted::Late);
    assert_eq!(
        (machine.shows(2002), machine.good(), machine.probes_out()),
        (State::HalfOpen, 0, 1)
    );
    machine.ok(probe, 2003);
    assert_eq!(machine.shows(2003), State::Closed);
}

#[test]
fn the_generation_goes_on_at_each_change_and_at_nothing_else() {
    let mut machine = machine(three());
    assert_eq!(machine.generation(), 0);
    machine.trip(0);
    assert_eq!(machine.generation(), 1);
    assert!(machine.ask(999).is_err());
    assert_eq!(machine.generation(), 1);
    let probe = machine.call(1000);
    assert_eq!((machine.generation(), probe.generation), (2, 2));
    machine.ok(probe, 1001);
    assert_eq!(machine.generation(), 3);
    machine.calls("ffsff", 1002);
    assert_eq!(machine.generation(), 3);
    machine.force_open(super::script::ms(1003));
    machine.force_closed(super::script::ms(1003));
    machine.reset(super::script::ms(1003));
    assert_eq!(machine.generation(), 6);
}
