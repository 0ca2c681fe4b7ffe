//! Questions to a run, two runs beside each other, and a run as text.

use clock::Moment;
use proptest::prelude::*;
use simulation::{
    Accepted, Answer, Event, Outcome, Output, Press, Query, RequestId, Trace, What,
    first_divergence,
};

mod common;
use common::{cases, list, press, scenarios, set, toy};

/// Admitted at 100, 150, 1000 and 1100 ms (that one had waited since 200 ms),
/// refused at 400 ms; the one that waits at the end leaves at 1200 ms.
fn day() -> Trace {
    let mut scenario =
        list(3000, &[(100, 1), (150, 1), (200, 900), (400, 0), (1000, 1), (1050, 2000)]);
    scenario.interventions = vec![press(1200, Press::Drop(RequestId(6)))];
    toy(&scenario)
}

fn ask(words: &str) -> String {
    Query::parse(words).expect("a question").ask(&day()).to_string()
}

#[test]
fn a_question_is_answered_from_the_run() {
    // (100, 1100]: 150, 1000 and 1100; the one at 100 is outside.
    assert_eq!(ask("admitted-between 100 1100"), "3");
    assert_eq!(ask("admitted-until 100"), "1");
    assert_eq!(ask("admitted-until 99"), "0");
    assert_eq!(ask("refused-until 399"), "0");
    assert_eq!(ask("refused-until 400"), "1");
    assert_eq!(ask("first-refusal"), "400 ms");
    assert_eq!(ask("admitted-at 3"), "1100 ms");
    assert_eq!(ask("admitted-at 4"), "never");
    // Request 5, at 1000 ms, overtakes request 3, which waits until 1100 ms.
    assert_eq!(["place-of 1", "place-of 5", "place-of 3"].map(ask), ["1", "3", "4"]);
    assert_eq!(ask("place-of 4"), "never");
    assert_eq!(ask("admitted-at 6"), "never");
    // Index 2 is `held`.
    assert_eq!(ask("gauge-at 199 2"), "0");
    assert_eq!(ask("gauge-at 200 2"), "1");
    assert_eq!(ask("gauge-at 200 3"), "never");
}

#[test]
fn a_question_is_about_its_last_moment_or_about_the_whole_run() {
    let about = |words: &str| Query::parse(words).unwrap().about_ms();
    let moments = ["admitted-between 1 9", "refused-until 9", "gauge-at 9 1", "changes-until 9"];
    assert_eq!(moments.map(about), [Some(9); 4]);
    assert_eq!(about("ok-in-second 9"), Some(10_000));
    let whole = ["admitted-at 9", "first-refusal", "most-within 9", "first-second-of 1 9"];
    assert_eq!(whole.map(about), [None; 4]);
}

#[test]
fn changes_of_state_are_counted_up_to_a_moment_that_is_included() {
    let change = |ms| Event {
        at: Moment::from_millis(ms),
        what: What::Out(Output::Change {
            from: "closed".into(),
            to: "open".into(),
            why: "".into(),
        }),
    };
    let trace = Trace { events: vec![change(100), change(250)], ..Trace::default() };
    let ask = |words| Query::parse(words).expect("a question").ask(&trace).to_string();
    let counts = ["changes-until 99", "changes-until 100", "changes-until 250"].map(ask);
    assert_eq!(counts, ["0", "1", "2"]);
}

#[test]
fn a_window_holds_its_end_and_not_its_beginning() {
    // 100, 150, 1000, 1100: in (100, 1100] three, in (99, 1099.99] three, and
    // 1001 ms are needed to hold all four.
    assert_eq!(ask("most-within 50"), "1");
    assert_eq!(ask("most-within 51"), "2");
    assert_eq!(ask("most-within 1000"), "3");
    assert_eq!(ask("most-within 1001"), "4");
    assert_eq!(ask("most-within 0"), "0");
    assert_eq!(ask("most-within 18446744073709551615"), "4");
}

