//! What the lesson predicts: each answer is what its reason works out.

mod common;

use common::ms;
use simulation::{Arrivals, Intervention, Mechanism, Params, Press, Scenario, Trace, run};
use window::stage::{FIRST_TRY, FIXED, TWO};

fn trace(mechanism: Mechanism, scenario: &Scenario) -> Trace {
    let mut subject = (mechanism.build)(&scenario.params).unwrap();
    run(scenario, subject.as_mut()).unwrap()
}

fn boundary(mechanism: Mechanism) -> Scenario {
    mechanism.curated("boundary").unwrap().scenario
}

/// From 0.9 to 1.9 s lie parts of five windows of a quarter of a second.
#[test]
fn a_second_touches_five_windows_of_a_quarter() {
    let mut scenario = boundary(FIXED);
    scenario.params = Params::new().with("limit", 25).with("window-ms", 250);
    assert_eq!(trace(FIXED, &scenario).most_admitted_within_ms(1000), 5 * 25);
}

/// Four fifths of a hundred still count, and all of them came more than a second ago.
#[test]
fn two_windows_refuse_too_many_if_what_came_came_early() {
    let at_once = |at_ms| Arrivals::Burst { at_ms, count: 100 };
    let scenario = Scenario {
        params: Params::new().with("limit", 100).with("window-ms", 1000),
        until_ms: 2500,
        arrivals: vec![at_once(0), at_once(1200)],
        ..Scenario::default()
    };
    let trace = trace(TWO, &scenario);
    assert_eq!(trace.admitted_until(ms(0)), 100);
    assert_eq!(trace.admitted_between(ms(1199), ms(1200)), 100 - 80);
}

/// The one at 1 ms moves the boundary into the burst: 99 until 998 ms, and 99 from 1001
/// to 1099 ms. The one at 0 leaves it where it is.
#[test]
fn a_window_that_begins_at_zero_is_taken_for_none() {
    let with_one_at = |at_ms| {
        let mut scenario = boundary(FIRST_TRY);
        scenario.interventions.push(Intervention { at_ms, press: Press::Send(1) });
        trace(FIRST_TRY, &scenario).most_admitted_within_ms(200)
    };
    assert_eq!([0, 1].map(with_one_at), [100, 198]);
}
