//! The sentences, each at the moment that it is about.

use breaker::stage::MECHANISM;
use simulation::{Arrivals, Intervention, Params, Planned, Scenario, Trace};

use super::{curated, ms, trace};

/// A non-breaking space is written as a plain one here.
fn said(trace: &Trace, at_ms: u64) -> String {
    let step = trace.step(ms(at_ms)).unwrap_or_else(|| panic!("nothing happens at {at_ms}"));
    MECHANISM.narrator.tell(&step).unwrap_or_default().replace('\u{a0}', " ")
}

#[track_caller]
fn says(trace: &Trace, at_ms: u64, words: &str) {
    assert_eq!(said(trace, at_ms), words, "at {at_ms}");
}

#[test]
fn a_row_of_failures_is_told_from_the_first_to_the_probe_that_closes() {
    let run = curated("three-in-a-row");
    says(&run, 100, "call 1 failed. That is 1 in a row; 3 open the breaker.");
    says(&run, 300, "call 2 failed. That is 2 in a row; 3 open the breaker.");
    says(
        &run,
        500,
        "call 3 failed. That makes 3 failures in a row, so the breaker opened. Nothing is sent \
         until 1.500 s.",
    );
    says(&run, 700, "call 4 not sent: the breaker is open for another 800 ms.");
    says(&run, 1200, "the service is well from now on.");
    says(
        &run,
        1500,
        "the wait is over. Half-open: the next call goes through as a probe, all others are not \
         sent until it is back.",
    );
    says(&run, 1600, "call 6 goes through as a probe.");
    says(
        &run,
        1700,
        "probe 6 came back ok, 1 of 1. The breaker closed and starts an empty window.",
    );
    // That a call is sent is nothing to tell.
    says(&run, 2000, "");
    says(&run, 2100, "call 7 came back ok. No failure is in a row now.");
}

#[test]
fn too_few_results_are_told_as_such_and_the_one_that_is_enough_opens() {
    let run = curated("nineteen");
    let judge = "with fewer than 20 the breaker does not judge.";
    says(&run, 50, &format!("call 1 failed. That is its first result; {judge}"));
    says(&run, 1850, &format!("call 19 failed. 19 of the first 19 calls failed; {judge}"));
    says(
        &run,
        3050,
        "call 20 failed. That makes 20 failures in the last 20 calls, at or over 50 %, so the \
         breaker opened. Nothing is sent until 5.050 s.",
    );
}

#[test]
fn a_share_is_told_of_the_first_calls_and_then_of_the_last() {
    let scenario = Scenario {
        until_ms: 3000,
        arrivals: vec![Arrivals::Even { per_second: 10 }],
        interventions: vec![
            Intervention::set(250, "failing", 100),
            Intervention::set(350, "failing", 0),
        ],
        ..Scenario::default()
    };
    let run = trace(MECHANISM, &scenario);
    // Call 4 was sent at 300 ms, call 6 at 500: they are back 100 ms later.
    says(
        &run,
        400,
        "call 4 failed. 1 of the first 4 calls failed; with fewer than 5 the breaker does not \
         judge.",
    );
    says(&run, 500, "call 5 came back ok. 1 of the first 5 calls failed (20 %).");
    says(&run, 600, "call 6 came back ok. 1 of the first 6 calls failed (16 %).");
    says(&run, 1100, "call 11 came back ok. 1 of the last 10 calls failed (10 %).");
    says(&run, 1400, "call 14 came back ok. 0 of the last 10 calls failed (0 %).");
}

#[test]
fn a_result_from_before_is_told_as_too_late() {
    let run = curated("late-success");
    says(
        &run,
        900,
        "call 1 came back ok, too late to count: it was sent before the breaker changed state.",
    );
}

#[test]
fn a_probe_that_is_given_up_says_nothing_and_leaves_its_place() {
    let run = curated("probe-dropped");
    says(&run, 1600, "call 3 not sent: a probe is out already.");
    says(
        &run,
        1650,
        "probe 2 was given up by its caller. That says nothing about the service, so nothing is \
         counted, and its place is free for another probe.",
    );
    says(&run, 1700, "call 4 goes through as a probe.");
}

#[test]
fn a_failed_probe_opens_it_again_and_several_probes_are_counted() {
    let scenario = Scenario {
        params: Params::new()
            .with("trigger", 2)
            .with("in-a-row", 1)
            .with("failing", 100)
            .with("probes", 3)
            .with("successes", 2),
        until_ms: 9000,
        arrivals: vec![Arrivals::List([0, 2200, 4400, 4450, 4600].map(Planned::at).to_vec())],
        interventions: vec![Intervention::set(3000, "failing", 0)],
        ..Scenario::default()
    };
    let run = trace(MECHANISM, &scenario);
    says(&run, 2300, "probe 2 failed, so the breaker opened again for 2.0 s.");
    says(
        &run,
        4300,
        "the wait is over. Half-open: 3 calls at a time go through as probes, all others are not \
         sent.",
    );
    says(&run, 4500, "probe 3 came back ok, 1 of 2.");
    says(
        &run,
        4550,
        "probe 4 came back ok, 2 of 2. The breaker closed and starts an empty window.",
    );
}

#[test]
fn many_at_once_are_told_together() {
    let scenario = Scenario {
        params: Params::new().with("failing", 100),
        until_ms: 4000,
        arrivals: vec![
            Arrivals::Burst { at_ms: 0, count: 8 },
            Arrivals::Burst { at_ms: 1000, count: 10 },
        ],
        ..Scenario::default()
    };
    let run = trace(MECHANISM, &scenario);
    // The fifth decides; three were sent before that, and are late.
    says(
        &run,
        100,
        "8 calls ended at once: 8 failed. The one that decided: call 5 failed. That makes 5 \
         failures in the first 5 calls, at or over 50 %, so the breaker opened. Nothing is sent \
         until 2.100 s. 3 of them came too late to count.",
    );
    says(&run, 1000, "10 calls at once, and none is sent: the breaker is open for another 1.1 s.");
}

#[test]
fn a_press_is_told_by_what_it_does_to_the_service() {
    let run = curated("opens-and-closes");
    says(&run, 2200, "the service is broken: all calls that are sent from now on fail.");
    let both = Scenario {
        until_ms: 1000,
        interventions: vec![
            Intervention::set(500, "failing", 0),
            Intervention::set(500, "hole", 0),
            Intervention::set(700, "threshold", 9),
        ],
        ..Scenario::default()
    };
    let run = trace(MECHANISM, &both);
    says(&run, 500, "the service is well from now on.");
    assert!(said(&run, 700).contains("is built once"), "{}", said(&run, 700));
}

#[test]
fn every_sentence_of_every_curated_run_ends_with_a_full_stop() {
    let mut told = 0;
    for curated in (MECHANISM.curated)() {
        let trace = trace(MECHANISM, &curated.scenario);
        let mut at = trace.next_step(ms(0));
        while let Some(step) = at {
            if let Some(words) = MECHANISM.narrator.tell(&trace.step(step).unwrap()) {
                assert!(words.ends_with('.') && !words.contains(".."), "{words}");
                assert!(!words.contains("  "), "{words}");
                told += 1;
            }
            at = trace.next_step(step);
        }
    }
    assert!(told > 1000, "only {told} sentences");
}
