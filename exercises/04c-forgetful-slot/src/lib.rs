//! Wiring; the file to edit is `answer.rs`, and the task is in README.md.

/// Under the grader the memory is the model's, which can put the threads in
/// every order; everywhere else it is std's.
#[allow(unused_imports, reason = "an answer takes what it needs")]
mod sync {
    #[cfg(test)]
    pub(crate) use interleavings::sync::{Mutex, MutexGuard, atomic};
    #[cfg(not(test))]
    pub(crate) use std::sync::{Mutex, MutexGuard, atomic};
}

#[allow(
    dead_code,
    unused,
    missing_docs,
    clippy::all,
    clippy::pedantic,
    reason = "half-written answers"
)]
mod answer;

#[cfg(test)]
mod grade;
#[cfg(test)]
mod interleavings;

pub use answer::Slot;
