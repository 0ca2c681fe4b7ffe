use std::time::Duration;

use super::script::{Script, machine, ms, ratio, three};
use super::{Machine, Settings, Slow, State, Why, Window};

fn slow(percent: u32, calls: u32, min_samples: u32) -> Slow {
    let over = Duration::from_millis(200);
    Slow::Ratio { over, percent, window: Window::Calls(calls), min_samples }
}

/// Calls that go well and take this long, one after another.
fn taking(machine: &mut Machine, n: u64, took_ms: u64, at_ms: u64) {
    for at_ms in (0..n).map(|before| at_ms + before * took_ms) {
        let call = machine.call(at_ms);
        machine.ok(call, at_ms + took_ms);
    }
}

// spec R-10
#[test]
fn slow_calls_that_go_well_open_it() {
    let mut machine = machine(Settings { slow: Some(slow(50, 10, 4)), ..three() });
    taking(&mut machine, 2, 10, 0);
    taking(&mut machine, 1, 201, 20);
    assert_eq!(machine.shows(221), State::Closed);
    machine.take_change();
    taking(&mut machine, 1, 201, 300);
    assert_eq!(machine.shows(501), State::Open);
    let change = machine.take_change().expect("it opened");
    assert_eq!(change.why, Why::Slow { slow: 2, samples: 4 });
}

#[test]
fn a_call_that_takes_just_as_long_as_it_may_is_not_slow() {
    let mut machine = machine(Settings { slow: Some(slow(1, 10, 1)), ..three() });
    taking(&mut machine, 10, 200, 0);
    assert_eq!(machine.shows(2000), State::Closed);
    let call = machine.call(2000);
    let end = ms(2200) + Duration::from_nanos(1);
    machine.report(end, call, super::Verdict::Success);
    assert_eq!(machine.state(end), State::Open);
}

// spec R-10: either one opens it.
#[test]
fn failures_open_it_as_before() {
    let mut machine = machine(Settings { slow: Some(slow(50, 10, 4)), ..ratio(50, 10, 4) });
    machine.calls("ffff", 0);
    assert_eq!(machine.shows(0), State::Open);
    let change = machine.take_change().expect("it opened");
    assert_eq!(change.why, Why::Ratio { failed: 4, samples: 4 });
}

#[test]
fn a_failed_call_that_was_slow_is_slow_too() {
    let mut machine = machine(Settings { slow: Some(slow(100, 2, 2)), ..three() });
    let (one, two) = (machine.call(0), machine.call(0));
    machine.fail(one, 300);
    machine.fail(two, 300);
    assert_eq!(machine.shows(300), State::Open);
}

// Else it would close on a service that is as slow as before.
#[test]
fn a_slow_probe_is_no_good_one() {
    let mut machine = machine(Settings { slow: Some(slow(50, 10, 4)), ..three() });
    machine.trip(0);
    machine.take_change();
    let probe = machine.call(1000);
    machine.take_change();
    machine.ok(probe, 1201);
    assert_eq!(machine.shows(1201), State::Open);
    assert_eq!(machine.take_change().expect("it opened").why, Why::ProbeSlow);
    taking(&mut machine, 1, 200, 2201);
    assert_eq!(machine.shows(2401), State::Closed);
}

#[test]
fn the_slow_calls_are_forgotten_on_closing() {
    let mut machine = machine(Settings { slow: Some(slow(50, 10, 4)), ..three() });
    taking(&mut machine, 2, 300, 0);
    let row = [machine.call(600), machine.call(600), machine.call(600)];
    for call in row {
        machine.fail(call, 600);
    }
    assert_eq!(machine.shows(600), State::Open);
    taking(&mut machine, 1, 10, 1600);
    taking(&mut machine, 3, 300, 2000);
    assert_eq!(machine.shows(2900), State::Closed, "three samples, and four are wanted");
    assert_eq!(machine.watch().slow_counts(ms(2900)), Some((3, 3)));
}

/// Three times the usual, in every slot for 2 min: slots of 12 s.
fn p95() -> Settings {
    let slow = Slow::P95 { times: 3, lasting: Duration::from_mins(2) };
    Settings { slow: Some(slow), ..three() }
}

