use clock::Moment;

use crate::{Event, Gauge, Knob, Law, Outcome, Output, Request, RequestId, Trace, What, text};

/// One moment of a run: the numbers, and one sentence about them.
///
/// The drawing is somebody else's business; it draws from this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Which moment.
    pub at: Moment,
    /// What the gauges show.
    pub reading: Reading,
    /// What happened last, when and why.
    pub sentence: String,
    /// When that was; `None` before anything happened.
    pub step_at: Option<Moment>,
    /// Requests let through so far, those that still wait included.
    pub accepted: usize,
    /// Requests refused so far.
    pub refused: usize,
}

/// The gauges at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    gauges: Vec<(Gauge, i64)>,
}

impl Reading {
    /// The value of the gauge `name`, in its unit.
    pub fn get(&self, name: &str) -> Option<i64> {
        self.gauges.iter().find(|(gauge, _)| gauge.name == name).map(|&(_, value)| value)
    }

    /// All gauges with their values, in the subject's order.
    pub fn iter(&self) -> impl Iterator<Item = (&Gauge, i64)> {
        self.gauges.iter().map(|(gauge, value)| (gauge, *value))
    }
}

/// Everything that happened at one instant: one press of "next".
#[derive(Clone, Debug)]
pub struct Step<'t> {
    /// When.
    pub at: Moment,
    /// What, in order.
    pub events: &'t [Event],
    /// What the gauges showed before.
    pub before: Reading,
    /// What they showed after.
    pub after: Reading,
}

impl<'t> Step<'t> {
    /// Who came, in order.
    pub fn arrivals(&self) -> Vec<&'t Request> {
        let arrival = |event: &'t Event| match &event.what {
            What::Arrive(request) => Some(request),
            _ => None,
        };
        self.events.iter().filter_map(arrival).collect()
    }

    /// What the mechanism said, in order.
    pub fn outputs(&self) -> impl Iterator<Item = &'t Output> + use<'t> {
        self.events.iter().filter_map(|event| match &event.what {
            What::Out(output) => Some(output),
            _ => None,
        })
    }

    /// What became of `request`: admitted, held or refused.
    pub fn verdict(&self, request: RequestId) -> Option<&'t Output> {
        self.outputs().find(|output| match output {
            Output::Admit(id) | Output::Hold { id, .. } | Output::Refuse { id, .. } => {
                *id == request
            }
            _ => false,
        })
    }

    /// What the reader did, with what came of it where that is not what was
    /// meant. `gave_up` is what a request does that was dropped; without words
    /// for it, it is not told.
    pub fn presses(&self, knobs: &[Knob], gave_up: Option<&str>) -> Vec<String> {
        let after = self.events.iter().skip(1).map(Some).chain([None]);
        let told = self.events.iter().zip(after).filter_map(|(event, next)| {
            let press = match &event.what {
                What::Finish(id, Outcome::Dropped) => format!("request {id} {}", gave_up?),
                What::Set(setting) => {
                    let knob = knobs.iter().find(|knob| knob.name == setting.name)?;
                    format!("\u{201c}{}\u{201d} is {} now", knob.label, knob.words(setting.value))
                }
                _ => return None,
            };
            match next.map(|next| &next.what) {
                Some(What::Out(Output::Note(note))) => Some(note.clone().into_owned()),
                _ => Some(press),
            }
        });
        told.collect()
    }
}

/// Puts a chapter's steps into words. Sentences are made when somebody looks,
/// not while the run goes on.
pub trait Narrate {
    /// Before anything has happened.
    fn start(&self, first: &Reading) -> String;

    /// What happened in one step and why, without the time in front; `None` if
    /// it is not worth a sentence.
    fn tell(&self, step: &Step<'_>) -> Option<String>;
}

impl Trace {
    /// The run at `at`: what a page shows, a print, a screen reader.
    pub fn frame(&self, at: Moment, narrator: &dyn Narrate) -> Frame {
        let past = &self.events[..self.events.partition_point(|event| event.at <= at)];
        let (step_at, sentence) = self
            .last_told(past, narrator)
            .unwrap_or_else(|| (None, narrator.start(&self.reading(Moment::ZERO))));
        let (accepted, refused) = count(past);
        Frame { at, reading: self.reading(at), sentence, step_at, accepted, refused }
    }

