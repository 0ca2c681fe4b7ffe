//! The sentences, word for word, reasoned from the numbers of each run.

use super::*;

/// What is said at `at_ms`, with ordinary spaces for those that never break.
fn said(mechanism: Mechanism, scenario: &Scenario, at_ms: u64) -> String {
    let sentence = trace(mechanism, scenario).frame(ms(at_ms), mechanism.narrator).sentence;
    sentence.replace(simulation::text::NO_BREAK, " ")
}

#[track_caller]
fn assert_said(mechanism: Mechanism, scenario: &Scenario, at_ms: u64, expected: &str) {
    assert_eq!(said(mechanism, scenario, at_ms), expected);
}

fn at(at_ms: u64) -> Planned {
    Planned::at(at_ms)
}

#[test]
fn before_anything_happens() {
    let expected =
        "Nothing has happened yet. 10 may pass in each 1.0 s. Send a request, or press play.";
    for mechanism in ALL {
        assert_said(mechanism, &scenario(10, 100, vec![at(50)]), 49, expected);
    }
}

/// Two in a second: at 400 and 450 ms, and two more at 900.
#[test]
fn one_is_admitted_or_refused() {
    let run = scenario(2, 3000, vec![at(400), at(450), at(900), at(1600)]);
    for (mechanism, expected) in [
        (FIXED, "2 of 2 in this window. The next window begins in 100 ms."),
        (LOG, "2 of 2 in the last 1.0 s. The oldest that must go is too old to count in 500 ms."),
        (COUNTER, "2 of 2 in the slots that count. The slot that must go is dropped in 100 ms."),
        (
            TWO,
            // 2·(1 − e) = 1 at half of the next window.
            "2.0 of 2, estimated from 0 in the window before and 2 in this one. Enough of the \
             earlier ones has faded in 600 ms.",
        ),
        (FIRST_TRY, "3 of 2 counted in its window. Its window is over in 500 ms."),
    ] {
        assert_said(mechanism, &run, 900, &format!("At 0.900 s: request 3 refused: {expected}"));
    }
    for (mechanism, expected) in [
        (FIXED, "1 of 2 in this window."),
        (LOG, "1 of 2 in the last 1.0 s."),
        (COUNTER, "1 of 2 in the slots that count."),
        // 2 · 0.4 and 1.
        (TWO, "1.8 of 2, estimated from 2 in the window before and 1 in this one."),
        (FIRST_TRY, "1 of 2 counted in its window."),
    ] {
        assert_said(mechanism, &run, 1600, &format!("At 1.600 s: request 4 admitted: {expected}"));
    }
}

#[test]
fn one_that_asks_for_more_than_one() {
    let run = scenario(5, 1000, vec![at(0).cost(4), at(10).cost(6), at(20).cost(2)]);
    assert_said(FIXED, &run, 0, "At 0.000 s: request 1, for 4, admitted: 4 of 5 in this window.");
    assert_said(
        FIXED,
        &run,
        10,
        "At 0.010 s: request 2, for 6, refused: more than a whole window lets through, which is \
         5. No wait will mend that.",
    );
    assert_said(
        LOG,
        &run,
        20,
        "At 0.020 s: request 3, for 2, refused: 4 of 5 in the last 1.0 s. The oldest that must go \
         is too old to count in 980 ms.",
    );
}

/// The sentence says what the rule does not see.
#[test]
fn several_at_once_and_the_promise_that_is_broken() {
    let run = FIXED.curated("two-bursts").unwrap().scenario;
    assert_said(
        FIXED,
        &run,
        950,
        "At 0.950 s: 10 requests at once: 10 admitted. 10 of 10 in this window. The next window \
         begins in 50 ms.",
    );
    assert_said(
        FIXED,
        &run,
        1050,
        "At 1.050 s: 10 requests at once: 10 admitted. 10 of 10 in this window. The next window \
         begins in 950 ms. That makes 20 in the last 1.0 s, and 10 is the limit.",
    );
    assert_said(
        LOG,
        &run,
        1050,
        "At 1.050 s: 10 requests at once: 10 refused. 10 of 10 in the last 1.0 s. The oldest that \
         must go is too old to count in 900 ms.",
    );
}

#[test]
fn a_knob_is_turned() {
    let presses = vec![
        Intervention::set(10, "limit", 2),
        Intervention::set(20, "limit", 0),
        Intervention::set(30, "window-ms", 500),
    ];
    let run = Scenario { interventions: presses, ..scenario(10, 100, vec![at(5), at(10)]) };
    assert_said(
        FIXED,
        &run,
        10,
        "At 0.010 s: \u{201c}Limit, requests a window\u{201d} is 2 now; request 2 admitted: 2 of 2 \
         in this window.",
    );
    assert_said(
        FIXED,
        &run,
        20,
        "At 0.020 s: a limit of 0 refuses everything: use 1 or more. 2 of 2 in this window.",
    );
    assert_said(FIXED, &run, 30, "At 0.030 s: a window keeps its length. 2 of 2 in this window.");
}
