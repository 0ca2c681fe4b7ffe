//! Runs learners' answers one at a time, and keeps what came of them for the
//! pages. How one is built and graded is the business of [`grader`]. The
//! explorer of shipped models is run here as well.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use grader::{Leash, Manner};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::assets::checksum;
use crate::contents::Exercise;

mod after;
mod comparison;
mod explorer;
mod feed;
mod follow;
mod replay;
mod report;
mod ribbons;
mod token;

pub use follow::{Cannot, FOLLOWERS_MAX};
pub use grader::{Limits, Workbook};
pub use report::Report;

pub(crate) use after::After;
pub(crate) use explorer::Explored;
pub(crate) use feed::News;
pub(crate) use follow::Follower;
pub(crate) use replay::{Replayed, Shows};
pub(crate) use report::{Beside, Telling, sign};

use feed::Feed;
use follow::Following;
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
    /// How many runs have ended.
    ended: AtomicU64,
    feeds: Mutex<HashMap<&'static str, Arc<Feed>>>,
    following: Following,
    /// Tells this start of the server from every other.
    boot: Token,
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
            ended: AtomicU64::new(0),
            feeds: Mutex::default(),
            following: Following::new(),
            boot: Token::new(),
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

    /// Tells the answer as it is now from every other.
    pub fn mark(&self, exercise: &Exercise) -> String {
        let answer = self.shared.place.as_ref().map(|place| place.answer(&exercise.about));
        let bytes = answer.ok().and_then(Result::ok).unwrap_or_default();
        format!("{:016x}", checksum(&bytes))
    }

    /// The word that tells this start of the server from every other; no secret.
    pub fn boot(&self) -> &str {
        &self.shared.boot.as_str()[..16]
    }

    /// The folder of the workbook whose answers are run here.
    pub fn root(&self) -> Option<&Path> {
        self.shared.place.as_ref().ok().map(|place| place.root.as_path())
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
        let before = self.last(exercise);
        let queued = Arc::clone(&self.shared.queue).try_acquire_owned().map_err(|_| Busy)?;
        let turn = self.turn(exercise).await?;
        if self.is_fresh(exercise, before.as_ref()) {
            return Ok(());
        }
        self.work(exercise, (turn, Some(queued))).await
    }

    /// Runs an answer that was saved, unless it is what was run last: there is
    /// one such call for an exercise at a time, so it needs no place in the queue.
    async fn run_saved(&self, exercise: &'static Exercise) {
        let Ok(turn) = self.turn(exercise).await else { return };
        let queued = Arc::clone(&self.shared.queue).try_acquire_owned().ok();
        if self.last(exercise).is_none_or(|last| self.has_changed(exercise, &last)) {
            // Whoever follows has heard how it ended.
            let _ = self.work(exercise, (turn, queued)).await;
        }
    }

    async fn turn(&self, exercise: &'static Exercise) -> Result<OwnedSemaphorePermit, Busy> {
        let turn = Arc::clone(&self.shared.turn);
        if let Ok(turn) = Arc::clone(&turn).try_acquire_owned() {
            return Ok(turn);
        }
        self.feed(exercise).waiting();
        turn.acquire_owned().await.map_err(|_| Busy)
    }

    async fn work(&self, exercise: &'static Exercise, held: Held) -> Result<(), Busy> {
        let Ok(place) = self.shared.place.clone() else { return Ok(()) };
        let (shared, feed) = (Arc::clone(&self.shared), self.feed(exercise));
        let work = move || {
            let mut told = |event: grader::Event<'_>| feed.happened(&event);
            let ran = place.run(&exercise.about, Manner::All, &shared.leash, &mut told);
            if let Err(error) = grader::record(&place.root, &exercise.about, &ran) {
                eprintln!("The result could not be kept: {error}");
            }
            let number = || shared.ended.fetch_add(1, Ordering::Relaxed) + 1;
            let report = Arc::new(Report::new(ran, number()));
            let mut last = shared.last.lock().unwrap_or_else(PoisonError::into_inner);
            last.insert(exercise.folder, Arc::clone(&report));
            drop(last);
            // The next run must not be told before this one is over.
            feed.finished(report.number(), &report.ran.title());
            // This may take seconds, and nobody waits for it.
            let failed = report.has_failed();
            if failed {
                let likeness = report.likeness(&place, &exercise.about, &shared.leash);
                report.resembles(likeness, number());
            }
            drop(held);
            if failed {
                feed.more(report.number());
            }
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Busy)
    }

    fn feed(&self, exercise: &Exercise) -> Arc<Feed> {
        let mut feeds = self.shared.feeds.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(feeds.entry(exercise.folder).or_insert_with(|| Arc::new(Feed::new())))
    }

    /// Whether somebody else's run, since `before`, tells about this answer.
    fn is_fresh(&self, exercise: &Exercise, before: Option<&Arc<Report>>) -> bool {
        let Some(now) = self.last(exercise) else { return false };
        let same = before.is_some_and(|before| Arc::ptr_eq(before, &now));
        !same && !self.has_changed(exercise, &now)
    }

    /// Ends what runs, and lets go whoever follows: the server ends.
    pub fn end(&self) {
        self.shared.following.end();
        self.shared.leash.end_all();
    }
}

/// What a run holds until it is over: its turn, and its place in the queue.
type Held = (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>);
