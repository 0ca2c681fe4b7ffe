//! The windows on the stage: what the pages show of them is what they do.

use std::time::Duration;

use clock::Moment;
use simulation::{
    Arrivals, Input, Intervention, Mechanism, Output, Params, Planned, Scenario, Trace,
    staged::{self, Step, spied},
};
use window::stage::{COUNTER, FIRST_TRY, FIXED, LOG, NEVER, TWO};

#[path = "stage/words.rs"]
mod words;

const ALL: [Mechanism; 5] = [FIXED, LOG, COUNTER, TWO, FIRST_TRY];

fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

fn trace(mechanism: Mechanism, scenario: &Scenario) -> Trace {
    mechanism.run(scenario).unwrap()
}

fn curated(mechanism: Mechanism, name: &str) -> Trace {
    trace(mechanism, &mechanism.curated(name).unwrap().scenario)
}

/// A run of `List` arrivals, with so many in each second.
fn scenario(limit: u64, until_ms: u64, list: Vec<Planned>) -> Scenario {
    Scenario {
        params: Params::new().with("limit", limit),
        seed: 1,
        until_ms,
        arrivals: vec![Arrivals::List(list)],
        ..Scenario::default()
    }
}

#[test]
fn every_curated_run_makes_a_trace_of_every_version() {
    staged::curated_runs_repeat(&ALL);
}

// spec W-02 to W-05: the figures of the lesson.
#[test]
fn the_lessons_figures_are_what_the_runs_say() {
    for (mechanism, second, fifth) in
        [(FIXED, 200, 200), (LOG, 100, 100), (COUNTER, 200, 100), (TWO, 189, 109)]
    {
        let trace = curated(mechanism, "boundary");
        let most = [1000, 200].map(|length_ms| trace.most_admitted_within_ms(length_ms));
        assert_eq!(most, [second, fifth], "{}", mechanism.name);
    }
    assert_eq!(curated(TWO, "clustered").most_admitted_within_ms(1000), 199);
    assert_eq!(curated(FIRST_TRY, "boundary").most_admitted_within_ms(1000), 100);
    assert_eq!(curated(FIRST_TRY, "early-bird").most_admitted_within_ms(1000), 199);
}

/// After three seconds of nothing, nothing counts, and never more than the limit
/// passes at one moment.
#[test]
fn after_a_pause_the_whole_limit_and_no_more() {
    for mechanism in ALL {
        let trace = curated(mechanism, "after-a-pause");
        assert_eq!(trace.admitted_between(ms(4099), ms(4100)), 10, "{}", mechanism.name);
        assert_eq!(trace.refused_until(ms(4100)), 10, "{}", mechanism.name);
    }
}

/// The smaller curated runs, and some whose numbers are not round.
fn runs() -> Vec<Scenario> {
    let crooked = |limit, window_ms, slots, interventions| Scenario {
        params: Params::new()
            .with("limit", limit)
            .with("window-ms", window_ms)
            .with("slots", slots),
        seed: 3,
        until_ms: 5000,
        arrivals: vec![
            Arrivals::Poisson { per_second: 19 },
            Arrivals::Burst { at_ms: 333, count: 4 },
            Arrivals::List(vec![Planned::at(700).cost(3), Planned::at(1500).cost(0)]),
        ],
        interventions,
    };
    let runs = (FIXED.curated)().into_iter().map(|run| run.scenario);
    let mut runs: Vec<_> = runs.filter(|run| run.params.get("limit", 0) == 10).collect();
    let changes = vec![
        Intervention::set(700, "limit", 3),
        Intervention::set(1500, "slots", 2),
        Intervention::set(2000, "limit", 7),
    ];
    runs.push(crooked(7, 900, 3, changes));
    runs.push(crooked(5, 770, 10, vec![]));
    runs.push(crooked(
        1,
        100,
        1,
        vec![Intervention::set(1000, "limit", 2), Intervention::set(1200, "window-ms", 50)],
    ));
    runs
}

#[test]
fn at_every_moment_the_trace_shows_what_the_window_holds() {
    for mechanism in ALL {
        for scenario in runs() {
            staged::picture_is_true(&mechanism, &scenario);
        }
    }
}

/// The bracket: what passed in the last window, counted from the events.
#[test]
fn the_last_window_is_what_the_events_say() {
    for mechanism in ALL {
        for scenario in runs() {
            let (trace, seen) = spied(&mechanism, &scenario);
            let window_ms = scenario.params.get("window-ms", 1000);
            for at_ms in (0..=scenario.until_ms).step_by(50) {
                let counts =
                    |seen: &&Step| seen.at <= ms(at_ms) && seen.at + ms_long(window_ms) > ms(at_ms);
                let passed =
                    seen.iter().filter(counts).map(|seen| match (&seen.input, &seen.outputs[..]) {
                        (Input::Arrive(request), [Output::Admit(_)]) => i64::from(request.cost),
                        _ => 0,
                    });
                let shown = trace.reading(ms(at_ms)).get("last-window");
                assert_eq!(shown, Some(passed.sum()), "{} at {at_ms} ms", mechanism.name);
            }
        }
    }
}

fn ms_long(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

#[test]
fn a_copy_from_the_middle_goes_on_as_the_run_did() {
    for mechanism in ALL {
        for scenario in runs() {
            staged::copies_go_on(&mechanism, &scenario);
        }
    }
}

/// The first try names a moment that may be wrong.
#[test]
fn a_refused_request_is_told_when_it_would_be_accepted() {
    for mechanism in [FIXED, LOG, COUNTER, TWO] {
        let runs = runs();
        let told = runs.iter().map(|run| staged::refusals_keep_their_word(&mechanism, run));
        let told: usize = told.sum();
        assert!(told > 100, "only {told} refusals of {}", mechanism.name);
    }
}

/// What the code panel lights for each verdict: one line of the mechanism.
#[test]
fn each_verdict_has_one_mark_in_each_mechanism() {
    for source in [
        include_str!("../src/fixed.rs"),
        include_str!("../src/log.rs"),
        include_str!("../src/slots.rs"),
        include_str!("../src/two_windows.rs"),
    ] {
        let marks = source.lines().filter_map(|line| line.split_once("// lit: "));
        let mut words: Vec<&str> = marks.map(|(_, mark)| mark).collect();
        words.sort_unstable();
        assert_eq!(words, ["admitted", "over-limit", "refused"]);
    }
    let request =
        scenario(2, 10, vec![Planned::at(0).cost(3), Planned::at(1).cost(2), Planned::at(2)]);
    for mechanism in [FIXED, LOG, COUNTER, TWO] {
        let (_, seen) = spied(&mechanism, &request);
        let lit: Vec<_> =
            seen.iter().flat_map(|seen| seen.outputs.iter().map(mechanism.lit)).collect();
        assert_eq!(lit, [Some("over-limit"), Some("admitted"), Some("refused")]);
    }
}

#[test]
fn what_cannot_be_built_is_said_with_the_reason() {
    let uneven = Params::new().with("slots", 7);
    let Err(why) = (COUNTER.build)(&uneven) else { panic!("a seventh of a second") };
    assert_eq!(why, "the window must be a whole number of slots, each as long");
    assert!((FIXED.build)(&uneven).is_ok(), "it has no slots");
    assert!((LOG.build)(&Params::new().with("limit", 0)).is_err());
    // A window that never ends within the time there is would be told as "never".
    assert_ne!(
        trace(LOG, &scenario(1, 10, vec![Planned::at(0)])).reading(ms(5)).get("next"),
        Some(NEVER)
    );
}
