//! Both buckets on the stage: what the pages show of them is what they do.

use std::collections::BTreeSet;

use clock::Moment;
use leaky_bucket::stage::{METER, METER_FIRST_TRY, NEVER, QUEUE};
use simulation::{
    Arrivals, Intervention, Mechanism, Params, Planned, Press, RequestId, Scenario, Trace, staged,
};

#[path = "stage/words.rs"]
mod words;

const ALL: [Mechanism; 3] = [METER, METER_FIRST_TRY, QUEUE];

fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

fn trace(mechanism: Mechanism, scenario: &Scenario) -> Trace {
    mechanism.run(scenario).unwrap()
}

fn curated(mechanism: Mechanism, name: &str) -> Trace {
    trace(mechanism, &mechanism.curated(name).unwrap().scenario)
}

/// A run of `List` arrivals, as the parameters say.
fn scenario(params: &[(&str, u64)], until_ms: u64, list: Vec<Planned>) -> Scenario {
    let with = |params: Params, &(name, value): &(&str, u64)| params.with(name, value);
    Scenario {
        params: params.iter().fold(Params::new(), with),
        seed: 1,
        until_ms,
        arrivals: vec![Arrivals::List(list)],
        ..Scenario::default()
    }
}

fn dropped(at_ms: u64, id: u32) -> Intervention {
    Intervention { at_ms, press: Press::Drop(RequestId(id)) }
}

#[test]
fn every_curated_run_makes_a_trace() {
    staged::curated_runs_repeat(&[METER, METER_FIRST_TRY]);
    staged::curated_runs_repeat(&[QUEUE]);
}

// spec L-04
#[test]
fn what_has_the_same_name_in_both_is_the_same_traffic() {
    let mut shared = 0;
    for of_meter in (METER.curated)() {
        let Some(of_queue) = QUEUE.curated(of_meter.name) else { continue };
        let (a, b) = (of_meter.scenario, of_queue.scenario);
        assert_eq!((a.seed, a.until_ms, a.arrivals), (b.seed, b.until_ms, b.arrivals));
        assert_eq!(a.params.get("rate", 0), b.params.get("rate", 0), "{}", of_meter.name);
        shared += 1;
    }
    assert_eq!(shared, 3);
}

// spec L-01
#[test]
fn the_first_try_lets_in_one_too_many() {
    assert_eq!(curated(METER, "one-more").admitted_at(RequestId(6)), None);
    assert_eq!(curated(METER_FIRST_TRY, "one-more").admitted_at(RequestId(6)), Some(ms(1)));
    assert_eq!(curated(METER, "one-a-millisecond").admitted_until(ms(999)), 14);
    assert_eq!(curated(METER_FIRST_TRY, "one-a-millisecond").admitted_until(ms(999)), 15);
}

// spec L-02
#[test]
fn eight_at_once_leave_the_queue_one_by_one() {
    let trace = curated(QUEUE, "burst");
    let went: Vec<_> = (1..=8).map(|id| trace.admitted_at(RequestId(id))).collect();
    let on_time = [0, 100, 200, 300, 400, 500].map(|at| Some(ms(at)));
    assert_eq!(went, [&on_time[..], &[None, None]].concat());
    assert_eq!(trace.refused_until(ms(0)), 2);
    assert_eq!(curated(METER, "burst").admitted_until(ms(0)), 5, "where the meter takes five");
}

// spec L-03: over the same traffic only one of them removes bursts.
#[test]
fn only_the_queue_removes_bursts() {
    let most = |mechanism, name: &str| curated(mechanism, name).most_admitted_within_ms(1);
    for name in ["burst", "after-a-pause"] {
        assert_eq!((most(METER, name), most(QUEUE, name)), (5, 1), "{name}");
    }
    // Eight a second: one in 125 ms.
    let overload = curated(QUEUE, "overload");
    assert_eq!(overload.most_admitted_within_ms(125), 1);
    assert!(curated(METER, "overload").most_admitted_within_ms(125) > 1);
}

#[test]
fn who_gives_up_lets_those_behind_move_up() {
    let trace = curated(QUEUE, "gives-up");
    let admitted = |id| trace.admitted_at(RequestId(id));
    assert_eq!((admitted(2), admitted(3)), (Some(ms(100)), None));
    assert_eq!(
        (admitted(4), admitted(5), admitted(6)),
        (Some(ms(200)), Some(ms(300)), Some(ms(400)))
    );
    assert_eq!(admitted(7), Some(ms(500)), "it came at 160 ms, and passed nobody");
}

#[test]
fn who_would_wait_too_long_is_turned_away() {
    let trace = curated(QUEUE, "short-of-time");
    // 100 and 200 ms are short enough, 300 is not.
    assert_eq!(trace.refused_until(ms(0)), 5);
    assert_eq!(trace.admitted_at(RequestId(9)), Some(ms(300)), "200 ms after it came");
}

