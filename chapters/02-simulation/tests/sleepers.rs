//! The manual clock on the stage.

use clock::Moment;
use proptest::prelude::*;
use simulation::{
    Mechanism, Output, Params, Press, RequestId, Scenario, Trace, What, run, sleepers,
};

mod common;
use common::{cases, list, press};

fn ran(mechanism: &Mechanism, scenario: &Scenario) -> Trace {
    let mut subject = (mechanism.build)(&scenario.params).expect("knobs within their ranges");
    run(scenario, &mut *subject).expect("a run within the limits")
}

fn curated(mechanism: &Mechanism, name: &str) -> Trace {
    ran(mechanism, &mechanism.curated(name).expect("a run of that name").scenario)
}

/// Who woke, and when, in the order of waking.
fn woken(trace: &Trace) -> Vec<(u64, u32)> {
    let admitted = |what: &What| match what {
        What::Out(Output::Admit(id)) => Some(id.0),
        _ => None,
    };
    let events = trace.events.iter();
    events.filter_map(|e| Some((e.at.as_millis(), admitted(&e.what)?))).collect()
}

// spec C-03
#[test]
fn one_step_of_250_wakes_both_hundreds_in_order_of_registration_then_the_two_hundred() {
    // Sleepers 1, 2, 3, 4 at 300, 100, 200, 100.
    let trace = curated(&sleepers::MECHANISM, "four-sleepers");
    assert_eq!(woken(&trace), [(250, 2), (250, 4), (250, 3), (500, 1)]);
    let at = |ms| trace.frame(Moment::from_millis(ms), sleepers::MECHANISM.narrator).sentence;
    assert_eq!(
        at(0),
        "At 0.000\u{a0}s: 4 lie down: 1 until 300 ms, 2 until 100 ms, 3 until 200 ms, 4 until 100 ms."
    );
    assert_eq!(
        at(250),
        "At 0.250\u{a0}s: the clock says 250 ms and wakes 2, 4, 3, in this order. 1 sleeper sleeps on."
    );
    assert_eq!(at(999), "At 0.500\u{a0}s: the clock says 500 ms and wakes 1. Nobody sleeps on.");
}

#[test]
fn the_first_try_wakes_in_the_order_in_which_they_came() {
    let trace = curated(&sleepers::FIRST_TRY, "four-sleepers");
    assert_eq!(woken(&trace), [(250, 2), (250, 3), (250, 4), (500, 1)]);
}

// spec C-03
#[test]
fn a_clock_that_goes_from_sleeper_to_sleeper_wakes_each_at_its_own_time() {
    let trace = curated(&sleepers::MECHANISM, "one-by-one");
    assert_eq!(woken(&trace), [(100, 2), (100, 4), (200, 3), (300, 1)]);
    // Between two sleepers the clock goes on.
    assert_eq!(trace.reading(Moment::from_millis(150)).get("clock"), Some(150_000_000));
}

#[test]
fn a_sleeper_whose_time_has_come_wakes_at_once_and_the_first_try_lets_it_sleep() {
    let late = curated(&sleepers::MECHANISM, "late-sleeper");
    assert_eq!(woken(&late), [(300, 2), (500, 1)]);
    let first = curated(&sleepers::FIRST_TRY, "late-sleeper");
    assert_eq!(woken(&first), [(500, 1), (500, 2)]);
    let sentence = |trace: &Trace| {
        trace.frame(Moment::from_millis(300), sleepers::MECHANISM.narrator).sentence
    };
    assert_eq!(
        sentence(&late),
        "At 0.300\u{a0}s: the clock says 250 ms, so the time of request 2 has come: it goes on at once."
    );
    assert_eq!(
        sentence(&first),
        "At 0.300\u{a0}s: request 2 sleeps until the clock says 250 ms, although it says so already."
    );
}

#[test]
fn a_late_sleeper_of_the_first_try_waits_for_somebody_else_to_move_the_clock() {
    let scenario = list(500, &[(50, 0), (60, 100)]);
    assert_eq!(woken(&ran(&sleepers::FIRST_TRY, &scenario)), [(60, 1), (160, 2)]);
    let alone = list(500, &[(50, 0)]);
    assert_eq!(woken(&ran(&sleepers::FIRST_TRY, &alone)), []);
    assert_eq!(woken(&ran(&sleepers::MECHANISM, &alone)), [(50, 1)]);
}

#[test]
fn a_dropped_sleeper_leaves_nothing_behind() {
    let mut scenario = list(500, &[(0, 300), (0, 200)]);
    scenario.interventions = vec![press(100, Press::Drop(RequestId(2)))];
    let trace = ran(&sleepers::MECHANISM, &scenario);
    assert_eq!(woken(&trace), [(300, 1)]);
    let at = Moment::from_millis(100);
    assert_eq!(trace.reading(at).get("sleeping"), Some(1));
    assert_eq!(
        trace.frame(at, sleepers::MECHANISM.narrator).sentence,
        "At 0.100\u{a0}s: request 2 was dropped, and leaves nothing on the clock."
    );
    // It was the earliest: the clock has no reason to stop at 200 any more.
    assert_eq!(trace.step(Moment::from_millis(200)).map(|step| step.at), None);
}

#[test]
fn every_curated_run_is_one_of_both_clocks() {
    for mechanism in [&sleepers::MECHANISM, &sleepers::FIRST_TRY] {
        for run in (mechanism.curated)() {
            assert!(run.at_ms <= run.scenario.until_ms);
            assert!(!woken(&ran(mechanism, &run.scenario)).is_empty(), "{}", run.name);
        }
    }
}

#[test]
fn each_verdict_is_marked_in_the_source_of_both_clocks() {
    let clocks = [
        include_str!("../../01-clock/src/manual.rs"),
        include_str!("../../01-clock/src/first_try.rs"),
    ];
    for source in clocks {
        assert!(source.contains("// lit: held\n") && source.contains("// lit: admitted\n"));
    }
}

proptest! {
    #![proptest_config(cases(96))]

    /// Each sleeper wakes at the first step of the clock at or after its time;
    /// of one step, the earlier time first, and then the one that came first.
    #[test]
    fn sleepers_wake_by_time_and_then_by_registration(
        costs in proptest::collection::vec((0..50u64, 0..200u32), 0..8), step_ms in 0..90u64,
    ) {
        let mut costs = costs;
        costs.sort_by_key(|&(at_ms, _)| at_ms);
        let params = Params::new().with("step-ms", step_ms);
        let scenario = Scenario { params, ..list(400, &costs) };
        let mut expected = Vec::new();
        for (id, &(at_ms, cost)) in (1..).zip(&costs) {
            let says = if step_ms == 0 { at_ms } else { at_ms - at_ms % step_ms };
            let due = says + u64::from(cost);
            let moved = if step_ms == 0 { due } else { due.next_multiple_of(step_ms) };
            let wakes = if due <= says { at_ms } else { moved };
            expected.push((wakes, due, id));
        }
        expected.sort_unstable();
        let expected: Vec<(u64, u32)> =
            expected.into_iter().map(|(wakes, _, id)| (wakes, id)).collect();
        prop_assert_eq!(woken(&ran(&sleepers::MECHANISM, &scenario)), expected);
    }
}
