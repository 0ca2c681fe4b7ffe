//! What can go wrong in a model apart from its rule.

use crate::lanes::Lanes;
use std::any::Any;
use std::fmt;
use std::panic::resume_unwind;

/// Why a model could not be explored to its end.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The model panicked, with this payload. The panic hook has printed it
    /// already, at the place where it happened.
    Panicked(Box<dyn Any + Send>),
    /// Threads wait for each other for ever; the lanes end where they do.
    Deadlock(Lanes),
    /// One execution made this many steps and was still going: a loop waits for
    /// something that never comes.
    Endless {
        /// The limit that was reached, in operations on shared memory.
        steps: usize,
        /// How it began.
        lanes: Lanes,
    },
    /// The model does something that loom cannot follow; in words.
    Unsupported(String),
    /// The walk was not over after this many executions.
    TooMany {
        /// The limit that was reached.
        executions: usize,
    },
}

impl Failure {
    /// Fails as a test does. A panic of the model is resumed with its own
    /// payload and not printed again.
    ///
    /// # Panics
    ///
    /// Always.
    #[track_caller]
    pub fn raise(self) -> ! {
        match self {
            Failure::Panicked(payload) => resume_unwind(payload),
            other => panic!("{other}"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Panicked(payload) => {
                write!(f, "the model panicked: {}", words(payload.as_ref()))
            }
            Failure::Deadlock(lanes) => write!(
                f,
                "deadlock: a thread waits for a lock that is never given \
                 back.\n\n{lanes}"
            ),
            Failure::Endless { steps, lanes } => write!(
                f,
                "a loop does not end: after {steps} operations on shared \
                 memory the threads were still going.\nA loop that waits for \
                 another thread may wait for ever, and so may a lock of your \
                 own that spins: decide from what you read, or take \
                 Mutex.\n\n{lanes:.8}"
            ),
            Failure::TooMany { executions } => write!(
                f,
                "the walk was not over after {executions} executions: use \
                 fewer threads or operations, or bound it with \
                 `Explorer::new().preemptions(2)`"
            ),
            Failure::Unsupported(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for Failure {}

/// The text of a panic, as far as it has one.
pub(crate) fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "(a panic without words)".to_owned())
}

/// The same inside a run, where the lanes are not drawn yet.
pub(crate) enum Trouble {
    Panic(Box<dyn Any + Send>),
    Deadlock,
    Endless,
    /// The model caught a panic whose destructors used shared memory.
    Caught,
    /// More threads than loom has.
    Crowded,
}
