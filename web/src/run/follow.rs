//! Pages that follow the editor: what they hear, and what is graded for them.
//!
//! The answers are watched from the first page that follows until the server
//! ends. What is saved while nobody follows its exercise is not run.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread;

use serde::Serialize;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, broadcast, watch};
use tokio::task::AbortHandle;

use super::Runs;
use super::feed::{Feed, News, SoFar};
use crate::contents::{self, Exercise};

/// So many pages may follow at a time, over all exercises.
pub const FOLLOWERS_MAX: usize = 32;

/// Who follows what.
#[derive(Debug)]
pub(super) struct Following {
    seats: Arc<Semaphore>,
    followed: Mutex<HashMap<&'static str, Followed>>,
    watched: Once,
    over: watch::Sender<bool>,
}

/// An exercise that somebody follows.
#[derive(Debug)]
struct Followed {
    followers: usize,
    saved: Arc<Notify>,
    grading: AbortHandle,
}

/// Why a page cannot follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cannot {
    /// Too many do already.
    Full,
    /// The server ends.
    Over,
}

/// One page that follows. When the last one goes, a save runs nothing.
#[derive(Debug)]
pub(crate) struct Follower {
    runs: Runs,
    exercise: &'static Exercise,
    feed: Arc<Feed>,
    news: broadcast::Receiver<Arc<News>>,
    /// How far things were, until it is told.
    first: Option<(SoFar, u64)>,
    over: watch::Receiver<bool>,
    _seat: OwnedSemaphorePermit,
}

/// How far things are, and the mark of the file as it is now.
#[derive(Serialize)]
struct State<'s> {
    #[serde(flatten)]
    so_far: &'s SoFar,
    answer: String,
}

impl Following {
    pub(super) fn new() -> Self {
        Self {
            seats: Arc::new(Semaphore::new(FOLLOWERS_MAX)),
            followed: Mutex::default(),
            watched: Once::new(),
            over: watch::Sender::new(false),
        }
    }

    fn saved(&self, name: &str) {
        let Some((_, exercise)) = contents::exercise(name) else { return };
        let followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(one) = followed.get(exercise.folder) {
            one.saved.notify_one();
        }
    }

    /// Whoever follows is let go, and nobody else is taken.
    pub(super) fn end(&self) {
        self.over.send_replace(true);
    }
}

impl Runs {
    /// A page begins to follow the editor. `seen` is the mark of the file as
    /// the page last saw it: what was saved since then is graded now.
    pub(crate) fn follow(
        &self,
        exercise: &'static Exercise,
        seen: Option<&str>,
    ) -> Result<Follower, Cannot> {
        let following = &self.shared.following;
        let over = following.over.subscribe();
        if *over.borrow() {
            return Err(Cannot::Over);
        }
        let seat = Arc::clone(&following.seats).try_acquire_owned().map_err(|_| Cannot::Full)?;
        let feed = self.feed(exercise);
        let (so_far, number, news) = feed.listen();
        let saved = self.join(exercise);
        let first = Some((so_far, number));
        let runs = self.clone();
        let follower = Follower { runs, exercise, feed, news, first, over, _seat: seat };
        let missed = seen.is_some_and(|seen| seen != self.mark(exercise));
        if missed || self.last(exercise).is_some_and(|last| self.has_changed(exercise, &last)) {
            saved.notify_one();
        }
        Ok(follower)
    }

    /// How many pages follow.
    pub fn followers(&self) -> usize {
        FOLLOWERS_MAX - self.shared.following.seats.available_permits()
    }

    /// One page more follows. What rings when its answer was saved rings once
    /// for all that is saved while an answer runs.
    fn join(&self, exercise: &'static Exercise) -> Arc<Notify> {
        self.hear();
        let following = &self.shared.following;
        let mut followed = following.followed.lock().unwrap_or_else(PoisonError::into_inner);
        let one = followed.entry(exercise.folder).or_insert_with(|| {
            let saved = Arc::new(Notify::new());
            let (runs, rings) = (self.clone(), Arc::clone(&saved));
            let grading = tokio::spawn(async move {
                loop {
                    rings.notified().await;
                    runs.run_saved(exercise).await;
                }
            });
            Followed { followers: 0, saved, grading: grading.abort_handle() }
        });
        one.followers += 1;
        Arc::clone(&one.saved)
    }

    fn leave(&self, exercise: &'static Exercise) {
        let following = &self.shared.following;
        let mut followed = following.followed.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(one) = followed.get_mut(exercise.folder) else { return };
        one.followers -= 1;
        if one.followers == 0 {
            // A run that waits is given up; one that goes on comes to its end.
            one.grading.abort();
            followed.remove(exercise.folder);
        }
    }

    /// Hears what is saved, from now on.
    fn hear(&self) {
        let Some(root) = self.root() else { return };
        self.shared.following.watched.call_once(|| {
            let all: Vec<_> = contents::exercises().map(|one| one.about.clone()).collect();
            let saves = grader::watch(root, &all);
            let shared = Arc::downgrade(&self.shared);
            thread::spawn(move || {
                for name in saves {
                    let Some(shared) = shared.upgrade() else { return };
                    shared.following.saved(&name);
                }
            });
        });
    }
}

impl Follower {
    /// The page knows all up to `number`. If that is all there is, nothing is
    /// told again.
    pub(crate) fn knows(&mut self, number: u64) {
        self.first = self.first.take().filter(|(_, last)| *last != number);
    }

    /// What is to be told next, and `None` when the server ends.
    pub(crate) async fn next(&mut self) -> Option<Arc<News>> {
        if *self.over.borrow() {
            return None;
        }
        if let Some((so_far, number)) = self.first.take() {
            return Some(self.state(&so_far, number));
        }
        let heard = tokio::select! {
            biased;
            _ = self.over.changed() => return None,
            heard = self.news.recv() => heard,
        };
        match heard {
            Ok(news) => Some(news),
            Err(broadcast::error::RecvError::Closed) => None,
            Err(broadcast::error::RecvError::Lagged(_)) => {
                let (so_far, number, news) = self.feed.listen();
                self.news = news;
                Some(self.state(&so_far, number))
            }
        }
    }

    fn state(&self, so_far: &SoFar, number: u64) -> Arc<News> {
        let state = State { so_far, answer: self.runs.mark(self.exercise) };
        let data = serde_json::to_string(&state).unwrap_or_default();
        Arc::new(News { number, kind: "state", data })
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.runs.leave(self.exercise);
    }
}
