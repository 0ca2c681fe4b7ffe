//! What a page reads off a run at one moment.

use clock::Moment;
use proptest::prelude::*;
use simulation::{Frame, Gauges, Narrate, Reading, Sink, Step, Trace, Unit};

mod common;
use common::{cases, list, press, scenarios, set, toy};

const MS: u64 = 1_000_000;

/// Speaks of arrivals only, and says what the level was.
struct Levels;

impl Narrate for Levels {
    fn start(&self, first: &Reading) -> String {
        format!("It starts with {}.", first.get("arrived").unwrap())
    }

    fn tell(&self, step: &Step<'_>) -> Option<String> {
        let [before, after] = [&step.before, &step.after].map(|r| r.get("level").unwrap());
        let arrived = step.after.get("arrived") != step.before.get("arrived");
        arrived.then(|| format!("the level went from {before} to {after}."))
    }
}

/// The level of [`common::Toy`] is the number of microseconds since the last
/// arrival: a saw that falls at 10 and at 30 ms.
fn saw() -> Trace {
    toy(&list(40, &[(10, 1), (30, 5)]))
}

fn level(trace: &Trace, nanos: u64) -> i64 {
    trace.reading(Moment::from_nanos(nanos)).get("level").unwrap()
}

#[test]
fn a_line_is_exact_at_every_nanosecond_and_rounds_down() {
    let trace = saw();
    assert_eq!(level(&trace, 0), 0);
    assert_eq!(level(&trace, 5 * MS), 5000);
    assert_eq!(level(&trace, 5 * MS + 999), 5000);
    assert_eq!(level(&trace, 5 * MS + 1000), 5001);
    assert_eq!(level(&trace, 20 * MS), 10_000);
}

#[test]
fn at_a_jump_one_sees_what_was_left_and_just_before_it_what_was_found() {
    let trace = saw();
    let jump = Moment::from_millis(10);
    assert_eq!(level(&trace, 10 * MS - 1), 9999);
    assert_eq!(level(&trace, 10 * MS), 0);
    assert_eq!(level(&trace, 10 * MS + 1000), 1);
    assert_eq!(trace.reading_before(jump).get("level"), Some(10_000));
    assert_eq!(trace.reading_before(jump).get("arrived"), Some(0));
    assert_eq!(trace.reading(jump).get("arrived"), Some(1));
}

#[test]
fn where_nothing_jumps_before_and_after_are_the_same() {
    let trace = saw();
    let quiet = Moment::from_millis(17);
    assert_eq!(trace.reading_before(quiet), trace.reading(quiet));
}

#[test]
fn a_step_never_slides() {
    let trace = saw();
    let held = |nanos| trace.reading(Moment::from_nanos(nanos)).get("held").unwrap();
    // Held from 30 to 35 ms, by the second request.
    assert_eq!(held(30 * MS - 1), 0);
    assert_eq!(held(30 * MS), 1);
    assert_eq!(held(35 * MS - 1), 1);
    assert_eq!(held(35 * MS), 0);
}

/// A trace that somebody else recorded: one gauge, and no keyframe before its jump.
fn recorded(law: fn(&mut Gauges, i64), keyframes: &[(u64, i64)]) -> Trace {
    let mut gauges = Gauges::default();
    law(&mut gauges, 0);
    let mut trace = Trace::default();
    trace.heads(gauges.heads());
    for &(at, value) in keyframes {
        trace.keyframe(Moment::from_nanos(at), &[value]);
    }
    trace
}

#[test]
fn a_step_holds_its_value_also_where_no_keyframe_stands_before_the_jump() {
    let step = recorded(|g, v| g.step("level", Unit::Count, v), &[(0, 5), (10, 8)]);
    assert_eq!([0, 9, 10].map(|nanos| level(&step, nanos)), [5, 5, 8]);
}

#[test]
fn a_line_that_falls_is_rounded_down_too() {
    let line = recorded(|g, v| g.line("level", Unit::Count, v), &[(0, 10), (3, 9)]);
    assert_eq!([0, 1, 2, 3].map(|nanos| level(&line, nanos)), [10, 9, 9, 9]);
}

#[test]
fn of_several_keyframes_at_one_instant_the_first_was_found_and_the_last_was_left() {
    let keyframes = [(0, 1), (7, 1), (7, 2), (7, 3), (9, 3)];
    let step = recorded(|g, v| g.step("level", Unit::Count, v), &keyframes);
    let at = Moment::from_nanos(7);
    assert_eq!(step.reading_before(at).get("level"), Some(1));
    assert_eq!(step.reading(at).get("level"), Some(3));
    assert_eq!(step.keyframes.len(), 4, "nobody saw the one between them");
}