#[test]
fn what_ended_well_is_counted_by_the_second() {
    // Only the held one ends inside of the toy, with `ok` at 1100 ms.
    assert_eq!(ask("ok-in-second 0"), "0");
    assert_eq!(ask("ok-in-second 1"), "1");
    assert_eq!(ask("first-second-of 1 0"), "1000 ms");
    assert_eq!(ask("first-second-of 1 2"), "never");
    assert_eq!(ask("first-second-of 2 0"), "never");
    assert_eq!(day().done_in_second(Outcome::Dropped, 1), 1);
    // What ends at the very beginning of a second belongs to it.
    let sharp = toy(&list(3000, &[(0, 1000)]));
    assert_eq!([0, 1, 2].map(|second| sharp.done_in_second(Outcome::Ok, second)), [0, 1, 0]);
}

#[test]
fn a_second_that_the_run_does_not_reach_the_end_of_is_not_judged() {
    // It ends well at 1005 ms, and the run ends at 1999 ms, before the second does.
    let trace = toy(&list(1999, &[(5, 1000)]));
    assert_eq!(trace.done_in_second(Outcome::Ok, 1), 1);
    assert_eq!(Query::FirstSecondOf(1, 0).ask(&trace), Answer::Never);
}

#[test]
fn what_is_no_question_is_refused() {
    for words in [
        "",
        "admitted",
        "admitted-until",
        "admitted-until x",
        "admitted-until -1",
        "admitted-until 1.5",
        "admitted-until 1 2",
        "first-refusal 1",
        "admitted-at 4294967296",
        "place-of",
        "Admitted-until 1",
    ] {
        assert_eq!(Query::parse(words), None, "{words:?}");
    }
    assert_eq!(Query::parse("  ok-in-second   7 "), Some(Query::OkInSecond(7)));
}

#[test]
fn every_request_has_a_verdict() {
    let verdicts = day().verdicts();
    let ms = Moment::from_millis;
    let accepted: Vec<Accepted> = verdicts.values().map(|verdict| verdict.accepted).collect();
    assert_eq!(
        accepted,
        [
            Accepted::At(ms(100)),
            Accepted::At(ms(150)),
            Accepted::At(ms(1100)),
            Accepted::Refused(ms(400)),
            Accepted::At(ms(1000)),
            Accepted::Waiting,
        ]
    );
    assert_eq!(verdicts[&RequestId(3)].arrived, ms(200));
    assert_eq!(verdicts[&RequestId(3)].outcome, Some((ms(1100), Outcome::Ok)));
    assert_eq!(verdicts[&RequestId(6)].outcome, Some((ms(1200), Outcome::Dropped)));
    assert_eq!(verdicts[&RequestId(1)].outcome, None);
}

#[test]
fn two_runs_part_at_their_first_event_that_differs() {
    let left = toy(&list(50, &[(10, 1), (20, 1), (30, 1)]));
    let right = toy(&list(50, &[(10, 1), (20, 0), (30, 1)]));
    let parted = first_divergence(&left, &right).unwrap();
    // Request 2 asks for something else at 20 ms: after two shared events.
    assert_eq!((parted.at, parted.shared), (Moment::from_millis(20), 2));
    let cost = |event: Option<Event>| match event.unwrap().what {
        What::Arrive(request) => request.cost,
        other => panic!("{other:?}"),
    };
    assert_eq!((cost(parted.left), cost(parted.right)), (1, 0));
    assert_eq!(first_divergence(&left, &left), None);
}

#[test]
fn a_run_that_stops_earlier_parts_where_the_other_goes_on() {
    let short = toy(&list(15, &[(10, 1), (20, 1)]));
    let long = toy(&list(50, &[(10, 1), (20, 1)]));
    let parted = first_divergence(&short, &long).unwrap();
    assert_eq!((parted.at, parted.shared), (Moment::from_millis(20), 2));
    assert!(parted.left.is_none() && parted.right.is_some());
    assert!(first_divergence(&long, &short).unwrap().right.is_none());
}

