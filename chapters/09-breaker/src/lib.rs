#![doc = include_str!("../README.md")]
#![doc(test(attr(deny(warnings))))]

/// Where the shared memory comes from: std's, or in unit tests the traced one
/// that the model checker can interleave.
mod sync {
    #[cfg(test)]
    pub(crate) use interleavings::sync::{Mutex, MutexGuard, atomic};
    #[cfg(not(test))]
    pub(crate) use std::sync::{Mutex, MutexGuard, atomic};
}

pub mod first_try;

mod breaker;
mod call;
mod change;
mod classify;
mod config_error;
mod machine;
mod p95;
mod packed;
mod packed_permit;
mod permit;
mod phase;
mod readings;
mod recent;
mod refused;
mod ring;
mod rule;
mod settings;
mod slots;
mod told;
mod transitions;
mod watch;
mod word;

pub mod stage;

#[cfg(test)]
mod interleavings;
#[cfg(test)]
mod spurious;
#[cfg(test)]
mod words;

pub use breaker::Breaker;
pub use call::CallError;
pub use change::{Change, Counted, State, Ticket, Verdict, Why};
pub use classify::Outcome;
pub use config_error::ConfigError;
pub use machine::Machine;
pub use packed::PackedBreaker;
pub use packed_permit::PackedPermit;
pub use permit::Permit;
pub use refused::Refused;
pub use ring::{Cell, Ring};
pub use settings::{Settings, Slow, Trigger, Window};
pub use slots::{SLOTS, Slot, Slots};
pub use watch::Watch;
