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

mod cells;
mod changes;
mod forwarded;
mod key;
mod keyed;
mod layers;
mod limits;
mod readings;
mod table;

pub mod stage;

#[cfg(test)]
mod interleavings;

pub use forwarded::{Network, NetworkError, Proxies};
pub use key::{Asked, Key, KeyBy};
pub use keyed::KeyedLimiter;
pub use layers::{Layer, take_all};
pub use limits::{ConfigError, Limits};