#[test]
fn after_its_last_moment_a_run_stands_still() {
    let trace = saw();
    assert_eq!(level(&trace, 40 * MS), 10_000);
    assert_eq!(level(&trace, 90 * MS), 10_000);
}

#[test]
fn the_sentence_is_that_of_the_last_step_worth_one() {
    let trace = saw();
    let frame = |ms| trace.frame(Moment::from_millis(ms), &Levels);
    assert_eq!(frame(9).sentence, "It starts with 0.");
    assert_eq!(frame(9).step_at, None);
    let told = "At 0.030\u{a0}s: the level went from 20000 to 0.";
    assert_eq!(frame(30).sentence, told);
    // At 35 ms the held request goes, which this narrator does not mention.
    let Frame { sentence, step_at, .. } = frame(36);
    assert_eq!((sentence.as_str(), step_at), (told, Some(Moment::from_millis(30))));
}

#[test]
fn a_request_that_waited_and_then_went_is_counted_once() {
    // Refused, admitted, held until 25 ms, and held until its caller leaves.
    let mut scenario = list(40, &[(5, 0), (10, 1), (15, 10), (20, 50)]);
    scenario.interventions = vec![press(30, simulation::Press::Drop(simulation::RequestId(4)))];
    let trace = toy(&scenario);
    let counts = |ms| {
        let frame = trace.frame(Moment::from_millis(ms), &Levels);
        (frame.accepted, frame.refused)
    };
    assert_eq!([counts(0), counts(5), counts(10), counts(15)], [(0, 0), (0, 1), (1, 1), (2, 1)]);
    assert_eq!([counts(25), counts(40)], [(3, 1), (3, 1)]);
}

#[test]
fn steps_are_instants_and_lead_from_one_to_the_next() {
    let mut scenario = list(40, &[(10, 1), (10, 0), (30, 5)]);
    scenario.interventions = vec![press(10, set("colour", 3))];
    let trace = toy(&scenario);
    let ms = Moment::from_millis;
    // Set, changed; asked, admitted; asked, refused: one press of "next".
    assert_eq!(trace.step(ms(10)).unwrap().events.len(), 6);
    assert!(trace.step(ms(11)).is_none());
    assert_eq!(trace.next_step(Moment::ZERO), Some(ms(10)));
    assert_eq!(trace.next_step(ms(10)), Some(ms(30)));
    assert_eq!(trace.next_step(ms(35)), None);
    assert_eq!(trace.previous_step(ms(30)), Some(ms(10)));
    assert_eq!(trace.previous_step(ms(10)), None);
}

#[test]
fn an_empty_trace_can_be_looked_at() {
    let trace = Trace::default();
    assert_eq!(trace.reading(Moment::MAX).iter().count(), 0);
    assert_eq!(trace.reading_before(Moment::ZERO).get("level"), None);
    assert!(trace.step(Moment::ZERO).is_none());
    assert_eq!(trace.timeline(), "");
}

#[test]
fn cells_that_are_packed_for_a_picture_are_not_told() {
    let mut trace = saw();
    let arrived = trace.heads.iter().position(|gauge| gauge.name == "arrived").unwrap();
    assert!(trace.timeline().contains("arrived 0 → 1"), "{}", trace.timeline());
    trace.heads[arrived].name = "ring-0".into();
    assert!(!trace.timeline().contains("ring-0"), "{}", trace.timeline());
}

proptest! {
    #![proptest_config(cases(64))]

    /// Against the law itself: the toy's line is the time since the last arrival.
    #[test]
    fn every_reading_is_what_the_subject_would_have_said(
        scenario in scenarios(), at in 0..400_000_000u64,
    ) {
        let trace = toy(&scenario);
        let at = Moment::from_nanos(at).min(trace.until);
        let arrivals = trace.verdicts().into_values().map(|verdict| verdict.arrived);
        let past: Vec<Moment> = arrivals.filter(|&arrived| arrived <= at).collect();
        let last = past.iter().max().copied().unwrap_or(Moment::ZERO);
        let reading = trace.reading(at);
        let level = i64::try_from(at.since(last).as_micros()).unwrap();
        prop_assert_eq!(reading.get("level"), Some(level));
        prop_assert_eq!(reading.get("arrived"), Some(i64::try_from(past.len()).unwrap()));
    }
}
