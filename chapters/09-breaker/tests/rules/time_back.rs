use std::time::Duration;

use super::script::{Script, machine, ms, three, timed};
use super::{Refused, Settings, Slow, State, Window};

#[test]
fn a_clock_that_goes_back_ends_no_cool_off_early() {
    let mut machine = machine(three());
    let late = machine.call(5000);
    machine.fail(late, 5000);
    // The clock goes back, and then it opens.
    machine.calls("ff", 1000);
    assert_eq!(machine.ask(1000), Err(Refused::Open { retry_at: ms(6000) }));
    assert_eq!(machine.ask(5999), Err(Refused::Open { retry_at: ms(6000) }));
    assert!(machine.call(6000).probe);
}

#[test]
fn a_probe_stays_out_when_the_clock_goes_back() {
    let mut machine = machine(three());
    machine.trip(0);
    let probe = machine.call(1000);
    assert_eq!(machine.shows(0), State::HalfOpen);
    assert_eq!(machine.ask(0), Err(Refused::HalfOpenFull));
    machine.ok(probe, 0);
    assert_eq!(machine.shows(0), State::Closed);
}

#[test]
fn results_with_an_old_time_count_in_the_newest_slot() {
    let mut machine = machine(timed(100, 1000, 100));
    machine.calls("f", 5000);
    machine.calls("ff", 0);
    assert_eq!((machine.failed(ms(0)), machine.failed(ms(5999))), (3, 3));
    assert_eq!(machine.failed(ms(6000)), 0);
}

#[test]
fn a_call_that_ends_before_it_was_sent_took_no_time() {
    let slow = Slow::Ratio {
        over: Duration::from_millis(10),
        percent: 100,
        window: Window::Calls(1),
        min_samples: 1,
    };
    let mut machine = machine(Settings { slow: Some(slow), ..three() });
    let call = machine.call(1000);
    machine.ok(call, 0);
    assert_eq!(machine.shows(1000), State::Closed);
}
