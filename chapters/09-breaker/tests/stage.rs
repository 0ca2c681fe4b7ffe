//! The breaker on the stage: what the pages show of it is what it does.

use std::collections::BTreeSet;

use breaker::stage::{FIRST_TRY, MECHANISM};
use clock::Moment;
use simulation::{
    Arrivals, Event, Intervention, Mechanism, Outcome, Output, Params, Planned, Scenario, Trace,
    What, checkpoint, staged,
};

#[path = "stage/words.rs"]
mod words;

fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

fn trace(mechanism: Mechanism, scenario: &Scenario) -> Trace {
    mechanism.run(scenario).unwrap()
}

fn curated(name: &str) -> Trace {
    trace(MECHANISM, &MECHANISM.curated(name).unwrap().scenario)
}

fn gauge(trace: &Trace, at_ms: u64, name: &str) -> i64 {
    trace.reading(ms(at_ms)).get(name).unwrap_or_else(|| panic!("no gauge {name}"))
}

/// The moments, in milliseconds, and the states of all changes.
fn changes(trace: &Trace) -> Vec<(u64, String)> {
    let change = |event: &Event| match &event.what {
        What::Out(Output::Change { to, .. }) => Some((event.at.as_millis(), to.to_string())),
        _ => None,
    };
    trace.events.iter().filter_map(change).collect()
}

fn not_sent(trace: &Trace) -> Vec<u32> {
    let refused = trace.events.iter().filter_map(|event| match event.what {
        What::Out(Output::Refuse { id, .. }) => Some(id.0),
        _ => None,
    });
    refused.collect()
}

#[test]
fn every_curated_run_makes_the_same_trace_twice_in_both_versions() {
    staged::curated_runs_repeat(&[MECHANISM, FIRST_TRY]);
}

// spec R-02
#[test]
fn three_failures_open_it_two_calls_are_not_sent_and_the_sixth_is_the_probe() {
    let trace = curated("three-in-a-row");
    assert_eq!(not_sent(&trace), [4, 5]);
    let expected = [(500, "open"), (1500, "half-open"), (1700, "closed")];
    assert_eq!(changes(&trace), expected.map(|(at, to)| (at, to.to_owned())));
    // Nothing touched the service: three failures, and then the probe and one more.
    assert_eq!(trace.admitted_between(ms(500), ms(3000)), 2);
}

// spec R-03
#[test]
fn nineteen_failures_do_not_open_it_and_the_twentieth_does() {
    let trace = curated("nineteen");
    assert_eq!((gauge(&trace, 2900, "failed"), gauge(&trace, 2900, "state")), (19, 0));
    assert_eq!(changes(&trace)[0], (3050, "open".to_owned()));
}

// spec R-08
#[test]
fn a_late_success_changes_nothing_and_is_counted_as_late() {
    let trace = curated("late-success");
    let state = |at_ms| (gauge(&trace, at_ms, "state"), gauge(&trace, at_ms, "late"));
    assert_eq!([state(399), state(400), state(899), state(900)], [(0, 0), (1, 0), (1, 0), (1, 1)]);
    assert_eq!(changes(&trace)[..2], [(400, "open".to_owned()), (2400, "half-open".to_owned())]);
}

// spec R-07
#[test]
fn a_probe_whose_caller_goes_away_leaves_its_place_to_the_next_call() {
    let trace = curated("probe-dropped");
    let out = |at_ms| gauge(&trace, at_ms, "out");
    assert_eq!([out(1499), out(1500), out(1649), out(1650), out(1700)], [0, 1, 1, 0, 1]);
    assert_eq!(not_sent(&trace), [3]);
    assert_eq!(changes(&trace).last(), Some(&(2000, "closed".to_owned())));
}

// spec R-16
#[test]
fn a_hundred_copies_let_two_thousand_calls_fail_before_all_are_open() {
    let trace = curated("a-hundred-copies");
    let failed = trace
        .events
        .iter()
        .filter(|event| matches!(event.what, What::Out(Output::Done(_, Outcome::Failed))));
    // Twenty for each copy: the last of them is back before its next turn, 333 ms later.
    assert_eq!(failed.count(), 2000);
    // Copy 1 sees call 1901 as its twentieth: sent at 6.333 s, back 100 ms later.
    assert_eq!(changes(&trace), [(6433, "open".to_owned())]);
    let open = |at_ms| gauge(&trace, at_ms, "copies-open");
    assert_eq!((open(6400), open(7000)), (0, 100));
}

/// The cells and slots as they are packed for the picture.
fn unpacked(trace: &Trace, at: Moment) -> Vec<i64> {
    let reading = trace.reading(at);
    let get = |name: &str| reading.get(name).unwrap();
    let (of, bits, all) = match get("window-all") {
        0 => (25, 2, get("window")),
        _ => (3, 20, 10),
    };
    let cell = |i: i64| {
        let packed = get(&format!("ring-{}", i / of));
        (packed >> (bits * (i % of))) & ((1 << bits) - 1)
    };
    (0..all).map(cell).collect()
}

