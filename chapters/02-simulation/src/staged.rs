//! What every mechanism on the stage must hold, for the tests of its chapter: a
//! picture that shows what is, runs that repeat, copies that go on, refusals that
//! keep their word. Each function panics with the place where it does not.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use clock::Moment;

use crate::{
    Gauges, Input, Law, Mechanism, Output, Request, RequestId, Rng, Scenario, Subject, Trace, run,
};

/// Moments at which a picture is compared with its mechanism, besides the keyframes.
const MOMENTS: usize = 2000;

/// One thing that happened to a subject.
pub struct Step {
    /// When.
    pub at: Moment,
    /// What.
    pub input: Input,
    /// What it said to that.
    pub outputs: Vec<Output>,
    /// The subject as it was afterwards.
    pub after: Box<dyn Subject>,
}

/// Writes its steps down.
struct Spy {
    subject: Box<dyn Subject>,
    seen: Rc<RefCell<Vec<Step>>>,
}

impl Subject for Spy {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        let before = out.len();
        self.subject.on(now, input.clone(), out);
        let outputs = out[before..].to_vec();
        self.seen.borrow_mut().push(Step { at: now, input, outputs, after: copy(&*self.subject) });
    }

    fn wake(&self) -> Option<Moment> {
        self.subject.wake()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        self.subject.gauges(now, gauges);
    }
}

/// Runs `mechanism` through `scenario`, and writes every step down.
pub fn spied(mechanism: &Mechanism, scenario: &Scenario) -> (Trace, Vec<Step>) {
    let seen = Rc::default();
    let mut spy = Spy { subject: built(mechanism, scenario), seen: Rc::clone(&seen) };
    let trace = run(scenario, &mut spy).expect("a run within the limits");
    (trace, seen.take())
}

/// The curated runs of the first have names of their own, something to see at the
/// moment to look at first, and the same trace if they are run twice, in each version.
pub fn curated_runs_repeat(versions: &[Mechanism]) {
    let runs = versions.first().map(|first| (first.curated)()).unwrap_or_default();
    let names: BTreeSet<_> = runs.iter().map(|run| run.name).collect();
    assert!(!runs.is_empty() && names.len() == runs.len(), "two runs with one name, or none");
    for curated in runs {
        assert!(curated.at_ms <= curated.scenario.until_ms, "{}", curated.name);
        for mechanism in versions {
            let words = format!("{} of {}", curated.name, mechanism.name);
            let trace = mechanism.run(&curated.scenario).expect(&words);
            let frame = trace.frame(Moment::from_millis(curated.at_ms), mechanism.narrator);
            assert!(frame.step_at.is_some(), "nothing to see yet in {words}");
            let again = mechanism.run(&curated.scenario).expect(&words);
            assert!(trace == again, "another run: {words}");
        }
    }
}

/// Between the keyframes, too, the trace shows what the mechanism would say, to the
/// last digit of a line: where a line bends there is a keyframe.
pub fn picture_is_true(mechanism: &Mechanism, scenario: &Scenario) {
    let (trace, seen) = spied(mechanism, scenario);
    let start = built(mechanism, scenario);
    let mut rng = Rng::stream(7, 0);
    let moments = (0..MOMENTS).map(|_| Moment::from_nanos(rng.below(trace.until.as_nanos())));
    for at in trace.keyframes.iter().map(|keyframe| keyframe.at).chain(moments) {
        let past = seen.partition_point(|step| step.at <= at);
        let subject = past.checked_sub(1).map_or(&start, |last| &seen[last].after);
        let mut gauges = Gauges::default();
        subject.gauges(at, &mut gauges);
        for ((gauge, shown), &real) in trace.reading(at).iter().zip(gauges.values()) {
            let slack = u64::from(gauge.law == Law::Line);
            assert!(
                shown.abs_diff(real) <= slack,
                "{} of {} at {at}: {shown} is shown, {real} it is\n{scenario:?}",
                gauge.name,
                mechanism.name,
            );
        }
    }
}

/// A copy from the middle of a run goes on as the run did, whatever happens to the other.
pub fn copies_go_on(mechanism: &Mechanism, scenario: &Scenario) {
    let (_, seen) = spied(mechanism, scenario);
    for middle in [0, seen.len() / 3, seen.len() / 2] {
        let mut going_on = copy(&*seen[middle].after);
        for Step { at, input, outputs, after } in &seen[middle + 1..] {
            let mut out = vec![];
            going_on.on(*at, input.clone(), &mut out);
            assert_eq!(&out, outputs, "{} at {at}", mechanism.name);
            assert_eq!(going_on.wake(), after.wake(), "{} at {at}", mechanism.name);
        }
    }
}

/// At the moment that a refusal names the same request is accepted, and a nanosecond
/// before it is not. How many refusals named one.
pub fn refusals_keep_their_word(mechanism: &Mechanism, scenario: &Scenario) -> usize {
    let mut told = 0;
    for Step { at, input, outputs, after } in spied(mechanism, scenario).1 {
        let (Input::Arrive(request), Some(&Output::Refuse { retry_at: Some(retry_at), .. })) =
            (input, outputs.last())
        else {
            continue;
        };
        assert!(retry_at > at, "{}: refused at {at}, until {retry_at}", mechanism.name);
        told += 1;
        let again = |now: Moment| {
            let (mut out, mut subject) = (vec![], copy(&*after));
            subject.on(now, Input::Arrive(Request { id: RequestId(0), ..request }), &mut out);
            !matches!(out.last(), Some(Output::Refuse { .. }))
        };
        assert!(again(retry_at), "{}: refused again at {retry_at}", mechanism.name);
        let before = retry_at.saturating_sub(Duration::from_nanos(1));
        assert!(!again(before), "{}: {retry_at} is late", mechanism.name);
    }
    told
}

fn built(mechanism: &Mechanism, scenario: &Scenario) -> Box<dyn Subject> {
    (mechanism.build)(&mechanism.filled(&scenario.params)).expect("parameters that it takes")
}

fn copy(subject: &dyn Subject) -> Box<dyn Subject> {
    subject.snapshot().expect("a mechanism on the stage can be copied")
}
