//! Scenarios and traces as lines of text.

use std::time::Duration;

use clock::Moment;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use simulation::{
    Event, Gauges, LineSink, Outcome, Output, ParseError, Request, RequestId, Setting, Sink, Trace,
    Unit, What, parse_scenario, receive, run_into, scenario_lines,
};

mod common;
use common::{Toy, awkward, bytes, cases, list, scenarios, toy};

fn outcomes() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        Just(Outcome::Ok),
        Just(Outcome::Failed),
        Just(Outcome::TimedOut),
        Just(Outcome::Dropped)
    ]
}

fn moments() -> impl Strategy<Value = Moment> {
    any::<u64>().prop_map(Moment::from_nanos)
}

fn outputs() -> impl Strategy<Value = Output> {
    let id = || any::<u32>().prop_map(RequestId);
    prop_oneof![
        id().prop_map(Output::Admit),
        (id(), awkward(), option::of(moments()))
            .prop_map(|(id, why, retry_at)| { Output::Refuse { id, why: why.into(), retry_at } }),
        (id(), option::of(moments())).prop_map(|(id, until)| Output::Hold { id, until }),
        (id(), outcomes()).prop_map(|(id, outcome)| Output::Done(id, outcome)),
        (awkward(), awkward(), awkward()).prop_map(|(from, to, why)| {
            Output::Change { from: from.into(), to: to.into(), why: why.into() }
        }),
        awkward().prop_map(|note| Output::Note(note.into())),
    ]
}

fn events() -> impl Strategy<Value = Event> {
    let patience = option::of(any::<u64>().prop_map(Duration::from_nanos));
    let what = prop_oneof![
        (any::<u32>(), any::<u32>(), patience).prop_map(|(id, cost, patience)| {
            What::Arrive(Request { id: RequestId(id), cost, patience })
        }),
        (any::<u32>(), outcomes()).prop_map(|(id, end)| What::Finish(RequestId(id), end)),
        (awkward(), any::<u64>()).prop_map(|(name, value)| What::Set(Setting { name, value })),
        outputs().prop_map(What::Out),
    ];
    (moments(), what).prop_map(|(at, what)| Event { at, what })
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_scenario_survives_the_journey(scenario in scenarios()) {
        prop_assert_eq!(parse_scenario(&scenario_lines(&scenario)), Ok(scenario));
    }

    #[test]
    fn a_trace_survives_the_journey(scenario in scenarios()) {
        let trace = toy(&scenario);
        let received = receive(&bytes(&trace)).unwrap();
        prop_assert!(received.whole);
        prop_assert_eq!(received.output, "");
        prop_assert_eq!(received.trace, trace);
    }

    #[test]
    fn every_event_survives_the_journey_with_any_text_in_it(events in vec(events(), 0..6)) {
        let trace = Trace { events, until: Moment::MAX, ..Trace::default() };
        prop_assert_eq!(receive(&bytes(&trace)).unwrap().trace, trace);
    }

    #[test]
    fn a_run_that_is_killed_anywhere_keeps_what_it_had(scenario in scenarios(), cut in 0.0..1.0) {
        let mut lines = Vec::new();
        run_into(&scenario, &mut Toy::default(), &mut LineSink::new(&mut lines)).unwrap();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss,
            reason = "a place somewhere in the text")]
        let cut = (lines.len() as f64 * cut) as usize;
        let whole = toy(&scenario);
        let received = receive(&String::from_utf8_lossy(&lines[..cut])).unwrap();
        prop_assert!(!received.whole);
        prop_assert_eq!(received.output, "");
        let events = received.trace.events;
        prop_assert!(whole.events.starts_with(&events));
        // Every line that came whole is there: all but the last were flushed.
        let flushed = String::from_utf8_lossy(&lines[..cut]);
        let whole_lines = flushed.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        prop_assert_eq!(events.len(), whole_lines.filter(|line| line.starts_with("@bw event ")).count());
    }
}

#[test]
fn the_lines_are_readable() {
    let mut lines = Vec::new();
    let scenario = list(30, &[(5, 0), (10, 20)]);
    run_into(&scenario, &mut Toy::default(), &mut LineSink::new(&mut lines)).unwrap();
    assert_eq!(
        String::from_utf8(lines).unwrap(),
        "@bw trace 1\n\
         @bw gauge level micro-tokens line\n\
         @bw gauge arrived count step\n\
         @bw gauge held count step\n\
         @bw keyframe 0 0 0 0\n\
         @bw keyframe 5000000 5000 0 0\n\
         @bw event 5000000 arrive 1 0 -\n\
         @bw event 5000000 refuse 1 12000000 it%0020costs%0020nothing\n\
         @bw keyframe 5000000 0 1 0\n\
         @bw keyframe 10000000 5000 1 0\n\
         @bw event 10000000 arrive 2 20 -\n\
         @bw event 10000000 hold 2 30000000\n\
         @bw keyframe 10000000 0 2 1\n\
         @bw keyframe 30000000 20000 2 1\n\
         @bw event 30000000 admit 2\n\
         @bw event 30000000 done 2 ok\n\
         @bw keyframe 30000000 20000 2 0\n\
         @bw keyframe 30000000 20000 2 0\n\
         @bw end 30000000\n"
    );
}