/// A call that ends at each second from `from_s` to before `to_s`, and went well.
fn each_second(machine: &mut Machine, from_s: u64, to_s: u64, took_ms: u64) -> Option<u64> {
    (from_s..to_s).find(|second| {
        let call = machine.call(second * 1000 + 999 - took_ms);
        machine.ok(call, second * 1000 + 999);
        machine.shows(second * 1000 + 999) == State::Open
    })
}

// spec R-10: 200 ms is usual, and 700 ms is over 600 ms. The tenth slot begins
// 108 s after the first.
#[test]
fn it_opens_when_the_95th_percentile_was_over_three_times_the_usual_for_two_minutes() {
    let mut machine = machine(p95());
    assert_eq!(each_second(&mut machine, 0, 120, 200), None);
    assert_eq!(each_second(&mut machine, 120, 600, 700), Some(228));
    // The newest slot has one call.
    let why = machine.take_change().expect("it opened").why;
    assert_eq!(why, Why::Slow { slow: 1, samples: 1 });
    let limit = machine.watch().slow_limit().expect("there is a usual time");
    let most = Duration::from_millis(640);
    assert!((Duration::from_millis(600)..=most).contains(&limit), "rounded up: {limit:?}");
}

// spec R-10
#[test]
fn below_three_times_the_usual_it_stays_closed() {
    let mut machine = machine(p95());
    assert_eq!(each_second(&mut machine, 0, 120, 200), None);
    assert_eq!(each_second(&mut machine, 120, 600, 590), None);
}

// spec R-10: in every slot.
#[test]
fn one_good_slot_begins_the_two_minutes_anew() {
    let mut machine = machine(p95());
    assert_eq!(each_second(&mut machine, 0, 120, 200), None);
    assert_eq!(each_second(&mut machine, 120, 216, 700), None);
    assert_eq!(each_second(&mut machine, 216, 228, 200), None);
    assert_eq!(each_second(&mut machine, 228, 320, 700), None);
    let mut idle = super::script::machine(p95());
    assert_eq!(each_second(&mut idle, 0, 120, 200), None);
    assert_eq!(each_second(&mut idle, 120, 216, 700), None);
    // A slot without calls is no slow one.
    assert_eq!(each_second(&mut idle, 228, 320, 700), None);
}

// Ten calls a second, 120 in a slot: one in twenty may be slow, that is what a
// 95th percentile is.
#[test]
fn one_slow_call_in_twenty_is_not_too_many_and_one_in_fifteen_is() {
    for (every, state) in [(20, State::Closed), (15, State::Open)] {
        let mut machine = machine(p95());
        for tenth in 0..6000 {
            let took_ms = if tenth > 1200 && tenth % every == 0 { 90 } else { 20 };
            let Ok(call) = machine.ask(tenth * 100) else { break };
            machine.ok(call, tenth * 100 + took_ms);
            if machine.state_entered() == State::Open {
                break;
            }
        }
        assert_eq!(machine.state_entered(), state, "one in {every}");
    }
}

#[test]
fn without_a_usual_time_nothing_is_slow() {
    let mut machine = machine(p95());
    assert_eq!(each_second(&mut machine, 0, 119, 900), None);
}

// And the usual follows: what lasts longer than both windows is usual.
#[test]
fn what_grows_slowly_is_usual_in_time() {
    let mut machine = machine(p95());
    for (minute, took_ms) in [100, 150, 220, 330, 490, 730, 900].into_iter().enumerate() {
        let from = minute as u64 * 120;
        assert_eq!(each_second(&mut machine, from, from + 120, took_ms), None, "{took_ms} ms");
    }
}

#[test]
fn after_it_opened_a_probe_over_the_limit_is_no_good_one() {
    let mut machine = machine(p95());
    each_second(&mut machine, 0, 120, 200);
    assert_eq!(each_second(&mut machine, 120, 600, 700), Some(228));
    machine.take_change();
    let probe = machine.call(230_000);
    machine.ok(probe, 230_700);
    assert_eq!(machine.shows(230_700), State::Open);
    assert_eq!(machine.take_change().expect("it opened").why, Why::ProbeSlow);
    taking(&mut machine, 1, 200, 231_700);
    assert_eq!(machine.shows(231_900), State::Closed);
}
