#![doc = include_str!("../README.md")]
#![doc(test(attr(deny(warnings))))]

/// Where the shared memory comes from: std's, or in unit tests the traced one
/// that the model checker can interleave.
mod sync {
    #[cfg(test)]
    pub(crate) use interleavings::sync::{Mutex, MutexGuard};
    #[cfg(not(test))]
    pub(crate) use std::sync::{Mutex, MutexGuard};
}

pub mod first_try;

mod level;
mod line;
mod meter;
mod pace;
mod queue;
mod refused;

pub mod stage;

#[cfg(test)]
mod interleavings;

pub use level::Level;
pub use line::{Line, Turn};
pub use meter::Meter;
pub use pace::{ConfigError, Pace};
pub use queue::Queue;
pub use refused::{Refused, TurnedAway};
