use clock::Moment;

use crate::{Gauge, Outcome, Output, Request, RequestId, Setting, Sink};

/// A run as a value: what happened, and what the gauges showed.
///
/// Times are integers. Between two keyframes a gauge moves as its law says, so
/// the trace is exact at every nanosecond and not only where somebody looked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The gauges that each keyframe holds.
    pub heads: Vec<Gauge>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// What the gauges showed, in order of time.
    pub keyframes: Vec<Keyframe>,
    /// When the run ended.
    pub until: Moment,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// When.
    pub at: Moment,
    /// What.
    pub what: What,
}

/// What can have happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A request arrived.
    Arrive(Request),
    /// A request ended, from the outside.
    Finish(RequestId, Outcome),
    /// The reader turned a knob.
    Set(Setting),
    /// The subject decided something.
    Out(Output),
}

/// The gauges at one moment. Two keyframes of the same moment are a jump: the
/// first is what was found, the second what was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyframe {
    /// When.
    pub at: Moment,
    /// One value a gauge, in the order of [`Trace::heads`].
    pub values: Vec<i64>,
}

/// A trace may be recorded in memory. A keyframe that says nothing new is left out.
impl Sink for Trace {
    fn heads(&mut self, heads: &[Gauge]) {
        self.heads = heads.to_vec();
    }

    fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    fn keyframe(&mut self, at: Moment, values: &[i64]) {
        let known =
            self.keyframes.last().is_some_and(|last| last.at == at && last.values == values);
        if !known {
            // Three at one instant: the one in the middle was never seen.
            if let [.., a, b] = self.keyframes.as_mut_slice()
                && a.at == at
                && b.at == at
            {
                b.values = values.to_vec();
            } else {
                self.keyframes.push(Keyframe { at, values: values.to_vec() });
            }
        }
    }

    fn end(&mut self, at: Moment) {
        self.until = at;
    }
}
