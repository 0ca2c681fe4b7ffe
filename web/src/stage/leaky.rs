//! The panels of the leaky bucket: as a queue, and as a meter.

mod funnel;
mod lanes;
mod line;
mod meter;
mod poured;
mod queue;

pub(super) use meter::Meter;
pub(super) use queue::Queue;
