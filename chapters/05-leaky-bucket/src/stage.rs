//! How both buckets stand in the simulation: their gauges, their sentences, and
//! the runs that are worth a look.

use simulation::{Knob, Mechanism, Output};

mod curated;
mod first;
mod meter;
mod queue;
mod words;

pub use meter::MeterStage;
pub use queue::QueueStage;

/// The bucket as a meter, as the pages know it.
pub const METER: Mechanism = Mechanism {
    name: "leaky-meter",
    title: "Leaky bucket as a meter",
    question: "Is there room for one more?",
    knobs: &METER_KNOBS,
    build: |params| Ok(Box::new(MeterStage::new(params).map_err(|error| error.to_string())?)),
    narrator: &words::Meter,
    lit: lit_of_meter,
    curated: curated::of_meter,
};

/// The version of [`first_try`](crate::first_try), on the same stage.
pub const METER_FIRST_TRY: Mechanism = Mechanism {
    name: "leaky-meter-first-try",
    title: "Leaky bucket as a meter, first try",
    knobs: &FIRST_KNOBS,
    build: |params| Ok(Box::new(first::FirstStage::new(params))),
    lit: simulation::lit,
    ..METER
};

/// The bucket as a queue, as the pages know it.
pub const QUEUE: Mechanism = Mechanism {
    name: "leaky-queue",
    title: "Leaky bucket as a queue",
    question: "When is it my turn?",
    knobs: &QUEUE_KNOBS,
    build: |params| Ok(Box::new(QueueStage::new(params))),
    narrator: &words::Queue,
    lit: lit_of_queue,
    curated: curated::of_queue,
};

const METER_KNOBS: [Knob; 2] = [
    Knob::number("rate", "Drains a second", (0, 50), 8),
    Knob::number("capacity", "Bucket holds, requests", (1, 12), 5),
];

/// At a rate of 0 it would divide by it.
const FIRST_KNOBS: [Knob; 2] =
    [Knob::number("rate", "Drains a second", (1, 50), 8), METER_KNOBS[1]];

const QUEUE_KNOBS: [Knob; 3] = [
    Knob::number("rate", "Leave a second", (1, 50), 8),
    Knob::number("places", "Waiting places", (0, 12), 5),
    Knob::number("patience", "Longest wait, ms", (0, 10_000), 2000),
];

/// The gauge of a wait that never ends.
pub const NEVER: i64 = i64::MAX;

/// Two refusals that no wait mends.
const NO_ROOM_EVER: &str = "there will never be room";
const OVER_CAPACITY: &str = "more than the bucket can hold";

/// Two ways to be turned away from a line, and one that is for ever.
const FULL: &str = "all places are taken";
const TOO_LONG: &str = "it would wait too long";
const NOBODY_LEAVES: &str = "nobody leaves any more";

/// Those two are decided on lines of their own.
fn lit_of_meter(output: &Output) -> Option<&'static str> {
    match output {
        Output::Refuse { why, .. } if why == NO_ROOM_EVER => Some("never"),
        Output::Refuse { why, .. } if why == OVER_CAPACITY => Some("over-capacity"),
        other => simulation::lit(other),
    }
}

/// And so are these.
fn lit_of_queue(output: &Output) -> Option<&'static str> {
    match output {
        Output::Refuse { why, .. } if why == TOO_LONG => Some("too-long"),
        Output::Refuse { why, .. } if why == NOBODY_LEAVES => Some("never"),
        other => simulation::lit(other),
    }
}

fn count<T: TryInto<i64>>(value: T) -> i64 {
    value.try_into().unwrap_or(i64::MAX)
}
