use std::fmt;
use std::iter::Peekable;
use std::vec;

use clock::Moment;

use crate::arrivals::{Arrival, arrivals};
use crate::{
    Event, Gauge, Gauges, Input, Outcome, Output, Press, Scenario, ScenarioError, Subject, Trace,
    What,
};

/// How often one instant may wake a subject before the run is called off.
const WAKES_AT_ONE_INSTANT_MAX: u32 = 10_000;

/// How many events a run may write: 20 000 requests with ten attempts of five
/// events each.
const EVENTS_MAX: usize = 1_000_000;

/// Where a run is written to while it goes on.
pub trait Sink {
    /// The gauges that every keyframe will hold. Called once, first.
    fn heads(&mut self, heads: &[Gauge]);
    /// Something happened.
    fn event(&mut self, event: Event);
    /// The gauges at `at`. Two keyframes of one instant are a jump: before and after.
    fn keyframe(&mut self, at: Moment, values: &[i64]);
    /// Whether it does anything with keyframes. For one that does not, gauges are read
    /// once, at the start: most of what a run costs is to read them.
    fn keeps_keyframes(&self) -> bool {
        true
    }
    /// The run is whole. Called once, last.
    fn end(&mut self, at: Moment);
}

/// Runs `subject` through `scenario`, on a clock of its own, from 0 to the end.
///
/// The result is a pure function of the two: run twice, get the same bytes.
/// At one instant, what ends comes first, then what is due, then what the
/// reader sets, then what arrives.
pub fn run(scenario: &Scenario, subject: &mut dyn Subject) -> Result<Trace, RunError> {
    let mut trace = Trace::default();
    run_into(scenario, subject, &mut trace)?;
    Ok(trace)
}

/// As [`run`], but writes as it goes: a run that is killed leaves what it had.
pub fn run_into(
    scenario: &Scenario,
    subject: &mut dyn Subject,
    sink: &mut dyn Sink,
) -> Result<(), RunError> {
    let mut runner = Runner::new(scenario, subject, sink)?;
    runner.open();
    runner.go(Moment::from_millis(scenario.until_ms))?;
    runner.close(Moment::from_millis(scenario.until_ms));
    Ok(())
}

/// What the scenario still holds, in order of time.
struct Agenda {
    presses: Peekable<vec::IntoIter<(Moment, Input)>>,
    arrivals: Peekable<vec::IntoIter<Arrival>>,
}

impl Agenda {
    fn new(scenario: &Scenario, arrivals: Vec<Arrival>) -> Self {
        let mut presses: Vec<(Moment, Input)> = scenario
            .interventions
            .iter()
            .filter_map(|intervention| {
                let input = match &intervention.press {
                    Press::Send(_) | Press::SendOne(_) => return None,
                    &Press::Drop(id) => Input::Finish(id, Outcome::Dropped),
                    Press::Set(setting) => Input::Set(setting.clone()),
                };
                Some((Moment::from_millis(intervention.at_ms), input))
            })
            .collect();
        presses.sort_by_key(|&(at, _)| at);
        Self { presses: presses.into_iter().peekable(), arrivals: arrivals.into_iter().peekable() }
    }

    fn next(&mut self) -> Option<Moment> {
        let press = self.presses.peek().map(|&(at, _)| at);
        earliest(press, self.arrivals.peek().map(|arrival| arrival.at))
    }
}

fn earliest(a: Option<Moment>, b: Option<Moment>) -> Option<Moment> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// A run under way.
pub(crate) struct Runner<'r> {
    subject: &'r mut dyn Subject,
    sink: &'r mut dyn Sink,
    agenda: Agenda,
    gauges: Gauges,
    out: Vec<Output>,
    events: usize,
    /// The last instant at which something happened, and how often the subject
    /// has asked to be woken at it.
    last: Moment,
    wakes: u32,
}

impl<'r> Runner<'r> {
    pub(crate) fn new(
        scenario: &Scenario,
        subject: &'r mut dyn Subject,
        sink: &'r mut dyn Sink,
    ) -> Result<Self, RunError> {
        scenario.check()?;
        let agenda = Agenda::new(scenario, arrivals(scenario)?);
        let (gauges, last) = (Gauges::default(), Moment::ZERO);
        Ok(Self { subject, sink, agenda, gauges, out: vec![], events: 0, last, wakes: 0 })
    }

