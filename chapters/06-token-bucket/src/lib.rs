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

mod balance;
mod gcra;
mod limit;
mod lock_free;
mod refused;
mod token_bucket;

pub mod stage;

#[cfg(test)]
mod interleavings;
#[cfg(test)]
mod spurious;

pub use balance::Balance;
pub use gcra::Gcra;
pub use limit::{ConfigError, Limit, Rate};
pub use lock_free::GcraBucket;
pub use refused::Refused;
pub use token_bucket::TokenBucket;
