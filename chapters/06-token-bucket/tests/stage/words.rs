//! The sentences, word for word, reasoned from the numbers of each run.

use super::*;

/// What is said at `at_ms`, with ordinary spaces for those that never break.
fn said(scenario: &Scenario, at_ms: u64) -> String {
    let trace = trace(MECHANISM, scenario);
    let sentence = trace.frame(ms(at_ms), MECHANISM.narrator).sentence;
    sentence.replace(simulation::text::NO_BREAK, " ")
}

#[track_caller]
fn assert_said(scenario: &Scenario, at_ms: u64, expected: &str) {
    assert_eq!(said(scenario, at_ms), expected);
}

fn at(at_ms: u64) -> Planned {
    Planned::at(at_ms)
}

#[test]
fn before_anything_happens() {
    assert_said(
        &scenario([8, 5, 0], 100, vec![at(50)]),
        49,
        "Nothing has happened yet. The bucket is full. Send a request, or press play.",
    );
}

#[test]
fn one_is_admitted_or_refused() {
    // 2 − 2, then 10 a second: 1.6 at 160, 0.6 left; 0.7 at 170; 0.95 at 195.
    let list = vec![at(0), at(0), at(160), at(170), at(195), at(1000)];
    let run = scenario([10, 2, 0], 2000, list);
    for (at_ms, expected) in [
        (160, "At 0.160 s: request 3 admitted. It took the last whole token; 0.6 of 2 left."),
        (
            170,
            "At 0.170 s: request 4 refused: the bucket held 0.7 of the 1 token it needs. The next \
             is whole in 30 ms.",
        ),
        (
            195,
            "At 0.195 s: request 5 refused: the bucket held 0.95 of the 1 token it needs. The \
             next is whole in 5 ms.",
        ),
        (1000, "At 1.000 s: request 6 admitted. It took one of 2.0 tokens; 1.0 left."),
        // Nothing has happened since.
        (1500, "At 1.000 s: request 6 admitted. It took one of 2.0 tokens; 1.0 left."),
    ] {
        assert_said(&run, at_ms, expected);
    }
}

#[test]
fn one_that_asks_for_more_than_one() {
    // 5 − 3, then 2.5 at 50 and 2.6 at 60.
    let list = vec![at(0).cost(3), at(50).cost(3), at(60).cost(6)];
    let run = scenario([10, 5, 0], 100, list);
    assert_said(&run, 0, "At 0.000 s: request 1 admitted. It took 3 of 5.0 tokens; 2.0 left.");
    assert_said(
        &run,
        50,
        "At 0.050 s: request 2 refused: the bucket held 2.5 of the 3 tokens it needs. They are \
         there in 50 ms.",
    );
    assert_said(
        &run,
        60,
        "At 0.060 s: request 3 refused: more than the bucket can hold. It asks for 6, and the \
         bucket holds 2.6 tokens, 5 at most.",
    );
}

#[test]
fn one_for_whom_no_token_will_come() {
    assert_said(
        &scenario([0, 1, 0], 100, vec![at(0), at(10)]),
        10,
        "At 0.010 s: request 2 refused: no token will come. It asks for 1, and the bucket holds \
         0.0 tokens, 1 at most.",
    );
}

#[test]
fn several_at_once() {
    let run = MECHANISM.curated("after-a-pause").unwrap().scenario;
    assert_said(
        &run,
        0,
        "At 0.000 s: 5 requests at once: 5 admitted. The bucket held 5.0 tokens; the next is \
         whole in 100 ms.",
    );
    assert_said(
        &run,
        1000,
        "At 1.000 s: 8 requests at once: 5 admitted, 3 refused. The bucket held 5.0 tokens; the \
         next is whole in 100 ms.",
    );
    let run = MECHANISM.curated("twenty-waits").unwrap().scenario;
    assert_said(
        &run,
        0,
        "At 0.000 s: 20 requests at once: 5 admitted, 15 accepted on credit. The bucket held 5.0 \
         tokens; the next fits in 100 ms.",
    );
    assert_said(
        &scenario([8, 5, 0], 100, vec![at(0), at(0)]),
        0,
        "At 0.000 s: 2 requests at once: 2 admitted. The bucket held 5.0 tokens; there is room \
         for more.",
    );
    assert_said(
        &scenario([0, 1, 0], 100, vec![at(0), at(0)]),
        0,
        "At 0.000 s: 2 requests at once: 1 admitted, 1 refused. The bucket held 1.0 tokens; none \
         will follow.",
    );
}

