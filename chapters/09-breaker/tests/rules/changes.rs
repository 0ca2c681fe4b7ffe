use super::script::{Script, machine, ms, ratio, three};
use super::{Change, Settings, State, Why};

// spec R-12
#[test]
fn each_change_says_from_what_to_what_and_why() {
    let mut machine = machine(three());
    let mut changes = vec![];
    for at_ms in [0, 1, 2, 1002, 1003, 2003, 2004] {
        // Fails until 1002 and goes well from then on.
        if let Ok(call) = machine.ask(at_ms) {
            changes.extend(machine.take_change());
            if at_ms <= 1002 {
                machine.fail(call, at_ms)
            } else {
                machine.ok(call, at_ms)
            };
            changes.extend(machine.take_change());
        }
    }
    let change = |from, to, why, at_ms, generation, samples, failed| Change {
        from,
        to,
        why,
        at: ms(at_ms),
        generation,
        samples,
        failed,
    };
    let (closed, open, half) = (State::Closed, State::Open, State::HalfOpen);
    let expected = [
        change(closed, open, Why::Consecutive { failures: 3 }, 2, 1, 3, 3),
        change(open, half, Why::CoolOffOver, 1002, 2, 0, 0),
        change(half, open, Why::ProbeFailed, 1002, 3, 1, 1),
        change(open, half, Why::CoolOffOver, 2003, 4, 0, 0),
        change(half, closed, Why::Good { successes: 1 }, 2003, 5, 1, 0),
    ];
    assert_eq!(changes, expected);
}

// spec R-12: with the numbers of the state that was left.
#[test]
fn a_change_carries_what_the_old_state_had_counted() {
    let mut machine = machine(ratio(50, 10, 4));
    machine.calls("ssff", 0);
    let change = machine.take_change().expect("it opened");
    assert_eq!((change.samples, change.failed), (4, 2));
    assert_eq!(change.why, Why::Ratio { failed: 2, samples: 4 });
    assert_eq!(machine.samples(ms(0)), 0);
}

#[test]
fn good_probes_are_counted_in_the_change_that_they_make() {
    let mut machine = machine(Settings { probes: 1, successes: 3, ..three() });
    machine.trip(0);
    machine.calls("ss", 1000);
    machine.take_change();
    machine.calls("s", 1000);
    let change = machine.take_change().expect("it closed");
    assert_eq!((change.samples, change.failed), (3, 0));
}

#[test]
fn an_operation_that_changes_nothing_leaves_no_change() {
    let mut machine = machine(three());
    machine.calls("ffsff", 0);
    assert_eq!(machine.take_change(), None);
    machine.calls("f", 0);
    assert!(machine.take_change().is_some());
    assert!(machine.ask(500).is_err());
    assert_eq!(machine.take_change(), None);
}

#[test]
fn a_reset_says_who_wanted_it() {
    let mut machine = machine(three());
    machine.force_open(ms(1));
    assert_eq!(machine.take_change().expect("a change").why, Why::Forced);
    machine.reset(ms(2));
    let change = machine.take_change().expect("a change");
    assert_eq!(
        (change.from, change.to, change.why),
        (State::ForcedOpen, State::Closed, Why::Reset)
    );
}
