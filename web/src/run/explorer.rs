//! Explores a shipped model in a process of its own, which alone links a model
//! checker. What it found is kept, so that a step through it costs nothing.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clock::{Clock, SystemClock};
use grader::{EXPLORER, Found, Leash, Stopped, Workbook};

use super::{Busy, Runs};
use crate::interleavings::Bounds;

/// A model by its name, and how much of it.
pub(crate) type Key = (&'static str, Bounds);

/// What came of an exploration.
#[derive(Debug)]
pub(crate) enum Explored {
    Found {
        found: Found,
        /// From the start of the process to its last line.
        took: Duration,
    },
    /// It could not be explored.
    Stopped(Box<Stopped>),
}

/// What the server remembers of explorations.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// The explorer, once it was built: the models do not change while the
    /// server runs, and asking cargo again takes longer than exploring.
    program: Mutex<Option<PathBuf>>,
    kept: Mutex<VecDeque<(Key, Arc<Explored>)>>,
}

/// So many results are kept; each is a few kilobytes.
const KEPT_MAX: usize = 128;

impl Runs {
    /// What is known of `key`.
    pub(crate) fn explored(&self, key: Key) -> Option<Arc<Explored>> {
        let kept = lock(&self.shared.explored.kept);
        kept.iter().find(|(known, _)| *known == key).map(|(_, explored)| Arc::clone(explored))
    }

    /// Whether the explorer has to be built first.
    pub(crate) fn is_explorer_cold(&self) -> bool {
        let Ok(place) = &self.shared.place else { return false };
        let built = place.target().join("debug").join(EXPLORER);
        lock(&self.shared.explored.program).is_none()
            && !built.with_extension(std::env::consts::EXE_EXTENSION).exists()
    }

    /// Explores when its turn has come, unless it is known by then.
    pub(crate) async fn explore(&self, key: Key) -> Result<(), Busy> {
        let Ok(place) = self.shared.place.clone() else { return Ok(()) };
        let queued = Arc::clone(&self.shared.queue).try_acquire_owned().map_err(|_| Busy)?;
        let turn = Arc::clone(&self.shared.turn).acquire_owned().await.map_err(|_| Busy)?;
        let known = self.explored(key);
        if known.is_some_and(|known| matches!(*known, Explored::Found { .. })) {
            return Ok(());
        }
        let shared = Arc::clone(&self.shared);
        let work = move || {
            let explored = explore(&place, key, &shared.explored, &shared.leash);
            shared.explored.keep(key, explored);
            drop((turn, queued));
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Busy)
    }
}

impl Memory {
    fn keep(&self, key: Key, explored: Explored) {
        let mut kept = lock(&self.kept);
        kept.retain(|(known, _)| *known != key);
        kept.push_back((key, Arc::new(explored)));
        let over = kept.len().saturating_sub(KEPT_MAX);
        kept.drain(..over);
    }
}

fn explore(place: &Workbook, key: Key, memory: &Memory, leash: &Leash) -> Explored {
    match explorer(place, memory, leash) {
        Ok(program) => walk(place, &program, key, leash),
        Err(stopped) => Explored::Stopped(stopped),
    }
}

/// The program, built if need be.
fn explorer(place: &Workbook, memory: &Memory, leash: &Leash) -> Result<PathBuf, Box<Stopped>> {
    if let Some(program) = lock(&memory.program).as_ref().filter(|program| program.exists()) {
        return Ok(program.clone());
    }
    let program = place.explorer(leash)?;
    *lock(&memory.program) = Some(program.clone());
    Ok(program)
}

fn walk(place: &Workbook, program: &Path, (model, bounds): Key, leash: &Leash) -> Explored {
    let clock = SystemClock::new();
    let began = clock.now();
    match place.walk(program, model, &bounds.arguments(), leash) {
        Ok(found) => Explored::Found { found, took: clock.now().since(began) },
        Err(stopped) => Explored::Stopped(stopped),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
