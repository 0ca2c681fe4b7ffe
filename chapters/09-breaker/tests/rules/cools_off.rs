use std::time::Duration;

use clock::Moment;

use super::script::{Script, machine, ms, three};
use super::{Refused, Settings, State};

// spec R-05
#[test]
fn at_the_end_of_the_cool_off_a_call_goes_and_a_nanosecond_before_it_does_not() {
    let mut machine = machine(three());
    machine.trip(70);
    let refused = Err(Refused::Open { retry_at: ms(1070) });
    assert_eq!(machine.ask(1069), refused);
    assert_eq!(machine.cool_off_left(ms(1069)), Duration::from_millis(1));
    assert_eq!(machine.acquire(ms(1070).saturating_sub(Duration::from_nanos(1))), refused);
    assert!(machine.call(1070).probe);
}

// spec R-05
#[test]
fn the_end_of_the_cool_off_shows_but_nothing_changes_until_somebody_asks() {
    let mut machine = machine(three());
    machine.trip(0);
    machine.take_change();
    let generation = machine.generation();
    for _ in 0..3 {
        assert_eq!(machine.shows(999), State::Open);
        assert_eq!(machine.shows(1000), State::HalfOpen);
        assert_eq!(machine.state_entered(), State::Open);
    }
    assert_eq!((machine.generation(), machine.probes_out()), (generation, 0));
    assert_eq!(machine.take_change(), None);
    // And looking took no place.
    assert!(machine.call(1000).probe);
    assert!(machine.take_change().is_some());
}

#[test]
fn time_zero_is_a_time_like_any_other() {
    let mut machine = machine(three());
    machine.calls("fff", 0);
    assert_eq!(machine.ask(0), Err(Refused::Open { retry_at: ms(1000) }));
    assert_eq!(machine.ask(1), Err(Refused::Open { retry_at: ms(1000) }));
}

// spec R-06
#[test]
fn a_failed_probe_begins_the_cool_off_anew() {
    let mut machine = machine(three());
    machine.trip(0);
    let probe = machine.call(1000);
    machine.fail(probe, 1300);
    assert_eq!(machine.ask(2299), Err(Refused::Open { retry_at: ms(2300) }));
    assert!(machine.call(2300).probe);
}

#[test]
fn it_may_go_on_for_ever_between_open_and_half_open() {
    let mut machine = machine(three());
    machine.trip(0);
    for round in 1..100 {
        machine.calls("f", round * 1000);
        assert_eq!(machine.shows(round * 1000), State::Open);
    }
    machine.calls("s", 100_000);
    assert_eq!(machine.shows(100_000), State::Closed);
}

#[test]
fn a_cool_off_of_centuries_ends_at_the_last_moment() {
    let mut machine = machine(Settings { cool_off: Duration::MAX, ..three() });
    machine.trip(1);
    assert_eq!(machine.ask(2), Err(Refused::Open { retry_at: Moment::MAX }));
    assert!(machine.acquire(Moment::MAX).is_ok());
}

#[test]
fn a_refusal_says_when_to_come_back_where_anybody_can_know() {
    let open = Refused::Open { retry_at: ms(7) };
    assert_eq!(open.retry_at(), Some(ms(7)));
    assert_eq!(Refused::HalfOpenFull.retry_at(), None);
    assert_eq!(Refused::ForcedOpen.retry_at(), None);
    assert_eq!(Refused::Recovering { percent: 1 }.retry_at(), None);
}
