//! The last few runs, and places to go on from in them, so that a press late in
//! a long run does not compute it from the start.
//!
//! One thread owns them: a checkpoint holds a subject, which stays where it was
//! made. Everything here only saves time; each answer is that of a run from 0.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use simulation::{Checkpoint, Mechanism, Scenario, Trace, checkpoint};

use crate::query;

/// So many runs are kept.
const RUNS_MAX: usize = 6;
/// Together they have no more keyframes than this: about 40 MB.
const KEYFRAMES_MAX: usize = 300_000;
/// So many checkpoints are kept.
const CHECKPOINTS_MAX: usize = 3;
/// They stand at whole multiples of this, in milliseconds, and not at the start.
const CHECKPOINT_EVERY_MS: u64 = 20_000;

/// What a reader is told then; the terminal has the panic itself.
const PANICKED: &str = "The mechanism panicked in this run: change a parameter, or go back";

type Ran = Result<Arc<Trace>, String>;

/// A run that somebody waits for, and the moment that it is wanted for.
struct Job {
    mechanism: &'static Mechanism,
    scenario: Scenario,
    near_ms: u64,
    reply: Sender<Ran>,
}

static JOBS: OnceLock<Mutex<Sender<Job>>> = OnceLock::new();

/// The trace of a run. The error is a sentence that names what to change.
pub(super) fn run(mechanism: &'static Mechanism, scenario: &Scenario, near_ms: u64) -> Ran {
    let (reply, answer) = mpsc::channel();
    let jobs = JOBS.get_or_init(|| {
        let (jobs, todo) = mpsc::channel();
        thread::spawn(move || {
            let mut known = Known::default();
            for job in todo {
                if catch_unwind(AssertUnwindSafe(|| known.work(&job))).is_err() {
                    // A mechanism's own mistake must not end every later run,
                    // and what it left half done is not gone on from.
                    known = Known::default();
                    let _ = job.reply.send(Err(PANICKED.to_owned()));
                }
            }
        });
        Mutex::new(jobs)
    });
    let job = Job { mechanism, scenario: scenario.clone(), near_ms, reply };
    // If that thread is gone, so is the reply.
    let _ = jobs.lock().unwrap_or_else(PoisonError::into_inner).send(job);
    answer.recv().unwrap_or_else(|_| Err("this run could not be computed".to_owned()))
}

/// What the thread remembers.
#[derive(Default)]
struct Known {
    runs: VecDeque<(String, Arc<Trace>)>,
    places: VecDeque<Place>,
}

/// A checkpoint, and what must be the same to go on from it.
struct Place {
    mechanism: &'static str,
    scenario: Scenario,
    at_ms: u64,
    checkpoint: Checkpoint,
}

impl Known {
    fn work(&mut self, job: &Job) {
        // Nobody may wait any more: then the run is known for the next time.
        let _ = job.reply.send(self.run(job.mechanism, &job.scenario));
        // After the answer: the next one will be faster.
        self.remember(job);
    }

    fn run(&mut self, mechanism: &'static Mechanism, scenario: &Scenario) -> Ran {
        let key = format!("{}?{}", mechanism.name, query::query_of(mechanism, scenario));
        if let Some(place) = self.runs.iter().position(|(known, _)| *known == key)
            && let Some(run) = self.runs.remove(place)
        {
            self.runs.push_back(run.clone());
            return Ok(run.1);
        }
        let place = self.places.iter().filter(|place| place.leads_to(mechanism, scenario));
        let trace = match place.max_by_key(|place| place.at_ms) {
            Some(place) => place.checkpoint.resume(scenario),
            None => simulation::run(scenario, &mut *build(mechanism, scenario)?),
        };
        let trace = Arc::new(trace.map_err(|error| error.to_string())?);
        self.keep(key, Arc::clone(&trace));
        Ok(trace)
    }