#[test]
fn of_two_events_that_differ_the_earlier_one_gives_the_time() {
    let left = toy(&list(50, &[(30, 1)]));
    let right = toy(&list(50, &[(20, 1)]));
    assert_eq!(first_divergence(&left, &right).unwrap().at, Moment::from_millis(20));
}

#[test]
fn gauges_are_not_compared() {
    let left = toy(&list(50, &[(30, 1)]));
    let mut right = left.clone();
    right.keyframes.clear();
    assert_eq!(first_divergence(&left, &right), None);
}

#[test]
fn a_run_reads_as_numbered_steps() {
    let mut scenario = list(40, &[(5, 0), (10, 1), (12, 20), (12, 3)]);
    scenario.interventions = vec![
        press(20, set("colour", 3)),
        press(25, Press::Drop(RequestId(3))),
        press(30, Press::SendOne(simulation::Planned::at(30).patience_ms(250))),
        press(30, set("bad", 1)),
    ];
    let expected = [
        "  1. at 5 ms      request 1 asks for 0: refused, it costs nothing; again in 7 ms (arrived 0 → 1)",
        "  2. at 10 ms     request 2 asks: admitted (arrived 1 → 2)",
        "  3. at 12 ms     request 3 asks for 20: waits until 32 ms",
        "                  request 4 asks for 3: waits until 15 ms (arrived 2 → 4, held 0 → 2)",
        "  4. at 15 ms     request 4 admitted",
        "                  request 4 ended well (arrived 4, held 2 → 1)",
        "  5. at 20 ms     colour is set to 3",
        "                  old → 3: colour (arrived 4)",
        "  6. at 25 ms     request 3 was dropped by its caller (arrived 4, held 1 → 0)",
        "  7. at 30 ms     bad is set to 1",
        "                  no such knob",
        "                  request 5 asks, patient for 250 ms: admitted (arrived 4 → 5)",
    ];
    let mut trace = toy(&scenario);
    // The first gauge, the level, would be shown wherever it falls.
    trace.heads.remove(0);
    for keyframe in &mut trace.keyframes {
        keyframe.values.remove(0);
    }
    assert_eq!(trace.timeline().lines().collect::<Vec<_>>(), expected);
    assert_eq!(trace.timeline_until(Moment::from_millis(10)).lines().count(), 2);
}

#[test]
fn requests_that_fare_alike_share_a_line() {
    let trace = toy(&list(9, &[(2, 1), (2, 1), (2, 1), (2, 0)]));
    let lines: Vec<String> = trace.timeline().lines().map(str::to_owned).collect();
    assert_eq!(lines[0], "  1. at 2 ms      requests 1–3 ask: admitted");
    assert!(lines[1].trim_start().starts_with("request 4 asks for 0: refused"), "{lines:?}");
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_gauge_that_moved_is_shown_in_its_unit() {
    let trace = toy(&list(4000, &[(1200, 1), (3600, 1)]));
    assert_eq!(
        trace.timeline(),
        "  1. at 1200 ms   request 1 asks: admitted (level 1.2 → 0, arrived 0 → 1)\n\
         \x20 2. at 3600 ms   request 2 asks: admitted (level 2.4 → 0, arrived 1 → 2)\n"
    );
}

proptest! {
    #![proptest_config(cases(96))]

    /// Against counting by hand, window by window.
    #[test]
    fn the_fullest_window_is_the_fullest_of_all_windows(
        scenario in scenarios(), length_ms in 0..200u64,
    ) {
        let trace = toy(&scenario);
        let times: Vec<Moment> = trace
            .events
            .iter()
            .filter(|event| matches!(event.what, What::Out(Output::Admit(_))))
            .map(|event| event.at)
            .collect();
        let window = std::time::Duration::from_millis(length_ms);
        let inside = |end: Moment| times.iter().filter(|&&at| at <= end && end.since(at) < window).count();
        let most = times.iter().map(|&end| inside(end)).max().unwrap_or(0);
        prop_assert_eq!(trace.most_admitted_within_ms(length_ms), most);
    }
}
