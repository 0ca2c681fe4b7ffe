use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use clock::Moment;

/// What stands in the simulation: a mechanism that things happen to.
///
/// Everything hangs on this trait. A subject reads no clock and draws no
/// random number: the same inputs give the same outputs, and so a run is a
/// value.
pub trait Subject {
    /// One thing happens at `now`; what follows from it is pushed onto `out`, in order.
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>);

    /// When it wants to be called by itself next: a waiter is due, a cool-off
    /// ends, a line bends (a keyframe). It is called with [`Input::Wake`] then.
    fn wake(&self) -> Option<Moment>;

    /// What the picture shows: named integers with their unit. The names, and
    /// their order, are the same in every call.
    fn gauges(&self, now: Moment, gauges: &mut Gauges);

    /// A copy to resume long runs from; without one, runs start at 0.
    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        None
    }
}

/// The number of a request: 1 is the first to arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u32);

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its number.
    pub id: RequestId,
    /// What it asks for, in the mechanism's unit: tokens of a bucket,
    /// milliseconds of a sleeper.
    pub cost: u32,
    /// How long its caller is ready to wait; `None`: as long as it takes, or
    /// not at all, as the mechanism has it.
    pub patience: Option<Duration>,
}

/// What can happen to a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A request arrives.
    Arrive(Request),
    /// A request has ended, outside of the subject.
    Finish(RequestId, Outcome),
    /// The time has come that [`Subject::wake`] asked for.
    Wake,
    /// The reader turns a knob.
    Set(Setting),
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was answered.
    Ok,
    /// The dependency failed.
    Failed,
    /// Nobody answered in time.
    TimedOut,
    /// Its caller went away: the future was dropped.
    Dropped,
}

/// A knob and its new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Which parameter, by the name it has in the scenario.
    pub name: String,
    /// Its new value, in the parameter's unit.
    pub value: u64,
}

/// What a subject decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// The request may go.
    Admit(RequestId),
    /// The request may not go.
    Refuse {
        /// Which one.
        id: RequestId,
        /// The rule that it met, in a few words.
        why: Cow<'static, str>,
        /// When the same request would pass, if nothing else came; `None` if
        /// nobody can say.
        retry_at: Option<Moment>,
    },
    /// The request has been accepted and waits; an `Admit` follows.
    Hold {
        /// Which one.
        id: RequestId,
        /// When it will go, if that is known already.
        until: Option<Moment>,
    },
    /// A request came to its end inside of the subject.
    Done(RequestId, Outcome),
    /// The subject went from one state to another.
    Change {
        /// The state before.
        from: Cow<'static, str>,
        /// The state after.
        to: Cow<'static, str>,
        /// What made it change.
        why: Cow<'static, str>,
    },
    /// Something worth a word that changed no state.
    Note(Cow<'static, str>),
}

/// The unit of a gauge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Millionths of a token.
    MicroTokens,
    /// Nanoseconds.
    Nanos,
    /// Things.
    Count,
}

/// How a gauge moves between two keyframes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// In a straight line.
    Line,
    /// It holds its value until the next keyframe.
    Step,
}

/// The head of one gauge: what it is, without its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gauge {
    /// One word or more, with dashes: `level`, `in-flight`.
    pub name: Cow<'static, str>,
    /// What its integers count.
    pub unit: Unit,
    /// How it moves between keyframes. The law is part of the gauge: a step
    /// drawn as a line shows values that never were.
    pub law: Law,
}

/// Where a subject writes its gauges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gauges {
    heads: Vec<Gauge>,
    values: Vec<i64>,
}

impl Gauges {
    /// A quantity that moves in straight lines; the subject must wake where
    /// the line bends.
    pub fn line(&mut self, name: &'static str, unit: Unit, value: i64) {
        self.push(name, unit, Law::Line, value);
    }

    /// A quantity that jumps.
    pub fn step(&mut self, name: &'static str, unit: Unit, value: i64) {
        self.push(name, unit, Law::Step, value);
    }

    /// What has been written, head by head.
    pub fn heads(&self) -> &[Gauge] {
        &self.heads
    }

    /// The values, in the order of the heads.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// Forgets the values. The heads stay: they are the same the next time.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    fn push(&mut self, name: &'static str, unit: Unit, law: Law, value: i64) {
        if self.heads.len() == self.values.len() {
            self.heads.push(Gauge { name: Cow::Borrowed(name), unit, law });
        }
        self.values.push(value);
    }
}
