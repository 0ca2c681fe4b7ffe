//! Builds an answer, asks its grader, and says what came of it.
//!
//! `cargo grade` is this in a terminal, and the workbook's pages are the same in
//! a browser. All of it happens in other processes, with limits on time, memory
//! and output. An answer that never ends does not stop anybody, and what it
//! started ends with its run, unless it left the process group on purpose: this
//! is a guard against accidents on the learner's own machine, and no sandbox.

mod ask;
mod beside;
mod captured;
mod compile;
mod exercise;
mod group;
mod plain;
mod process;
mod progress;
mod report;
mod scenarios;
mod session;
mod stopped;
mod verdict;
mod workspace;

pub use beside::{Beside, Pair};
pub use captured::{Captured, Keep};
pub use compile::{Built, Mistake, Place};
pub use exercise::{Exercise, exercises};
pub use group::Leash;
pub use plain::{plain, short};
pub use process::{End, Ended};
pub use progress::{Done, Progress};
pub use report::{Event, Graded, Outcome, Printed, Report, Test};
pub use scenarios::{Shown, of as scenario_of};
pub use session::{Limits, Manner, Workbook, contained};
pub use stopped::Stopped;
pub use verdict::{Panic, Verdict, killed};
pub use workspace::find;