#[test]
fn the_ring_in_the_picture_holds_what_the_breaker_counts() {
    let mut compared = 0;
    for curated in (MECHANISM.curated)() {
        let trace = trace(MECHANISM, &curated.scenario);
        for keyframe in &trace.keyframes {
            let reading = trace.reading(keyframe.at);
            let cells = unpacked(&trace, keyframe.at);
            let slots = reading.get("window-all").unwrap() > 0;
            let (samples, failed) = if slots {
                let sum = |part: fn(i64) -> i64| cells.iter().map(|&slot| part(slot)).sum::<i64>();
                (sum(|slot| slot >> 10), sum(|slot| slot & 1023))
            } else {
                let count = |has: fn(i64) -> bool| cells.iter().filter(|&&cell| has(cell)).count();
                let count = |has| i64::try_from(count(has)).unwrap();
                (count(|cell| cell > 0), count(|cell| cell > 1))
            };
            let counted = (reading.get("samples").unwrap(), reading.get("failed").unwrap());
            assert_eq!((samples, failed), counted, "{} at {}", curated.name, keyframe.at);
            compared += 1;
        }
    }
    assert!(compared > 5000, "only {compared} keyframes");
}

#[test]
fn a_cell_tells_a_time_out_from_a_failure() {
    let trace = curated("black-hole");
    let opened = changes(&trace)[0].0;
    let cells = unpacked(&trace, ms(opened + 1));
    let count = |value| cells.iter().filter(|&&cell| cell == value).count();
    assert_eq!((count(1), count(2), count(3)), (5, 0, 5));
    // The call that decided is in the cell before the head.
    let decided = gauge(&trace, opened + 1, "decided");
    assert_eq!(decided % 10, gauge(&trace, opened + 1, "head"));
}

#[test]
fn the_gauges_of_the_state_and_the_changes_tell_the_same() {
    let number = |word: &str| match word {
        "closed" => 0,
        "open" => 1,
        "half-open" => 2,
        "forced open" => 4,
        "forced closed" => 5,
        recovering => {
            if recovering.starts_with("recovering") {
                3
            } else {
                panic!("{word}")
            }
        }
    };
    for curated in (MECHANISM.curated)() {
        let trace = trace(MECHANISM, &curated.scenario);
        let mut last = 0;
        for event in &trace.events {
            let What::Out(Output::Change { from, to, .. }) = &event.what else { continue };
            assert_eq!(number(from), last, "{} at {}", curated.name, event.at);
            last = number(to);
            assert_eq!(trace.reading(event.at).get("state"), Some(last), "{}", event.at);
        }
        assert_eq!(trace.reading(trace.until).get("state"), Some(last), "{}", curated.name);
    }
}

#[test]
fn the_end_of_a_cool_off_is_a_keyframe_and_is_said_once() {
    // Nobody comes for seconds after the cool-off.
    let scenario = Scenario {
        params: Params::new().with("trigger", 2).with("in-a-row", 1).with("failing", 100),
        until_ms: 9000,
        arrivals: vec![Arrivals::List(vec![Planned::at(0), Planned::at(8000)])],
        ..Scenario::default()
    };
    let trace = trace(MECHANISM, &scenario);
    let expected = [(100, "open"), (2100, "half-open"), (8100, "open")];
    assert_eq!(changes(&trace), expected.map(|(at, to)| (at, to.to_owned())));
    let left = |at_ms| gauge(&trace, at_ms, "cool-off");
    assert_eq!([left(100), left(1100), left(2100)], [2_000_000_000, 1_000_000_000, 0]);
}

#[test]
fn a_late_result_after_the_cool_off_does_not_end_it_again() {
    let scenario = Scenario {
        params: Params::new()
            .with("trigger", 2)
            .with("in-a-row", 1)
            .with("cool-off-ms", 500)
            .with("latency-ms", 1500)
            .with("time-out-ms", 5000),
        until_ms: 2500,
        arrivals: vec![Arrivals::List([0, 20, 2000].map(Planned::at).to_vec())],
        interventions: vec![
            Intervention::set(10, "latency-ms", 100),
            Intervention::set(10, "failing", 100),
        ],
        ..Scenario::default()
    };
    let trace = trace(MECHANISM, &scenario);
    // Call 1 comes back at 1500, when nobody has asked yet.
    assert_eq!((gauge(&trace, 1499, "late"), gauge(&trace, 1500, "late")), (0, 1));
    let expected = [(120, "open"), (620, "half-open"), (2100, "open")];
    assert_eq!(changes(&trace), expected.map(|(at, to)| (at, to.to_owned())));
}

#[test]
fn while_it_is_open_the_window_is_shown_as_it_was_and_does_not_run_out() {
    let trace = curated("by-time");
    let (opened, _) = changes(&trace)[0];
    let shown = |at_ms| (gauge(&trace, at_ms, "samples"), unpacked(&trace, ms(at_ms)));
    assert!(shown(opened).0 >= 10);
    // Two seconds later nothing of it would be left.
    assert_eq!(shown(opened), shown(opened + 1999));
}

