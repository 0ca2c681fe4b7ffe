#![doc = include_str!("../README.md")]
#![doc(test(attr(deny(warnings))))]

/// Where the shared memory comes from: std's, or in unit tests the traced one
/// that the model checker can interleave.
mod sync {
    #[cfg(test)]
    pub(crate) use interleavings::sync::{Mutex, atomic};
    #[cfg(not(test))]
    pub(crate) use std::sync::{Mutex, atomic};
}

pub mod first_try;

mod fixed;
mod limit;
mod limiter;
mod log;
mod refused;
mod ring;
mod rule;
mod sliding_counter;
mod slots;
mod two_windows;

pub mod stage;

#[cfg(test)]
mod interleavings;

pub use fixed::Fixed;
pub use limit::{ConfigError, Limit};
pub use limiter::{FixedWindow, Limiter, SlidingLog, TwoWindows};
pub use log::Log;
pub use refused::Refused;
pub use ring::Ring;
pub use rule::Rule;
pub use sliding_counter::SlidingCounter;
pub use slots::{Next, Slot, Slots};
pub use two_windows::Two;
