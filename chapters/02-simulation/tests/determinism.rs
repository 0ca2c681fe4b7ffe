//! A run is a pure function of its scenario and its mechanism.

use clock::Moment;
use proptest::prelude::*;
use simulation::{
    Frame, Mechanism, Params, Scenario, Subject, Trace, checkpoint, run, service, sleepers,
};

mod common;
use common::{Toy, bytes, cases, scenarios};

const SUBJECTS: [&Mechanism; 4] =
    [&service::MECHANISM, &service::FIRST_TRY, &sleepers::MECHANISM, &sleepers::FIRST_TRY];

/// A service that is busy enough for a run of a quarter of a second.
fn small() -> Params {
    [("workers", 2), ("latency-ms", 9), ("slow-ms", 70), ("slow-from-ms", 40)]
        .into_iter()
        .chain([("slow-until-ms", 120), ("patience-ms", 30), ("step-ms", 25), ("policy", 1)])
        .chain([("queue-max", 4), ("call-limit-ms", 50)])
        .fold(Params::new(), |params, (name, value)| params.with(name, value))
}

fn build(mechanism: &Mechanism) -> Box<dyn Subject> {
    (mechanism.build)(&small()).expect("knobs within their ranges")
}

fn ran(scenario: &Scenario, subject: &mut dyn Subject) -> Trace {
    run(scenario, subject).expect("a run within the limits")
}

/// What a page shows of a run: the picture's numbers and its sentence, at
/// moments that are no keyframes, too.
fn frames(trace: &Trace, mechanism: &Mechanism) -> Vec<Frame> {
    let moments = (0..=trace.until.as_nanos()).step_by(1_700_003).map(Moment::from_nanos);
    moments.map(|at| trace.frame(at, mechanism.narrator)).collect()
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn a_run_gives_the_same_bytes_twice(scenario in scenarios()) {
        let once = ran(&scenario, &mut Toy::default());
        let again = ran(&scenario, &mut Toy::default());
        prop_assert_eq!(bytes(&once), bytes(&again));
    }

    #[test]
    fn the_chapters_mechanisms_give_the_same_bytes_and_frames_twice(scenario in scenarios()) {
        for mechanism in SUBJECTS {
            let once = ran(&scenario, &mut *build(mechanism));
            let again = ran(&scenario, &mut *build(mechanism));
            prop_assert_eq!(bytes(&once), bytes(&again));
            prop_assert_eq!(frames(&once, mechanism), frames(&again, mechanism));
        }
    }

    #[test]
    fn a_fork_shares_everything_before_it(scenario in scenarios(), fork_ms in 0..400u64) {
        let mut until_fork = scenario.clone();
        until_fork.interventions.retain(|press| press.at_ms < fork_ms);
        let fork = Moment::from_millis(fork_ms);
        let before = |trace: Trace| -> Vec<_> {
            trace.events.into_iter().filter(|event| event.at < fork).collect()
        };
        for mechanism in SUBJECTS {
            let old = ran(&scenario, &mut *build(mechanism));
            let new = ran(&until_fork, &mut *build(mechanism));
            prop_assert_eq!(before(old), before(new), "{:?}", mechanism);
        }
    }

    #[test]
    fn a_run_from_a_checkpoint_gives_the_bytes_of_a_run_from_zero(
        scenario in scenarios(), at_ms in 0..400u64,
    ) {
        for mechanism in [&service::MECHANISM, &service::FIRST_TRY] {
            let whole = ran(&scenario, &mut *build(mechanism));
            // The checkpoint knows nothing of what is pressed after it.
            let mut past = scenario.clone();
            past.interventions.retain(|press| press.at_ms <= at_ms);
            let copy = checkpoint(&past, &mut *build(mechanism), at_ms).unwrap().unwrap();
            for _ in 0..2 {
                let resumed = copy.resume(&scenario).unwrap();
                prop_assert_eq!(bytes(&resumed), bytes(&whole), "{:?}", mechanism);
            }
        }
    }
}

#[test]
fn a_subject_without_a_copy_has_no_checkpoint() {
    let scenario = Scenario { until_ms: 10, ..Scenario::default() };
    assert!(checkpoint(&scenario, &mut *build(&sleepers::MECHANISM), 5).unwrap().is_none());
}

#[test]
#[should_panic(expected = "this run ends at 3 ms, before the checkpoint at 5 ms")]
fn a_checkpoint_is_not_resumed_by_a_run_that_ends_before_it() {
    let scenario = Scenario { until_ms: 10, ..Scenario::default() };
    let copy = checkpoint(&scenario, &mut Toy::default(), 5).unwrap().unwrap();
    let _ = copy.resume(&Scenario { until_ms: 3, ..scenario });
}
