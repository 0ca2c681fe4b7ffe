// The grader, first half: one thread, in learning order.

use std::time::Duration;

use simulation::{Arrivals, Expected, Params, Planned, Scenario, run_within};

use super::stage::subject;

const LIMIT: Duration = Duration::from_secs(2);

/// Asks a gate of `tokens` for each of `costs`, one a millisecond, and compares
/// what became of them, and what was left.
#[track_caller]
fn check(rule: &'static str, tokens: u64, costs: &[u32], expected: &[Expected], left: i64) {
    let planned = (0..).zip(costs).map(|(at_ms, &cost)| Planned::at(at_ms).cost(cost)).collect();
    let scenario = Scenario {
        params: Params::new().with("tokens", tokens),
        until_ms: 100,
        arrivals: vec![Arrivals::List(planned)],
        ..Scenario::default()
    };
    let trace = run_within(LIMIT, scenario, subject);
    let expected: Vec<(u32, Expected)> = (1..).zip(expected.iter().copied()).collect();
    trace.expect(rule, &expected);
    let got = trace.reading(trace.until).get("tokens").unwrap_or(-1);
    let (want, got) = (format!("left() is {left}"), format!("left() is {got}"));
    assert!(got == want, "{}", trace.lesson(trace.until, &want, &got, rule));
}

// A gate with tokens gives them away, down to the last one. If this fails, look
// at the comparison: is "exactly enough" enough?
#[test]
fn a_token_that_is_there_is_taken() {
    check(
        "Whoever asks for as many tokens as there are gets them; the last one too.",
        4,
        &[1, 2],
        &[Expected::AdmittedAt(0), Expected::AdmittedAt(1)],
        1,
    );
    check(
        "Whoever asks for as many tokens as there are gets them; the last one too.",
        3,
        &[1, 2],
        &[Expected::AdmittedAt(0), Expected::AdmittedAt(1)],
        0,
    );
}

// An empty gate says no, at once. It does not wait for better times, and it does
// not count below zero.
#[test]
fn when_none_is_left_it_refuses() {
    check(
        "A token is given away once. When none is left, the answer is no, at once.",
        1,
        &[1, 1, 1],
        &[Expected::AdmittedAt(0), Expected::Refused, Expected::Refused],
        0,
    );
}

// Who asks for two and finds one gets nothing, and the one stays for the next.
#[test]
fn it_takes_all_that_it_asks_for_or_nothing() {
    check(
        "A refusal changes nothing: what was there is there for the next one.",
        3,
        &[2, 2, 1],
        &[Expected::AdmittedAt(0), Expected::Refused, Expected::AdmittedAt(2)],
        0,
    );
}

// The two ends of counting. To ask for nothing always succeeds and takes
// nothing; to ask for four thousand million is to ask for too much.
#[test]
fn the_smallest_and_the_largest_number_are_numbers() {
    check(
        "Zero tokens are always there, and u32::MAX is more than one.",
        1,
        &[u32::MAX, 0, 1, 0],
        &[
            Expected::Refused,
            Expected::AdmittedAt(1),
            Expected::AdmittedAt(2),
            Expected::AdmittedAt(3),
        ],
        0,
    );
}
