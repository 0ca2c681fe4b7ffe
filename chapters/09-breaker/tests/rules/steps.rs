use super::script::{Script, machine, ms, three};
use super::{Counted, Refused, Settings, State, Why};

fn steps(successes: u32) -> Settings {
    Settings { steps: vec![1, 10, 100], successes, ..three() }
}

fn recovering(percent: u8) -> State {
    State::Recovering { percent }
}

// spec R-11
#[test]
fn of_a_thousand_calls_at_one_percent_ten_pass_and_at_ten_percent_a_hundred() {
    for (percent, pass) in [(1, 10), (10, 100), (100, 1000)] {
        let mut machine = machine(Settings { steps: vec![percent], successes: 2000, ..three() });
        machine.trip(0);
        let passed = (0..1000).filter(|_| machine.ask(1000).is_ok()).count();
        assert_eq!(passed, pass, "at {percent} %");
    }
}

// spec R-11: 100/3 is 33.3…, so every 34th.
#[test]
fn a_share_that_does_not_divide_a_hundred_is_rounded_to_fewer_calls() {
    let mut machine = machine(Settings { steps: vec![3], successes: 2000, ..three() });
    machine.trip(0);
    let passed: Vec<usize> = (0..100).filter(|_| machine.ask(1000).is_ok()).collect();
    assert_eq!(passed, [0, 34, 68]);
}

// spec R-11
#[test]
fn the_first_call_of_a_step_passes_and_the_others_are_told_the_share() {
    let mut machine = machine(steps(1));
    machine.trip(0);
    assert_eq!(machine.shows(1000), recovering(1));
    assert!(machine.call(1000).probe);
    assert_eq!(machine.ask(1000), Err(Refused::Recovering { percent: 1 }));
}

// spec R-11
#[test]
fn good_calls_lead_from_step_to_step_and_close_it() {
    let mut machine = machine(steps(2));
    machine.trip(0);
    let mut seen = vec![];
    let mut asked = 0;
    while machine.shows(1000) != State::Closed {
        asked += 1;
        if let Ok(call) = machine.ask(1000) {
            machine.ok(call, 1000);
            seen.push((asked, machine.shows(1000)));
        }
    }
    // The first and the 101st at 1 %; then the first and the 11th at 10 %; then two.
    let states = [
        (1, recovering(1)),
        (101, recovering(10)),
        (102, recovering(10)),
        (112, recovering(100)),
        (113, recovering(100)),
        (114, State::Closed),
    ];
    assert_eq!(seen, states);
}

// spec R-11
#[test]
fn one_failure_in_any_step_opens_it_and_recovery_begins_anew() {
    let mut machine = machine(steps(1));
    machine.trip(0);
    machine.calls("ss", 1000);
    assert_eq!(machine.shows(1000), recovering(100));
    machine.calls("f", 1010);
    assert_eq!(machine.shows(1010), State::Open);
    let _ = machine.call(2010);
    assert_eq!(machine.shows(2010), recovering(1));
}

// Each step is a state of its own.
#[test]
fn a_call_of_the_last_step_is_late_in_the_next() {
    let mut machine = machine(Settings { steps: vec![50, 100], successes: 1, ..three() });
    machine.trip(0);
    let one = machine.call(1000);
    assert!(machine.ask(1000).is_err());
    let two = machine.call(1000);
    machine.take_change();
    assert_eq!(machine.ok(one, 1001), Counted::Yes);
    let change = machine.take_change().expect("the next step");
    assert_eq!((change.from, change.to), (recovering(50), recovering(100)));
    assert_eq!(change.why, Why::Good { successes: 1 });
    assert_eq!(machine.fail(two, 1002), Counted::Late);
    assert_eq!(machine.shows(1002), recovering(100));
}

#[test]
fn a_dropped_call_is_out_no_more_and_says_nothing() {
    let mut machine = machine(steps(2));
    machine.trip(0);
    let call = machine.call(1000);
    assert_eq!(machine.probes_out(), 1);
    machine.give_back(call);
    assert_eq!((machine.probes_out(), machine.good(), machine.shows(1000)), (0, 0, recovering(1)));
    assert_eq!(machine.retry_at(), None);
    assert_eq!(machine.cool_off_left(ms(1000)), std::time::Duration::ZERO);
}
