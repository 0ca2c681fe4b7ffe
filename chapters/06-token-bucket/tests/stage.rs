//! The bucket on the stage: what the pages show of it is what it does.

use clock::Moment;
use simulation::{
    Arrivals, Intervention, Mechanism, Params, Planned, Press, RequestId, Scenario, Trace, run,
    staged,
};
use token_bucket::stage::{FIRST_TRY, MECHANISM};

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

/// A run of `List` arrivals, as the parameters say.
fn scenario(params: [u64; 3], until_ms: u64, list: Vec<Planned>) -> Scenario {
    let [rate, burst, credit] = params;
    let params = Params::new().with("rate", rate).with("burst", burst).with("credit", credit);
    Scenario {
        params,
        seed: 1,
        until_ms,
        arrivals: vec![Arrivals::List(list)],
        ..Scenario::default()
    }
}

#[test]
fn every_curated_run_makes_a_trace_of_both_versions() {
    staged::curated_runs_repeat(&[MECHANISM, FIRST_TRY]);
}

// spec T-03
#[test]
fn after_a_pause_five_of_eight_get_through() {
    let trace = curated("after-a-pause");
    assert_eq!(trace.admitted_between(ms(999), ms(1000)), 5);
    assert_eq!(trace.refused_until(ms(1000)), 3);
}

#[test]
fn a_quiet_night_brings_five_and_the_first_try_brings_a_flood() {
    assert_eq!(curated("quiet-night").admitted_between(ms(9999), ms(10_000)), 5);
    let scenario = MECHANISM.curated("quiet-night").unwrap().scenario;
    // 5 at the start, 50 in ten seconds, and 10 of them taken, from 0 to 9 s.
    assert_eq!(trace(FIRST_TRY, &scenario).admitted_between(ms(9999), ms(10_000)), 45);
}

// spec T-04
#[test]
fn twenty_waits_pass_at_the_pace_of_the_tokens() {
    let trace = curated("twenty-waits");
    for (request, at_ms) in [(5, 0), (6, 100), (10, 500), (20, 1500)] {
        assert_eq!(trace.admitted_at(RequestId(request)), Some(ms(at_ms)), "request {request}");
    }
    assert_eq!(trace.refused_until(trace.until), 0);
}

#[test]
fn who_gives_up_leaves_the_others_their_times() {
    let trace = curated("gives-up");
    let admitted = |id| trace.admitted_at(RequestId(id));
    assert_eq!((admitted(7), admitted(8), admitted(9)), (Some(ms(200)), None, Some(ms(400))));
    // The token that was put back is what request 10 gets, at once with 9.
    assert_eq!(admitted(10), Some(ms(400)));
}

/// The curated runs, and some whose numbers are not round.
fn runs() -> Vec<Scenario> {
    let crooked = |params, interventions| Scenario {
        arrivals: vec![
            Arrivals::Poisson { per_second: 9 },
            Arrivals::Burst { at_ms: 333, count: 4 },
        ],
        interventions,
        ..scenario(params, 5000, vec![])
    };
    let mut runs: Vec<_> = (MECHANISM.curated)().into_iter().map(|run| run.scenario).collect();
    let changes = vec![
        Intervention::set(700, "rate", 3),
        Intervention::set(1500, "credit", 2),
        Intervention::set(2000, "burst", 2),
        Intervention::set(2400, "rate", 0),
        Intervention::set(3000, "rate", 50),
        Intervention { at_ms: 3100, press: Press::Drop(RequestId(30)) },
    ];
    runs.push(crooked([7, 3, 2], changes));
    runs.push(crooked([3, 12, 1], vec![]));
    runs.push(crooked([50, 1, 5], vec![Intervention::set(1000, "rate", 6)]));
    runs
}

#[test]
fn at_every_moment_the_trace_shows_what_the_bucket_holds() {
    for mechanism in [MECHANISM, FIRST_TRY] {
        for scenario in runs() {
            staged::picture_is_true(&mechanism, &scenario);
        }
    }
}

#[test]
fn a_copy_from_the_middle_goes_on_as_the_run_did() {
    for scenario in runs() {
        staged::copies_go_on(&MECHANISM, &scenario);
    }
}

#[test]
fn a_refused_request_is_told_when_it_would_be_accepted() {
    let runs = runs();
    let told = runs.iter().map(|run| staged::refusals_keep_their_word(&MECHANISM, run));
    let told: usize = told.sum();
    assert!(told > 100, "only {told} refusals");
}

/// What the code panel lights for each verdict: one line of the mechanism.
#[test]
fn each_verdict_has_one_mark_in_the_mechanism() {
    let source = include_str!("../src/balance.rs");
    let marks = source.lines().filter_map(|line| line.split_once("// lit: ")).map(|(_, mark)| mark);
    let words: Vec<&str> = marks.flat_map(|mark| mark.split(", ")).collect();
    for word in ["admitted", "held", "refused", "never", "over-burst"] {
        let count = words.iter().filter(|&&marked| marked == word).count();
        assert_eq!(count, 1, "`// lit: {word}`");
    }
    assert_eq!(words.len(), 5, "{words:?}");
}

#[test]
fn credit_is_for_what_flows_in_and_lends_to_the_last_token() {
    // A third of a second is no whole number of nanoseconds, and still it lends.
    let lends = trace(MECHANISM, &scenario([3, 1, 1], 2000, vec![Planned::at(0), Planned::at(0)]));
    assert_eq!(lends.admitted_at(RequestId(2)), Some(Moment::from_nanos(333_333_334)));
    // Without a rate there is nothing to lend.
    let dry = trace(MECHANISM, &scenario([0, 1, 5], 2000, vec![Planned::at(0), Planned::at(0)]));
    assert_eq!(dry.refused_until(ms(0)), 1);
    assert_eq!(dry.reading(ms(0)).get("next"), Some(token_bucket::stage::NEVER));
}

/// What was given out and what is left never exceed what flowed in: the gauges
/// that the picture's ceiling is drawn from, at any cost and after a drop.
#[test]
fn what_was_given_out_and_what_is_left_are_what_flowed_in() {
    let params = Params::new().with("rate", 8).with("burst", 5).with("credit", 4);
    let scenario = Scenario {
        params: params.clone(),
        until_ms: 2000,
        arrivals: vec![Arrivals::List(vec![
            Planned::at(0).cost(3),
            Planned::at(0).cost(0),
            Planned::at(100).cost(5),
            Planned::at(300),
            Planned::at(900).cost(4),
        ])],
        interventions: vec![Intervention { at_ms: 200, press: Press::Drop(RequestId(3)) }],
        ..Scenario::default()
    };
    let mut subject = (MECHANISM.build)(&params).expect("its knobs");
    let trace = run(&scenario, subject.as_mut()).expect("a small run");
    for ms in (0..=2000).step_by(50) {
        let reading = trace.reading(Moment::from_millis(ms));
        let gauge = |name| reading.get(name).expect("a gauge");
        let seen = gauge("accepted") * 1_000_000 + gauge("level");
        let bound = 5_000_000 + i64::try_from(ms).expect("small") * 8_000;
        assert!(seen <= bound, "at {ms} ms: {seen} of at most {bound}");
    }
    let end = trace.reading(Moment::from_millis(2000));
    assert_eq!(end.get("accepted"), Some(3 + 1 + 4), "3, 0, 5 that came back, 1 and 4");
}
