//! The memory that answers share: drop-in for the parts of [`std::sync`] that
//! the exercises use.
//!
//! Outside an exploration everything here is plain std memory. Inside
//! [`explore`](crate::explore) it is loom's, and each operation is written down
//! with its thread, its values and its source line. Which of the two it is, is
//! decided when the value is made: make it inside the model.
//!
//! `Mutex::try_lock` is absent on purpose: under loom it reports deadlocks that
//! do not exist.

pub use crate::mutex::{Mutex, MutexGuard};

/// Traced versions of the integers and the flag of [`std::sync::atomic`].
pub mod atomic {
    pub use crate::atomic::{AtomicBool, AtomicI32, AtomicI64, AtomicU32, AtomicU64, AtomicUsize};
    pub use std::sync::atomic::Ordering;
}
