//! A run that has been run, to be drawn at any moment of it.

use std::collections::BTreeSet;

use clock::Moment;
use simulation::{Mechanism, Scenario, Trace};

use super::bucket::Bucket;
use super::camera::Camera;
use super::history::{Mark, decisions, marks};
use super::outcome::Outcome;
use super::ribbon::Tape;
use super::scale::Scale;
use super::transport::Transport;
use super::{Legend, Options, Panels, Stage, is_bucket, legend, plain, table};

/// A run of a mechanism, with its trace.
#[derive(Debug)]
pub struct Played<'p> {
    mechanism: &'p Mechanism,
    scenario: &'p Scenario,
    trace: Trace,
    marks: Vec<Mark>,
}

impl<'p> Played<'p> {
    /// Runs it. The error is a sentence that names what to change.
    pub fn run(mechanism: &'p Mechanism, scenario: &'p Scenario) -> Result<Self, String> {
        let params = mechanism.filled(&scenario.params);
        let mut subject = (mechanism.build)(&params)?;
        let trace = simulation::run(scenario, &mut *subject).map_err(|error| error.to_string())?;
        let marks = marks(&trace, !is_bucket(&trace));
        Ok(Self { mechanism, scenario, trace, marks })
    }

    /// The trace of the run.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The marks that this run shows. A bucket's are always the same ones.
    pub fn legend(&self) -> Vec<Legend> {
        if is_bucket(&self.trace) {
            return legend([Outcome::Admitted, Outcome::Refused, Outcome::Waits]);
        }
        let seen: BTreeSet<Outcome> = self.marks.iter().map(|mark| mark.outcome).collect();
        legend(seen)
    }

    /// The frame at `at_ms`; after the end of the run, its end.
    pub fn draw(&self, at_ms: u64, options: &Options) -> Stage {
        let now = Moment::from_millis(at_ms).min(self.trace.until);
        let frame = self.trace.frame(now, self.mechanism.narrator);
        let past = &self.marks[..self.marks.partition_point(|mark| mark.at <= now)];
        let bucket = is_bucket(&self.trace).then(|| Scale::of(&self.trace));
        let tape = Tape { trace: &self.trace, scenario: self.scenario, marks: past, bucket };
        Stage {
            id: options.id.clone(),
            panels: self.panels(now, &frame.reading, bucket),
            ribbon: tape.at(now),
            transport: options.transport.then(|| {
                Transport::at(now, self.mechanism, self.scenario, &self.trace, &self.marks)
            }),
            table: table::rows(&frame),
            frame,
        }
    }

    /// The steps between two moments, with the sentence of each, its time left out.
    pub fn told(&self, from: Moment, until: Moment) -> Vec<(Moment, String)> {
        let mut told = Vec::new();
        let mut next =
            self.trace.step(from).map(|step| step.at).or_else(|| self.trace.next_step(from));
        while let Some(step) = next.filter(|&at| at <= until).and_then(|at| self.trace.step(at)) {
            if let Some(words) = self.mechanism.narrator.tell(&step) {
                told.push((step.at, capital(&words)));
            }
            next = self.trace.next_step(step.at);
        }
        told
    }

    fn panels(&self, now: Moment, reading: &simulation::Reading, bucket: Option<Scale>) -> Panels {
        let Some(scale) = bucket else { return Panels::Plain(plain::numbers(reading)) };
        let camera = Camera::at(now, &self.trace, reading, scale);
        let decisions = decisions(&self.trace, now);
        Panels::Bucket(Box::new((camera, Bucket::at(now, &self.trace, reading, &decisions))))
    }
}

/// With a capital letter, where a sentence stands without its time.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
