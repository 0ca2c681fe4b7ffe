//! Runs learners' answers one at a time, and keeps what came of them for the
//! pages. How one is built and graded is the business of [`grader`]. The
//! explorer of shipped models is run here as well.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use grader::{Leash, Manner};
use tokio::sync::Semaphore;

use crate::contents::Exercise;

mod comparison;
mod explorer;
mod report;
mod ribbons;
mod token;

pub use grader::{Limits, Workbook};
pub use report::Report;

pub(crate) use explorer::Explored;
pub(crate) use report::{Beside, Telling};

use token::Token;

/// So many may wait for their turn; more are asked to come back.
const WAITING_MAX: usize = 4;

/// Everything that runs answers. Clones share it.
#[derive(Clone, Debug)]
pub struct Runs {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    place: Result<Workbook, Off>,
    token: Token,
    /// One run at a time.
    turn: Arc<Semaphore>,
    /// Who waits for a turn, and who has it.
    queue: Arc<Semaphore>,
    last: Mutex<HashMap<&'static str, Arc<Report>>>,
    explored: explorer::Memory,
    leash: Leash,
}

/// Why nothing is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Off {
    /// Whoever started the server wants it so.
    Asked,
    /// Others can reach the server.
    Reachable,
    /// The exercises are not on this machine.
    Nowhere,
}

/// Too many runs are waiting already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

impl Runs {
    /// Runs nothing, and says why.
    pub fn off(why: Off) -> Self {
        Self::new(Err(why))
    }

    /// Runs the answers of the workbook in or above the current folder, or of
    /// the one that this program was built in.
    pub fn find() -> Self {
        Self::new(Workbook::find().ok_or(Off::Nowhere))
    }

    /// Runs the answers of `workbook`.
    pub fn at(workbook: Workbook) -> Self {
        Self::new(Ok(workbook))
    }

    fn new(place: Result<Workbook, Off>) -> Self {
        let shared = Shared {
            place,
            token: Token::new(),
            turn: Arc::new(Semaphore::new(1)),
            queue: Arc::new(Semaphore::new(WAITING_MAX + 1)),
            last: Mutex::default(),
            explored: explorer::Memory::default(),
            leash: Leash::default(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// Why nothing is run, if so.
    pub fn is_off(&self) -> Option<Off> {
        self.shared.place.as_ref().err().copied()
    }

    /// The word that a form must bring along.
    pub fn token(&self) -> &str {
        self.shared.token.as_str()
    }

    /// Whether `token` is that word.
    pub fn knows(&self, token: &str) -> bool {
        self.shared.token.is(token)
    }

    /// The result of the last run of an exercise.
    pub fn last(&self, exercise: &Exercise) -> Option<Arc<Report>> {
        let last = self.shared.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(exercise.folder).cloned()
    }

    /// Whether the answer is another one than when it was run.
    pub fn has_changed(&self, exercise: &Exercise, report: &Report) -> bool {
        let answer =
            self.shared.place.as_ref().ok().and_then(|place| place.answer(&exercise.about).ok());
        // A file that cannot be read now, as it could not be then, has not changed.
        answer.unwrap_or_default() != report.ran.answer
    }

    /// Whether nothing was built yet, so that the first run takes longer.
    pub fn is_cold(&self) -> bool {
        self.shared.place.as_ref().is_ok_and(|place| !place.target().exists())
    }

    /// How many runs go on or wait.
    pub fn queued(&self) -> usize {
        WAITING_MAX + 1 - self.shared.queue.available_permits()
    }

    /// Runs the answer of an exercise when its turn has come. A run that began
    /// after this call with the same answer will do: a button was pressed twice.
    ///
    /// If the caller goes away while it waits, it is not run; once it runs, it
    /// runs to its end.
    pub async fn run(&self, exercise: &'static Exercise) -> Result<(), Busy> {
        let Ok(place) = self.shared.place.clone() else { return Ok(()) };
        let before = self.last(exercise);
        let queued = Arc::clone(&self.shared.queue).try_acquire_owned().map_err(|_| Busy)?;
        let turn = Arc::clone(&self.shared.turn).acquire_owned().await.map_err(|_| Busy)?;
        if self.is_fresh(exercise, before.as_ref()) {
            return Ok(());
        }
        let shared = Arc::clone(&self.shared);
        let work = move || {
            let report = place.run(&exercise.about, Manner::All, &shared.leash, &mut |_| {});
            let report = Report::new(report);
            let mut last = shared.last.lock().unwrap_or_else(PoisonError::into_inner);
            last.insert(exercise.folder, Arc::new(report));
            drop((turn, queued));
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Busy)
    }

    /// Whether somebody else's run, since `before`, tells about this answer.
    fn is_fresh(&self, exercise: &Exercise, before: Option<&Arc<Report>>) -> bool {
        let Some(now) = self.last(exercise) else { return false };
        let same = before.is_some_and(|before| Arc::ptr_eq(before, &now));
        !same && !self.has_changed(exercise, &now)
    }

    /// Ends what runs: the server ends.
    pub fn end(&self) {
        self.shared.leash.end_all();
    }
}