#[test]
fn a_run_goes_on_from_a_copy_as_if_it_had_never_stopped() {
    for name in ["opens-and-closes", "black-hole", "by-time", "a-hundred-copies"] {
        let scenario = MECHANISM.curated(name).unwrap().scenario;
        for mechanism in [MECHANISM, FIRST_TRY] {
            let whole = trace(mechanism, &scenario);
            for at_ms in [1000, 2750, 4000, 6650] {
                let mut subject = (mechanism.build)(&scenario.params).unwrap();
                let place = checkpoint(&scenario, subject.as_mut(), at_ms).unwrap().unwrap();
                assert_eq!(place.resume(&scenario).unwrap(), whole, "{name} from {at_ms}");
            }
        }
    }
}

#[test]
fn only_the_service_and_the_hand_can_be_turned_while_a_run_goes_on() {
    let scenario = Scenario {
        until_ms: 4000,
        arrivals: vec![Arrivals::Even { per_second: 4 }],
        interventions: vec![
            Intervention::set(500, "threshold", 1),
            Intervention::set(1000, "hand", 1),
            Intervention::set(2000, "hand", 0),
        ],
        ..Scenario::default()
    };
    let trace = trace(MECHANISM, &scenario);
    let noted = |event: &Event| matches!(&event.what, What::Out(Output::Note(note)) if note.contains("built once"));
    assert_eq!(trace.events.iter().filter(|event| noted(event)).count(), 1);
    assert_eq!(gauge(&trace, 900, "threshold"), 50);
    let expected = [(1000, "forced open"), (2000, "closed")];
    assert_eq!(changes(&trace), expected.map(|(at, to)| (at, to.to_owned())));
    // Those of 1.00, 1.25, 1.50 and 1.75 s: what is set at a moment comes before who arrives.
    assert_eq!(not_sent(&trace), [5, 6, 7, 8]);
}

#[test]
fn settings_that_no_breaker_can_have_are_said_in_a_sentence() {
    let params = Params::new().with("window", 10).with("min-samples", 11);
    let error = (MECHANISM.build)(&params).err().unwrap();
    assert!(error.contains("11") && error.contains("10"), "{error}");
}

/// What the code panel lights for each verdict: one line of the mechanism.
#[test]
fn each_verdict_has_one_mark_in_the_mechanism() {
    let sources = [include_str!("../src/machine.rs"), include_str!("../src/transitions.rs")];
    let lines = sources.iter().flat_map(|source| source.lines());
    let marks = lines.filter_map(|line| line.split_once("// lit: ")).map(|(_, mark)| mark);
    let words: Vec<&str> = marks.flat_map(|mark| mark.split(", ")).collect();
    let lit = [
        "admitted",
        "open",
        "half-open-full",
        "recovering",
        "forced-open",
        "late",
        "half-open",
        "opens",
        "opens-again",
        "closes",
    ];
    for word in lit {
        let count = words.iter().filter(|&&marked| marked == word).count();
        assert_eq!(count, 1, "`// lit: {word}`");
    }
    // Nothing is lit that has no line, in any run that is worth a look.
    let lights = |event: &Event| match &event.what {
        What::Out(output) => (MECHANISM.lit)(output),
        _ => None,
    };
    let mut seen = BTreeSet::new();
    for curated in (MECHANISM.curated)() {
        seen.extend(trace(MECHANISM, &curated.scenario).events.iter().filter_map(lights));
    }
    assert!(seen.iter().all(|word| lit.contains(word)) && seen.len() > 6, "{seen:?}");
    // No service of the stage says that a result does not count.
    assert_eq!(words.len(), lit.len() + usize::from(words.contains(&"ignored")), "{words:?}");
}

// spec R-19
#[test]
fn the_first_try_opens_at_five_failures_however_far_apart_and_is_closed_by_a_late_success() {
    let rare = MECHANISM.curated("one-in-a-hundred").unwrap().scenario;
    assert!(changes(&trace(FIRST_TRY, &rare)).iter().any(|(_, to)| to == "open"));
    assert_eq!(changes(&trace(MECHANISM, &rare)), []);
    let late = MECHANISM.curated("late-success").unwrap().scenario;
    // Call 1 was sent before the breaker opened, and comes back at 900 ms.
    let expected = [(400, "open".to_owned()), (900, "closed".to_owned())];
    assert_eq!(changes(&trace(FIRST_TRY, &late))[..2], expected);
}

// spec R-19
#[test]
fn the_first_try_is_drawn_by_the_same_gauges_and_lets_everybody_through() {
    let scenario = MECHANISM.curated("stampede").unwrap().scenario;
    let (first, right) = (trace(FIRST_TRY, &scenario), trace(MECHANISM, &scenario));
    assert_eq!(not_sent(&first), [4]);
    assert_eq!(first.admitted_between(ms(1499), ms(1500)), 50);
    for name in ["state", "samples", "failed", "threshold", "cool-off"] {
        assert!(right.reading(ms(0)).get(name).is_some(), "{name}");
        assert!(first.reading(ms(0)).get(name).is_some(), "{name}");
    }
    assert_eq!(right.admitted_between(ms(1499), ms(1500)), 1);
    assert_eq!(not_sent(&right)[0], 4);
}