#[test]
fn each_line_is_flushed_before_the_next() {
    /// A pipe that loses what was not flushed when its writer is killed.
    #[derive(Default)]
    struct Pipe {
        buffer: Vec<u8>,
        flushed: Vec<u8>,
    }
    impl std::io::Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.buffer.extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            self.flushed.append(&mut self.buffer);
            Ok(())
        }
    }
    let mut pipe = Pipe::default();
    let event = Event { at: Moment::ZERO, what: What::Out(Output::Admit(RequestId(1))) };
    let mut sink = LineSink::new(&mut pipe);
    sink.heads(&[]);
    sink.event(event.clone());
    assert_eq!(pipe.buffer, b"");
    let received = receive(std::str::from_utf8(&pipe.flushed).unwrap()).unwrap();
    assert_eq!(received.trace.events, [event]);
}

#[test]
fn what_an_answer_prints_is_told_apart() {
    let trace = toy(&list(10, &[(5, 1)]));
    let lines = bytes(&trace);
    let (first, rest) = lines.split_at(lines.find("@bw event").unwrap());
    // A `print!` without its end of line, then a `println!` of its own.
    let mixed = format!("{first}taking one: {rest}tokens left: 3\n");
    let received = receive(&mixed).unwrap();
    assert_eq!(received.output, "taking one: tokens left: 3\n");
    assert_eq!(received.trace, trace);
    assert!(received.whole);
}

#[test]
fn a_run_that_was_killed_ends_where_it_last_wrote() {
    let lines = bytes(&toy(&list(50, &[(5, 1), (20, 1)])));
    let cut = &lines[..lines.find("@bw end").unwrap()];
    let received = receive(cut).unwrap();
    assert!(!received.whole);
    assert_eq!(received.trace.until, Moment::from_millis(50));
    let cut = &cut[..cut.find("@bw keyframe 20000000").unwrap()];
    assert_eq!(receive(cut).unwrap().trace.until, Moment::from_millis(20));
}

#[test]
fn a_line_that_says_something_else_is_an_error_with_its_number() {
    let head = "@bw trace 1\n@bw gauge level micro-tokens line\n";
    for wrong in [
        "trace 2",
        "event 5 admit",
        "event 5 admit x",
        "event 5 admit 1 2",
        "event -1 admit 1",
        "event 5 finish 1 maybe",
        "event 5 note %00",
        "event 5 note %d800",
        "gauge level micro-tokens curve",
        "gauge level litres line",
        "keyframe 5",
        "keyframe 5 1 2",
        "keyframe 5 many",
        "hello",
        "",
    ] {
        let error = receive(&format!("{head}plain output\n@bw {wrong}\n")).unwrap_err();
        assert_eq!(error, ParseError { number: 4, line: wrong.to_owned() });
        assert_eq!(error.to_string(), format!("line 4 cannot be read: {wrong:?}"));
    }
}

#[test]
fn half_a_scenario_is_no_scenario() {
    let lines = scenario_lines(&list(10, &[(5, 1)]));
    let cut = lines.strip_suffix("@bw end\n").unwrap();
    assert_eq!(parse_scenario(cut), Err(ParseError { number: 5, line: String::new() }));
    for wrong in ["seed", "seed x", "seed 1 2", "arrive odd 3", "press 5 drop", "param a"] {
        let lines = format!("@bw scenario 1\n@bw {wrong}\n@bw end\n");
        let error = ParseError { number: 2, line: wrong.to_owned() };
        assert_eq!(parse_scenario(&lines), Err(error));
    }
}

#[test]
fn all_units_have_a_word_of_their_own() {
    let mut gauges = Gauges::default();
    gauges.line("a", Unit::MicroTokens, 1);
    gauges.step("b", Unit::Nanos, 2);
    gauges.step("c", Unit::Count, 3);
    let trace = Trace { heads: gauges.heads().to_vec(), ..Trace::default() };
    assert_eq!(receive(&bytes(&trace)).unwrap().trace.heads, trace.heads);
}
