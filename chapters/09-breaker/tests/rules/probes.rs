use super::script::{Script, machine, ms, three};
use super::{Counted, Refused, Settings, State};

fn probes(probes: u32, successes: u32) -> Settings {
    Settings { probes, successes, ..three() }
}

// spec
#[test]
fn of_fifty_calls_at_the_end_of_the_cool_off_one_goes() {
    let mut machine = machine(three());
    machine.trip(0);
    let asked: Vec<_> = (0..50).map(|_| machine.ask(1000)).collect();
    assert!(asked[0].as_ref().is_ok_and(|ticket| ticket.probe));
    assert!(asked[1..].iter().all(|asked| *asked == Err(Refused::HalfOpenFull)));
}

// spec R-19: the one that ends the cool-off is one of the three.
#[test]
fn three_probes_are_three_and_not_four() {
    let mut machine = machine(probes(3, 3));
    machine.trip(0);
    let out: Vec<_> = (0..3).map(|_| machine.call(1000)).collect();
    assert_eq!(machine.probes_out(), 3);
    assert_eq!(machine.ask(1000), Err(Refused::HalfOpenFull));
    for probe in out {
        machine.ok(probe, 1010);
    }
    assert_eq!(machine.shows(1010), State::Closed);
}

// spec
#[test]
fn one_success_is_not_enough_where_three_are_wanted() {
    let mut machine = machine(probes(3, 3));
    machine.trip(0);
    let first = machine.call(1000);
    let second = machine.call(1000);
    machine.ok(first, 1001);
    assert_eq!((machine.shows(1001), machine.good()), (State::HalfOpen, 1));
    machine.ok(second, 1002);
    assert_eq!((machine.shows(1002), machine.good()), (State::HalfOpen, 2));
}

#[test]
fn more_good_ones_are_wanted_than_may_be_out_so_places_come_back() {
    let mut machine = machine(probes(2, 5));
    machine.trip(0);
    for round in 0..4 {
        machine.calls("s", 1000 + round);
    }
    assert_eq!((machine.shows(1004), machine.good()), (State::HalfOpen, 4));
    machine.calls("s", 1005);
    assert_eq!(machine.shows(1005), State::Closed);
}

#[test]
fn a_place_is_free_again_when_its_probe_has_reported() {
    let mut machine = machine(probes(1, 2));
    machine.trip(0);
    let probe = machine.call(1000);
    assert_eq!(machine.ask(1001), Err(Refused::HalfOpenFull));
    machine.ok(probe, 1002);
    assert!(machine.call(1003).probe);
    assert_eq!(machine.ask(1003), Err(Refused::HalfOpenFull));
}

// spec R-06
#[test]
fn one_failure_opens_it_at_once_whatever_was_good_before() {
    let mut machine = machine(probes(2, 3));
    machine.trip(0);
    machine.calls("ss", 1000);
    let (bad, other) = (machine.call(1100), machine.call(1100));
    machine.fail(bad, 1150);
    assert_eq!(machine.ask(1151), Err(Refused::Open { retry_at: ms(2150) }));
    // The other one was sent in a state that is over.
    assert_eq!(machine.ok(other, 1160), Counted::Late);
    assert_eq!(machine.shows(1160), State::Open);
}

#[test]
fn good_ones_of_the_last_trial_do_not_count_in_this_one() {
    let mut machine = machine(probes(1, 2));
    machine.trip(0);
    machine.calls("sf", 1000);
    machine.calls("s", 2000);
    assert_eq!((machine.shows(2000), machine.good()), (State::HalfOpen, 1));
}

#[test]
fn each_trial_has_all_its_places() {
    let mut machine = machine(probes(2, 1));
    for round in 0..3 {
        machine.trip(round * 10_000);
        let (one, two) = (machine.call(round * 10_000 + 1000), machine.call(round * 10_000 + 1000));
        assert_eq!(machine.ok(one, round * 10_000 + 1001), Counted::Yes);
        assert_eq!(machine.ok(two, round * 10_000 + 1002), Counted::Late);
        assert_eq!(machine.shows(round * 10_000 + 1002), State::Closed);
    }
}

// spec R-07
#[test]
fn a_dropped_probe_gives_its_place_back_and_says_nothing() {
    let mut machine = machine(three());
    machine.trip(0);
    let probe = machine.call(1000);
    machine.give_back(probe);
    assert_eq!(
        (machine.shows(1001), machine.good(), machine.probes_out()),
        (State::HalfOpen, 0, 0)
    );
    let next = machine.call(1002);
    machine.ok(next, 1003);
    assert_eq!(machine.shows(1003), State::Closed);
}

// spec R-07
#[test]
fn an_ignored_probe_gives_its_place_back_and_is_counted_apart() {
    let mut machine = machine(probes(10, 10));
    machine.trip(0);
    machine.many(9, "s", 1000);
    // Ten places, and each of them is ignored once.
    for _ in 0..10 {
        let ignored = machine.call(1000);
        assert_eq!(machine.ignore(ignored, 1001), Counted::Ignored);
    }
    assert_eq!((machine.shows(1001), machine.good(), machine.ignored()), (State::HalfOpen, 9, 10));
    machine.calls("s", 1002);
    assert_eq!(machine.shows(1002), State::Closed);
}

#[test]
fn an_ignored_or_dropped_call_is_no_sample_while_it_is_closed() {
    let mut machine = machine(super::script::ratio(50, 10, 2));
    for _ in 0..5 {
        let ignored = machine.call(0);
        machine.ignore(ignored, 0);
        let dropped = machine.call(0);
        machine.give_back(dropped);
    }
    assert_eq!((machine.samples(ms(0)), machine.ignored()), (0, 5));
    // Nor does it break a row.
    let mut row = super::script::machine(three());
    row.calls("ff", 0);
    let ignored = row.call(0);
    row.ignore(ignored, 0);
    row.calls("f", 0);
    assert_eq!(row.shows(0), State::Open);
}

// A probe that was let through and then met a full bulkhead behind the breaker.
#[test]
fn a_probe_that_a_later_layer_eats_does_not_keep_the_place() {
    let mut machine = machine(three());
    machine.trip(0);
    let eaten = machine.call(1000);
    machine.ignore(eaten, 1000);
    assert!(machine.call(1001).probe);
}

// Probes 80 ms apart and a window of 40 ms: what is known of them does not age.
#[test]
fn results_of_probes_do_not_age() {
    let settings = Settings { probes: 2, successes: 2, ..super::script::timed(50, 40, 2) };
    let mut machine = machine(settings);
    machine.calls("ff", 0);
    machine.calls("s", 1000);
    machine.calls("s", 1080);
    assert_eq!(machine.shows(1080), State::Closed);
}
