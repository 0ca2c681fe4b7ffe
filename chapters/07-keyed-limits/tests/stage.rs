//! The limiter on the stage: what the pages show of it is what it does.

use clock::Moment;
use keyed_limits::stage::{FIRST_TRY, MECHANISM};
use simulation::{
    Arrivals, Intervention, Mechanism, Params, Planned, RequestId, Scenario, Trace, staged,
};

fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

fn trace(mechanism: Mechanism, scenario: &Scenario) -> Trace {
    mechanism.run(scenario).unwrap()
}

fn curated(mechanism: Mechanism, name: &str) -> Trace {
    trace(mechanism, &MECHANISM.curated(name).unwrap().scenario)
}

fn gauge(trace: &Trace, at_ms: u64, name: &str) -> i64 {
    trace.reading(ms(at_ms)).get(name).unwrap()
}

/// Two tokens a second for each tenant, a bucket of 2; 20 a second and 20 for all;
/// two places.
fn scenario(list: Vec<Planned>) -> Scenario {
    let params = Params::new().with("rate", 120).with("burst", 2).with("places", 2);
    let params = params.with("all-rate", 1200).with("all-burst", 20);
    Scenario { params, until_ms: 5000, arrivals: vec![Arrivals::List(list)], ..Scenario::default() }
}

fn at(at_ms: u64, key: u32) -> Planned {
    Planned::at(at_ms).cost(key)
}

/// The curated runs, and some in which more tenants come than there are places, and
/// the limits change on the way.
fn runs() -> Vec<Scenario> {
    let crooked = |places, interventions| {
        let all = (1..120).map(|i| at(i * 37, u32::try_from(i % 5).unwrap() + 1)).collect();
        let Scenario { params, arrivals, .. } = scenario(all);
        let params = params.with("places", places).with("all-rate", 700).with("all-burst", 3);
        Scenario { params, until_ms: 5000, arrivals, interventions, ..Scenario::default() }
    };
    let mut runs: Vec<_> = (MECHANISM.curated)().into_iter().map(|run| run.scenario).collect();
    runs.push(crooked(2, vec![]));
    let changes = [(700, "rate", 33), (1500, "all-rate", 120), (2000, "burst", 5)];
    let changes = changes.map(|(at_ms, name, value)| Intervention::set(at_ms, name, value));
    runs.push(crooked(3, changes.to_vec()));
    runs
}

#[test]
fn every_curated_run_makes_a_trace_of_both_versions() {
    staged::curated_runs_repeat(&[MECHANISM, FIRST_TRY]);
}

// spec K-01
#[test]
fn the_noisy_neighbour_leaves_the_quiet_ones_alone() {
    let fair = curated(MECHANISM, "noisy-neighbour");
    assert_eq!(["passed-b", "passed-c"].map(|name| gauge(&fair, 10_000, name)), [10, 10]);
    // Eight seconds of flood, 2 a second, and the bucket of 4.
    assert_eq!(gauge(&fair, 10_000, "passed-a"), 4 + 8 * 2 - 1);
    let unfair = curated(MECHANISM, "one-bucket-for-all");
    // Each second at most 6 pass and 22 ask; the first second is quiet for all.
    for name in ["passed-b", "passed-c"] {
        assert!(gauge(&unfair, 9000, name) <= 5, "{name}: {}", gauge(&unfair, 9000, name));
    }
    // No more got through than the bucket of all lets, with or without the others.
    let most = |trace: &Trace| trace.most_admitted_within_ms(1000);
    assert!(most(&fair) <= 16 && most(&unfair) <= 16);
}

// spec K-04
#[test]
fn two_calls_that_the_route_refuses_are_not_charged_to_the_group() {
    for (mechanism, left) in [(MECHANISM, 7), (FIRST_TRY, 5)] {
        let trace = curated(mechanism, "group-and-route");
        assert_eq!(trace.admitted_until(ms(0)), 3, "{}", mechanism.name);
        assert_eq!(gauge(&trace, 0, "all"), left * 1_000_000, "{}", mechanism.name);
    }
}

// spec K-02
#[test]
fn who_is_busy_keeps_its_place_and_who_is_full_is_forgotten() {
    let trace = curated(MECHANISM, "forgotten");
    let admitted = |id| trace.admitted_at(RequestId(id));
    assert_eq!(admitted(2), Some(ms(1)), "by the overflow");
    assert_eq!(admitted(3), None, "a was not forgotten at 1 ms");
    assert_eq!([4, 5].map(admitted), [Some(ms(2001)); 2]);
    assert_eq!(gauge(&trace, 2001, "by-overflow"), 2, "b, and a when it came back");
}