/// The curated runs, and some whose numbers are not round.
fn runs(mechanism: Mechanism) -> Vec<Scenario> {
    let crooked = |params: &[(&str, u64)], interventions| Scenario {
        arrivals: vec![
            Arrivals::Poisson { per_second: 9 },
            Arrivals::Burst { at_ms: 333, count: 4 },
        ],
        interventions,
        ..scenario(params, 5000, vec![])
    };
    let mut runs: Vec<_> = (mechanism.curated)().into_iter().map(|run| run.scenario).collect();
    let changes = if mechanism.name == "leaky-queue" {
        vec![
            Intervention::set(700, "rate", 3),
            Intervention::set(1500, "patience", 300),
            Intervention::set(2000, "places", 1),
            Intervention::set(3000, "rate", 7),
            Intervention::set(3050, "patience", 5000),
            Intervention::set(3060, "places", 9),
            dropped(3100, 29),
            dropped(3100, 30),
            dropped(3100, 31),
        ]
    } else {
        vec![
            Intervention::set(700, "rate", 3),
            Intervention::set(2000, "capacity", 2),
            Intervention::set(2400, "rate", 0),
            Intervention::set(3000, "rate", 50),
            Intervention::set(3500, "capacity", 6),
        ]
    };
    runs.push(crooked(&[("rate", 7), ("capacity", 3), ("places", 3)], changes));
    runs.push(crooked(&[("rate", 3), ("capacity", 12), ("places", 12)], vec![]));
    runs.push(crooked(
        &[("rate", 50), ("capacity", 1), ("places", 0)],
        vec![Intervention::set(1000, "rate", 6)],
    ));
    runs
}

#[test]
fn at_every_moment_the_trace_shows_what_the_bucket_holds() {
    for mechanism in ALL {
        for scenario in runs(mechanism) {
            staged::picture_is_true(&mechanism, &scenario);
        }
    }
}

#[test]
fn a_copy_from_the_middle_goes_on_as_the_run_did() {
    for mechanism in ALL {
        for scenario in runs(mechanism) {
            staged::copies_go_on(&mechanism, &scenario);
        }
    }
}

#[test]
fn a_refused_request_is_told_when_it_would_be_accepted() {
    for mechanism in [METER, QUEUE] {
        let runs = runs(mechanism);
        let told = runs.iter().map(|run| staged::refusals_keep_their_word(&mechanism, run));
        let told: usize = told.sum();
        assert!(told > 50, "only {told} refusals of {}", mechanism.name);
    }
}

/// What the code panel lights for each verdict: one line of the mechanism.
#[test]
fn each_verdict_has_one_mark_in_its_source() {
    let marks = |source: &'static str| {
        let marks = source.lines().filter_map(|line| line.split_once("// lit: "));
        let mut words: Vec<&str> = marks.flat_map(|(_, mark)| mark.split(", ")).collect();
        words.sort_unstable();
        words
    };
    let level = include_str!("../src/level.rs");
    assert_eq!(marks(level), ["admitted", "never", "over-capacity", "refused"]);
    let line = include_str!("../src/line.rs");
    assert_eq!(marks(line), ["admitted", "held", "never", "refused", "too-long"]);
    let first = include_str!("../src/first_try.rs");
    assert_eq!(marks(first), ["admitted", "refused"]);
}

/// And each verdict of the runs lights one of those.
#[test]
fn every_verdict_lights_a_line() {
    let mut lit = BTreeSet::new();
    let mut all = |mechanism: Mechanism, scenario: &Scenario| {
        for event in trace(mechanism, scenario).events {
            if let simulation::What::Out(output) = event.what {
                lit.extend((mechanism.lit)(&output).map(|mark| (mechanism.name, mark)));
            }
        }
    };
    let dry = scenario(
        &[("rate", 0), ("capacity", 1)],
        100,
        vec![Planned::at(0), Planned::at(1), Planned::at(2).cost(2)],
    );
    all(METER, &dry);
    for mechanism in [METER, QUEUE] {
        for scenario in &runs(mechanism) {
            all(mechanism, scenario);
        }
    }
    let expected = [
        ("leaky-meter", "admitted"),
        ("leaky-meter", "never"),
        ("leaky-meter", "over-capacity"),
        ("leaky-meter", "refused"),
        ("leaky-queue", "admitted"),
        ("leaky-queue", "held"),
        ("leaky-queue", "refused"),
        ("leaky-queue", "too-long"),
    ];
    assert_eq!(lit.into_iter().collect::<Vec<_>>(), expected);
    let dry = trace(METER, &dry);
    assert_eq!(dry.reading(ms(0)).get("next"), Some(NEVER));
}

/// What was poured in and what is left of it never exceed what drained: the bound
/// of the chapter, at any cost.
#[test]
fn what_went_in_has_drained_or_is_still_there() {
    let scenario = scenario(
        &[("rate", 8), ("capacity", 5)],
        2000,
        vec![
            Planned::at(0).cost(3),
            Planned::at(0).cost(0),
            Planned::at(100).cost(5),
            Planned::at(400).cost(4),
        ],
    );
    let trace = trace(METER, &scenario);
    for at_ms in (0..=2000).step_by(50) {
        let reading = trace.reading(ms(at_ms));
        let gauge = |name| reading.get(name).unwrap();
        let drained = i64::try_from(at_ms).unwrap() * 8000;
        assert!(gauge("accepted") * 1_000_000 - gauge("water") <= drained, "at {at_ms} ms");
        assert!(gauge("water") <= 5_000_000, "at {at_ms} ms");
    }
    assert_eq!(trace.reading(ms(2000)).get("accepted"), Some(3 + 4), "5 had no room");
}