    /// Goes on from a run that has written `events` up to and with `at`.
    pub(crate) fn skip(&mut self, at: Moment, events: usize) {
        while self.agenda.presses.next_if(|&(press, _)| press <= at).is_some() {}
        while self.agenda.arrivals.next_if(|arrival| arrival.at <= at).is_some() {}
        (self.last, self.events) = (at, events);
    }

    /// Everything that happens up to `until`, inclusive.
    pub(crate) fn go(&mut self, until: Moment) -> Result<(), RunError> {
        let due = |at: &Moment| *at <= until;
        loop {
            let wake = self.subject.wake();
            let Some(next) = earliest(self.agenda.next(), wake).filter(due) else { return Ok(()) };
            // A subject that asks for a time that has passed is called at once.
            let now = next.max(self.last);
            self.wakes = if now == self.last { self.wakes + 1 } else { 0 };
            if self.wakes > WAKES_AT_ONE_INSTANT_MAX {
                return Err(RunError::Stuck { at: now });
            }
            self.last = now;
            self.keyframe(now);
            self.instant(now, wake)?;
            self.keyframe(now);
        }
    }

    pub(crate) fn close(&mut self, until: Moment) {
        self.keyframe(until);
        self.sink.end(until);
    }

    pub(crate) fn open(&mut self) {
        self.subject.gauges(Moment::ZERO, &mut self.gauges);
        self.sink.heads(self.gauges.heads());
        self.sink.keyframe(Moment::ZERO, self.gauges.values());
    }

    fn keyframe(&mut self, at: Moment) {
        if !self.sink.keeps_keyframes() {
            return;
        }
        self.gauges.clear();
        self.subject.gauges(at, &mut self.gauges);
        self.sink.keyframe(at, self.gauges.values());
    }

    /// All of one instant; `wake` is what the subject asked for before it.
    fn instant(&mut self, now: Moment, mut wake: Option<Moment>) -> Result<(), RunError> {
        let mut settings = Vec::new();
        while let Some((_, input)) = self.agenda.presses.next_if(|&(at, _)| at <= now) {
            match input {
                Input::Finish(id, outcome) => {
                    self.write(now, What::Finish(id, outcome))?;
                    self.feed(now, input)?;
                    wake = self.subject.wake();
                }
                setting => settings.push(setting),
            }
        }
        if wake.is_some_and(|at| at <= now) {
            self.feed(now, Input::Wake)?;
        }
        for input in settings {
            if let Input::Set(setting) = &input {
                self.write(now, What::Set(setting.clone()))?;
            }
            self.feed(now, input)?;
        }
        while let Some(arrival) = self.agenda.arrivals.next_if(|arrival| arrival.at <= now) {
            self.write(now, What::Arrive(arrival.request))?;
            self.feed(now, Input::Arrive(arrival.request))?;
        }
        Ok(())
    }

    fn feed(&mut self, now: Moment, input: Input) -> Result<(), RunError> {
        let mut out = std::mem::take(&mut self.out);
        self.subject.on(now, input, &mut out);
        for output in out.drain(..) {
            self.write(now, What::Out(output))?;
        }
        self.out = out;
        Ok(())
    }

    fn write(&mut self, at: Moment, what: What) -> Result<(), RunError> {
        self.events += 1;
        if self.events > EVENTS_MAX {
            return Err(RunError::TooManyEvents { at });
        }
        self.sink.event(Event { at, what });
        Ok(())
    }
}

/// Why a run has no trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// The scenario is over a limit.
    Scenario(ScenarioError),
    /// The subject asks to be woken again and again at one instant: its
    /// [`Subject::wake`] never moves on.
    Stuck {
        /// That instant.
        at: Moment,
    },
    /// The subject writes without end.
    TooManyEvents {
        /// When the limit was passed.
        at: Moment,
    },
}

impl From<ScenarioError> for RunError {
    fn from(error: ScenarioError) -> Self {
        Self::Scenario(error)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scenario(error) => error.fmt(f),
            Self::Stuck { at } => write!(
                f,
                "at {at} the mechanism asked to be woken {WAKES_AT_ONE_INSTANT_MAX} times without \
                 time going on: what `wake` returns must be later than the last wake"
            ),
            Self::TooManyEvents { at } => write!(
                f,
                "by {at} the mechanism had written {EVENTS_MAX} events, the most that a run holds"
            ),
        }
    }
}

impl std::error::Error for RunError {}