// spec K-02
#[test]
fn strangers_without_end_share_one_bucket_and_the_first_try_remembers_them_all() {
    let trace = curated(MECHANISM, "endless-keys");
    assert_eq!(gauge(&trace, 10_000, "remembered"), 4);
    // A bucket of 4 and 2 a second, for nine seconds.
    assert_eq!(gauge(&trace, 10_000, "by-overflow"), 4 + 9 * 2);
    for name in ["passed-a", "passed-b", "passed-c", "passed-d"] {
        assert_eq!(gauge(&trace, 10_000, name), 21, "{name}: all that it asked for");
    }
    let first = curated(FIRST_TRY, "endless-keys");
    assert_eq!(gauge(&first, 10_000, "remembered"), 4 + 181);
}

#[test]
fn between_two_keyframes_the_picture_shows_what_the_limiter_holds() {
    for mechanism in [MECHANISM, FIRST_TRY] {
        for scenario in runs() {
            staged::picture_is_true(&mechanism, &scenario);
        }
    }
}

#[test]
fn a_run_goes_on_from_a_copy_as_it_would_have_gone_on() {
    for mechanism in [MECHANISM, FIRST_TRY] {
        for scenario in runs() {
            staged::copies_go_on(&mechanism, &scenario);
        }
    }
}

#[test]
fn a_refused_request_is_told_when_it_would_be_accepted() {
    let runs = runs();
    let told = runs.iter().map(|run| staged::refusals_keep_their_word(&MECHANISM, run));
    let told: usize = told.sum();
    assert!(told > 100, "only {told} refusals");
}

#[test]
fn a_change_of_the_limits_gives_nobody_a_token() {
    let mut run = scenario(vec![at(0, 1), at(0, 1), at(1000, 1), at(1000, 1), at(1000, 1)]);
    // From 2 a second to 1 a second at 500 ms, when one token is there.
    run.interventions = vec![
        Intervention::set(500, "rate", 60),
        Intervention::set(500, "burst", 12),
        Intervention::set(600, "places", 1),
    ];
    let trace = trace(MECHANISM, &run);
    assert_eq!(gauge(&trace, 500, "tenant-a"), 1_000_000);
    assert_eq!(gauge(&trace, 999, "tenant-a"), 1_499_000);
    assert_eq!(trace.admitted_between(ms(999), ms(1000)), 1);
    let said = trace.frame(ms(600), MECHANISM.narrator).sentence;
    assert!(said.contains("the number of places is fixed while it runs"), "{said}");
}

#[test]
fn the_sentences_say_what_happened_and_why() {
    let list = vec![
        at(0, 1),
        at(0, 1),
        at(10, 1),
        at(20, 2),
        at(30, 3),
        at(40, 3),
        at(50, 3),
        at(60, 0),
        at(2000, 27),
        at(2000, 27),
    ];
    let trace = trace(MECHANISM, &scenario(list));
    let said = |at_ms| {
        let sentence = trace.frame(ms(at_ms), MECHANISM.narrator).sentence;
        sentence.replace(simulation::text::NO_BREAK, " ")
    };
    for (at_ms, expected) in [
        (0, "At 0.000 s: 2 requests at once, admitted 2 of 2 of a; all together have 18.0."),
        (
            10,
            "At 0.010 s: request 3 of tenant a refused: its own bucket has no token before 490 ms \
             from now; a has 0.0, all together 18.2.",
        ),
        (20, "At 0.020 s: request 4 of tenant b admitted; b has 1.0, all together 17.4."),
        (
            30,
            "At 0.030 s: request 5 of tenant c admitted by the overflow, since all places are \
             busy; c has 1.0, all together 16.6.",
        ),
        (
            50,
            "At 0.050 s: request 7 of tenant c refused: it has no place, and the overflow has no \
             token before 480 ms from now; c has 0.0, all together 16.0.",
        ),
        (60, "At 0.060 s: request 8 belongs to no tenant, so it is not limited."),
        (
            2000,
            "At 2.000 s: 2 requests at once, admitted 2 of 2 of others; all together have 18.0.",
        ),
    ] {
        assert_eq!(said(at_ms), expected);
    }
}