    fn keep(&mut self, key: String, trace: Arc<Trace>) {
        self.runs.push_back((key, trace));
        let size = |(_, trace): &(String, Arc<Trace>)| trace.keyframes.len();
        while self.runs.len() > RUNS_MAX
            || self.runs.len() > 1 && self.runs.iter().map(size).sum::<usize>() > KEYFRAMES_MAX
        {
            self.runs.pop_front();
        }
    }

    /// Keeps a place before the moment that was looked at.
    fn remember(&mut self, Job { mechanism, scenario, near_ms, .. }: &Job) {
        let at_ms = near_ms / CHECKPOINT_EVERY_MS * CHECKPOINT_EVERY_MS;
        let has = |place: &Place| place.at_ms == at_ms && place.leads_to(mechanism, scenario);
        if at_ms == 0 || at_ms > scenario.until_ms || self.places.iter().any(has) {
            return;
        }
        let Ok(mut subject) = build(mechanism, scenario) else { return };
        if let Ok(Some(checkpoint)) = checkpoint(scenario, &mut *subject, at_ms) {
            let (scenario, mechanism) = (scenario.clone(), mechanism.name);
            self.places.push_back(Place { mechanism, scenario, at_ms, checkpoint });
        }
        if self.places.len() > CHECKPOINTS_MAX {
            self.places.pop_front();
        }
    }
}

fn build(
    mechanism: &Mechanism,
    scenario: &Scenario,
) -> Result<Box<dyn simulation::Subject>, String> {
    (mechanism.build)(&mechanism.filled(&scenario.params))
}

impl Place {
    /// Whether both runs are the same up to here. What is done later, and how
    /// long they are, makes no difference.
    fn leads_to(&self, mechanism: &Mechanism, other: &Scenario) -> bool {
        let mine = &self.scenario;
        let before = |scenario: &Scenario| {
            scenario.interventions.partition_point(|press| press.at_ms <= self.at_ms)
        };
        self.mechanism == mechanism.name
            && self.at_ms <= other.until_ms
            && (&mine.params, mine.seed, &mine.arrivals)
                == (&other.params, other.seed, &other.arrivals)
            && mine.interventions[..before(mine)] == other.interventions[..before(other)]
    }
}

#[cfg(test)]
mod tests {
    use simulation::{Intervention, Press};

    use super::*;
    use crate::mechanisms;

    #[test]
    fn a_mechanism_that_panics_ends_its_own_run_and_no_other() {
        static BROKEN: Mechanism = Mechanism {
            name: "broken",
            build: |_| panic!("on purpose"),
            ..token_bucket::stage::MECHANISM
        };
        let whole = mechanisms::by_name("token-bucket").unwrap();
        let scenario = Scenario { until_ms: 1000, ..Scenario::default() };
        assert_eq!(run(&BROKEN, &scenario, 0), Err(PANICKED.to_owned()));
        assert!(run(whole, &scenario, 0).is_ok());
    }

    #[test]
    fn a_run_from_a_checkpoint_is_the_run_from_0_and_only_its_own() {
        let mechanism = mechanisms::by_name("token-bucket").unwrap();
        let asked = query::parse(mechanism, "load=20&until=60000&n=25000x9");
        let mut known = Known::default();
        let (reply, _answer) = mpsc::channel();
        let scenario = asked.scenario.clone();
        known.work(&Job { mechanism, scenario, near_ms: 45_000, reply });
        assert_eq!(known.places.len(), 1);
        let pressed = |at_ms| {
            let mut pressed = asked.scenario.clone();
            pressed.interventions.push(Intervention { at_ms, press: Press::Send(30) });
            pressed.interventions.sort_by_key(|press| press.at_ms);
            pressed
        };
        for at_ms in [3000, 40_000, 40_001, 50_000] {
            let scenario = pressed(at_ms);
            let expected = simulation::run(&scenario, &mut *build(mechanism, &scenario).unwrap());
            assert_eq!(*known.run(mechanism, &scenario).unwrap(), expected.unwrap(), "{at_ms}");
            // A press before the checkpoint, or at it, makes another run of it.
            assert_eq!(known.places[0].leads_to(mechanism, &scenario), at_ms > 40_000);
        }
    }
}
