//! Builds an answer, asks its grader, and says what came of it.
//!
//! `cargo grade` is this in a terminal, and the workbook's pages are the same in
//! a browser. All of it happens in other processes, with limits on time, memory
//! and output. An answer that never ends does not stop anybody, and what it
//! started ends with its run, unless it left the process group on purpose: this
//! is a guard against accidents on the learner's own machine, and no sandbox.

mod address;
mod ask;
mod beside;
mod block;
mod bounded;
mod captured;
mod compile;
mod debrief;
mod diff;
mod exercise;
mod explored;
mod fresh;
mod group;
mod hints;
pub mod likeness;
pub mod mechanisms;
mod named;
mod nearest;
mod onward;
mod plain;
pub mod predict;
mod process;
mod progress;
pub mod query;
mod record;
mod report;
mod scenarios;
mod session;
mod stopped;
pub mod tasks;
mod verdict;
mod watch;
mod workspace;

pub use address::Address;
pub use beside::{Beside, Pair};
pub use block::{Block, Named, encoded};
pub use bounded::read_file;
pub use captured::{Captured, Keep};
pub use compile::{Built, Mistake, Place};
pub use debrief::{Debrief, Section};
pub use diff::{DiffLine, diff};
pub use exercise::{Exercise, exercises};
pub use explored::{Counted, EXPLORER, Found, Lanes, Op, Step, Trouble, Value, Which};
pub use group::Leash;
pub use hints::{Hint, hints};
pub use likeness::{Known, Likeness};
pub use named::{Chapter, chapter_named, chapters, exercise_named};
pub use nearest::{distance, is_near, nearest};
pub use onward::onward;
pub use plain::{plain, short};
pub use process::{End, Ended};
pub use progress::{Done, Progress};
pub use record::record;
pub use report::{Event, Graded, Outcome, Printed, Report, Test, sentence};
pub use scenarios::{Shown, of as scenario_of};
pub use session::{Limits, Manner, Workbook, contained};
pub use stopped::Stopped;
pub use verdict::{Panic, Verdict, killed};
pub use watch::watch;
pub use workspace::find;
