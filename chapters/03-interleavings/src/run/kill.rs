//! How an execution that cannot go on is ended.
//!
//! The lane that finds out takes the recorder away, so that memory is plain
//! from here on, and unwinds out of loom and the whole walk. Loom then forgets
//! the lanes that were waiting, without running their destructors. What unwinds
//! touches plain memory, and guards forget their turn, so nothing calls back
//! into a model that is being torn down (which would abort the process).

use super::{RUN, Run, Tag, with};
use crate::failure::Trouble;
use std::any::Any;
use std::cell::RefCell;
use std::panic::resume_unwind;
use std::thread::panicking;

thread_local! {
    static DEAD: RefCell<Option<Run>> = const { RefCell::new(None) };
}

/// What a killed execution unwinds with. `resume_unwind` calls no panic hook,
/// so nothing is printed.
struct Killed;

/// The current lane is about to use the memory `tag`. True: through loom.
/// False: as plain memory (it is another execution's, or this lane unwinds).
pub(crate) fn arrive(tag: Tag) -> bool {
    match with(|run| run.arrival(tag)) {
        None | Some(Ok(false)) => false,
        Some(Ok(true)) => true,
        Some(Err(trouble)) => kill(trouble),
    }
}

/// Ends the execution that is under way.
pub(crate) fn kill(trouble: Trouble) -> ! {
    die(Some(trouble));
    resume_unwind(Box::new(Killed))
}

/// Loom itself panicked: no call may go into it any more.
pub(super) fn die(trouble: Option<Trouble>) {
    if let Some(run) = RUN.take() {
        DEAD.set(Some(Run { trouble, ..run }));
    }
}

/// The execution that was killed on this OS thread, if one was.
pub(crate) fn dead() -> Option<Run> {
    RUN.set(None);
    DEAD.take()
}

/// A lane's closure returned or panicked: what it returned, unless that ends
/// the execution.
pub(crate) fn survive<T>(result: Result<T, Box<dyn Any + Send>>) -> T {
    match (super::inside(), result) {
        (true, Ok(value)) => value,
        (true, Err(payload)) => kill(Trouble::Panic(payload)),
        (false, Err(payload)) => resume_unwind(payload),
        // The learner's code caught `Killed` itself.
        (false, Ok(_)) => resume_unwind(Box::new(Killed)),
    }
}

impl Run {
    fn arrival(&mut self, tag: Tag) -> Result<bool, Trouble> {
        if tag.serial != self.serial {
            return Ok(false);
        }
        if panicking() {
            self.unwound = true;
            return Ok(false);
        }
        if self.unwound {
            return Err(Trouble::Caught);
        }
        if self.steps.len() >= self.steps_max {
            return Err(Trouble::Endless);
        }
        Ok(true)
    }
}