    /// What the gauges show at `at`; at a jump, what was left after it.
    pub fn reading(&self, at: Moment) -> Reading {
        self.read(at, self.keyframes.partition_point(|keyframe| keyframe.at <= at))
    }

    /// What the gauges showed just before whatever happened at `at`.
    pub fn reading_before(&self, at: Moment) -> Reading {
        let first = self.keyframes.partition_point(|keyframe| keyframe.at < at);
        let here = self.keyframes.get(first).is_some_and(|keyframe| keyframe.at == at);
        self.read(at, first + usize::from(here))
    }

    /// The step that happened at exactly `at`, if one did.
    pub fn step(&self, at: Moment) -> Option<Step<'_>> {
        let from = self.events.partition_point(|event| event.at < at);
        let until = self.events.partition_point(|event| event.at <= at);
        (from < until).then(|| Step {
            at,
            events: &self.events[from..until],
            before: self.reading_before(at),
            after: self.reading(at),
        })
    }

    /// When the next step after `at` happens.
    pub fn next_step(&self, at: Moment) -> Option<Moment> {
        let next = self.events.partition_point(|event| event.at <= at);
        self.events.get(next).map(|event| event.at)
    }

    /// When the last step before `at` happened.
    pub fn previous_step(&self, at: Moment) -> Option<Moment> {
        let next = self.events.partition_point(|event| event.at < at);
        next.checked_sub(1).map(|last| self.events[last].at)
    }

    fn last_told(
        &self,
        past: &[Event],
        narrator: &dyn Narrate,
    ) -> Option<(Option<Moment>, String)> {
        let mut at = past.last().map(|event| event.at);
        while let Some(step) = at.and_then(|at| self.step(at)) {
            if let Some(told) = narrator.tell(&step) {
                let sentence = format!("At {}: {told}", text::seconds(step.at));
                return Some((Some(step.at), sentence));
            }
            at = self.previous_step(step.at);
        }
        None
    }

    /// The gauges at `at`, with `next` the first keyframe that is still to come.
    fn read(&self, at: Moment, next: usize) -> Reading {
        let Some(last) = next.checked_sub(1).map(|last| &self.keyframes[last]) else {
            return Reading { gauges: Vec::new() };
        };
        let next = self.keyframes.get(next);
        let value = |index: usize, gauge: &Gauge| {
            let from = last.values.get(index).copied().unwrap_or(0);
            match (gauge.law, next.and_then(|next| Some((next.at, *next.values.get(index)?)))) {
                (Law::Line, Some((until, to))) => between((last.at, from), (until, to), at),
                _ => from,
            }
        };
        let gauges = self.heads.iter().enumerate();
        Reading { gauges: gauges.map(|(i, head)| (head.clone(), value(i, head))).collect() }
    }
}

/// The line from one keyframe to the next, rounded down.
fn between((from, a): (Moment, i64), (until, b): (Moment, i64), at: Moment) -> i64 {
    let length = i128::from(until.as_nanos()) - i128::from(from.as_nanos());
    if length <= 0 {
        return a;
    }
    let gone = i128::from(at.as_nanos()) - i128::from(from.as_nanos());
    let moved = ((i128::from(b) - i128::from(a)) * gone).div_euclid(length);
    i64::try_from(i128::from(a) + moved).unwrap_or(b)
}

/// Requests accepted and refused. One that waited and then went counts once.
fn count(past: &[Event]) -> (usize, usize) {
    let mut held = std::collections::BTreeSet::new();
    let (mut accepted, mut refused) = (0, 0);
    for event in past {
        match &event.what {
            What::Out(Output::Hold { id, .. }) => {
                accepted += 1;
                held.insert(*id);
            }
            What::Out(Output::Admit(id)) if !held.remove(id) => accepted += 1,
            What::Out(Output::Refuse { id, .. }) => {
                refused += 1;
                // It waited, and then it did not get its turn.
                accepted -= usize::from(held.remove(id));
            }
            _ => {}
        }
    }
    (accepted, refused)
}
