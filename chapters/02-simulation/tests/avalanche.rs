//! The runs of the lesson, with the numbers that were published for them.

use std::collections::BTreeMap;

use clock::Moment;
use simulation::{Mechanism, Query, Scenario, Trace, first_divergence, run, service};

fn ran(mechanism: &Mechanism, scenario: &Scenario) -> Trace {
    let mut subject = (mechanism.build)(&scenario.params).expect("knobs within their ranges");
    run(scenario, &mut *subject).expect("a run within the limits")
}

fn curated(name: &str) -> Trace {
    ran(&service::MECHANISM, &service::MECHANISM.curated(name).expect("a run").scenario)
}

fn ask(trace: &Trace, query: &str) -> String {
    Query::parse(query).expect("a question").ask(trace).to_string()
}

// spec M-02
#[test]
fn with_one_attempt_eighty_a_second_are_answered_again_from_second_47_on() {
    let trace = curated("one-attempt");
    assert_eq!(ask(&trace, "ok-in-second 9"), "80");
    assert_eq!(ask(&trace, "ok-in-second 15"), "0");
    assert_eq!(ask(&trace, "first-second-of 80 20"), "47000 ms");
}

// spec M-02
#[test]
fn with_three_attempts_the_service_never_comes_back() {
    let trace = curated("three-attempts");
    assert_eq!(ask(&trace, "ok-in-second 9"), "80");
    assert_eq!(ask(&trace, "first-second-of 1 21"), "never");
    assert_eq!(ask(&trace, "ok-in-second 119"), "0");
    // All ten workers are busy all the time: 100 answers a second, for nobody.
    assert_eq!(ask(&trace, "gauge-at 119500 1"), "10");
    assert_eq!(ask(&trace, "gauge-at 119500 4"), "100");
}

// spec M-02
#[test]
fn with_a_queue_of_fifty_it_is_back_at_second_21() {
    let trace = curated("bounded-queue");
    assert_eq!(ask(&trace, "ok-in-second 15"), "0");
    assert_eq!(ask(&trace, "first-second-of 80 20"), "21000 ms");
}

// spec M-02
#[test]
fn dropping_what_has_expired_does_not_bring_it_back() {
    let trace = curated("drop-expired");
    assert_eq!(ask(&trace, "first-second-of 1 21"), "never");
    assert_eq!(ask(&trace, "ok-in-second 119"), "0");
}

// spec M-02
#[test]
fn dropping_what_cannot_finish_in_time_brings_it_back_at_once() {
    let trace = curated("drop-hopeless");
    assert_eq!(ask(&trace, "first-second-of 80 20"), "20000 ms");
    // Even while it is slow the ten workers answer 20 a second: all that they can.
    assert_eq!(ask(&trace, "ok-in-second 15"), "20");
}

// spec M-06
#[test]
fn fifty_a_second_into_a_black_hole_hold_a_hundred_tasks_with_a_deadline_of_two_seconds() {
    let trace = curated("black-hole");
    for at_ms in [7000, 10_010, 19_990] {
        assert_eq!(ask(&trace, &format!("gauge-at {at_ms} 2")), "100");
    }
}

// spec M-06
#[test]
fn without_a_deadline_a_black_hole_takes_fifty_more_each_second() {
    let trace = curated("black-hole-no-deadline");
    let in_flight = |at_ms: u64| -> i64 {
        ask(&trace, &format!("gauge-at {at_ms} 2")).parse().expect("a number")
    };
    for second in 6..19 {
        assert_eq!(in_flight(second * 1000 + 1000) - in_flight(second * 1000), 50);
    }
}

#[test]
fn without_a_policy_it_is_the_first_try() {
    for name in ["one-attempt", "three-attempts"] {
        let scenario = service::FIRST_TRY.curated(name).expect("a run").scenario;
        let first = ran(&service::FIRST_TRY, &scenario);
        assert_eq!(first_divergence(&first, &curated(name)), None);
        assert_eq!(first, curated(name), "the gauges, too");
    }
}

#[test]
fn the_sentence_says_what_happened_and_how_much_there_is_to_do() {
    let scenario = service::MECHANISM.curated("three-attempts").expect("a run").scenario;
    let trace = ran(&service::MECHANISM, &scenario);
    let at = |ms| trace.frame(Moment::from_millis(ms), service::MECHANISM.narrator).sentence;
    // 80/s at 100 ms keep eight of the ten workers busy.
    assert_eq!(
        at(10_000),
        "At 10.000\u{a0}s: the dependency is slow: a call takes 500\u{a0}ms now. 0 wait, 8 are \
         worked on. In the last second 80 answers came in time and 0 for nobody."
    );
    assert!(at(30_000).ends_with("In the last second 0 answers came in time and 100 for nobody."));
    assert_eq!(
        service::MECHANISM.narrator.start(&trace.reading(Moment::ZERO)),
        "Nobody has asked yet, and every worker is free. Send a request, or press play."
    );
}

#[test]
fn every_curated_run_has_a_name_of_its_own_and_a_moment_inside_of_it() {
    for mechanism in [&service::MECHANISM, &service::FIRST_TRY] {
        let runs: BTreeMap<&str, _> =
            (mechanism.curated)().into_iter().map(|curated| (curated.name, curated)).collect();
        assert_eq!(runs.len(), (mechanism.curated)().len());
        for curated in runs.values() {
            assert!(curated.at_ms <= curated.scenario.until_ms, "{}", curated.name);
            let known = |name| mechanism.knobs.iter().any(|knob| knob.name == name);
            // The first try ignores the policy, and does not offer its knob.
            assert!(
                curated.scenario.params.iter().all(|(name, _)| known(name) || name == "policy")
            );
        }
    }
}

#[test]
fn each_verdict_is_marked_in_the_source() {
    let marks = |source: &str, marks: &[&str]| {
        for mark in marks {
            assert!(source.contains(&format!("// lit: {mark}\n")), "{mark}");
        }
    };
    marks(include_str!("../src/service.rs"), &["admitted", "held", "refused"]);
    marks(include_str!("../src/first_try.rs"), &["admitted", "held"]);
}