#[test]
fn one_on_credit_and_one_for_whom_it_is_used_up() {
    // 5 a second: 0.2 at 40, so −0.8; −0.79 at 42, so −1.79; −1.78 at 44, so −2.78,
    // which is −2.77 at 46.
    let list = [vec![at(0); 5], vec![at(40), at(42), at(44), at(46)]].concat();
    let run = scenario([5, 5, 3], 1000, list);
    assert_said(
        &run,
        40,
        "At 0.040 s: request 6 accepted on credit. It found 0.2 of 5 tokens, so it waits 160 ms \
         and leaves the bucket 0.8 in debt.",
    );
    // A debt is shown as the picture shows it: −2.77 is −2.8. At −2 it lends again.
    assert_said(
        &run,
        46,
        "At 0.046 s: request 9 refused. The bucket owes 2.8 tokens and may owe 3; it can lend one \
         more in 154 ms.",
    );
    assert_said(&run, 200, "At 0.200 s: the wait of request 6 is over, and it goes.");
}

#[test]
fn one_that_is_not_patient_enough() {
    // 0.1 at 10 ms: the token is whole at 100.
    let run = scenario([10, 1, 5], 1000, vec![at(0), at(10).patience_ms(50)]);
    assert_said(
        &run,
        10,
        "At 0.010 s: request 2 refused: it would wait 90 ms, and is patient for 50 ms.",
    );
}

#[test]
fn one_gives_up_and_two_waits_end_at_once() {
    let run = MECHANISM.curated("gives-up").unwrap().scenario;
    // −4 + 2.5 at 250, and the one that is put back.
    assert_said(
        &run,
        250,
        "At 0.250 s: request 8 gave up and put back what it had taken. The bucket owes 0.5 tokens.",
    );
    assert_said(
        &run,
        300,
        "At 0.300 s: request 10 accepted on credit. It found 0.0 of 5 tokens, so it waits 100 ms \
         and leaves the bucket 1.0 in debt.",
    );
    assert_said(&run, 400, "At 0.400 s: the waits of requests 9 and 10 are over, and they go.");
}

#[test]
fn a_knob_is_turned() {
    // 5, less one each quarter of a second: full again before 1000.
    let run = MECHANISM.curated("changed").unwrap().scenario;
    assert_said(
        &run,
        1000,
        "At 1.000 s: \u{201c}Tokens per second\u{201d} is 1 now; request 10 admitted. It took one \
         of 5.0 tokens; 4.0 left.",
    );
    // 4 at 1000, plus 1, less 3 by 1750: 2 at 2000, whatever the bucket could hold.
    assert_said(
        &run,
        2000,
        "At 2.000 s: \u{201c}Bucket holds, tokens\u{201d} is 8 now; request 14 admitted. It took \
         one of 2.0 tokens; 1.0 left.",
    );
}

#[test]
fn a_press_without_a_request() {
    let presses = vec![
        Intervention::set(10, "credit", 2),
        Intervention::set(20, "burst", 0),
        Intervention { at_ms: 30, press: Press::Drop(RequestId(1)) },
    ];
    let run = Scenario { interventions: presses, ..scenario([10, 5, 0], 100, vec![at(5)]) };
    // 5 − 1 at 5 ms; 4.05 at 10, 4.15 at 20, 4.25 at 30.
    assert_said(
        &run,
        10,
        "At 0.010 s: \u{201c}Credit, tokens\u{201d} is 2 now. The bucket holds 4.0 tokens.",
    );
    assert_said(
        &run,
        20,
        "At 0.020 s: a burst of 0 refuses everything: use 1 or more. The bucket holds 4.1 tokens.",
    );
    assert_said(&run, 30, "At 0.030 s: request 1 was not waiting. The bucket holds 4.2 tokens.");
}

#[test]
fn what_was_found_counts_what_was_put_back_at_the_same_instant() {
    // 1 − 1, a debt of one at 0; at 50 it is put back, and 0.5 is what 3 finds.
    let run = Scenario {
        interventions: vec![Intervention { at_ms: 50, press: Press::Drop(RequestId(2)) }],
        ..scenario([10, 1, 1], 1000, vec![at(0), at(0), at(50)])
    };
    assert_said(
        &run,
        50,
        "At 0.050 s: request 2 gave up and put back what it had taken; request 3 accepted on \
         credit. It found 0.5 of 1 tokens, so it waits 50 ms and leaves the bucket 0.5 in debt.",
    );
}
