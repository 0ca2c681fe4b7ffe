//! Hears when a learner saves an answer.
//!
//! Editors save in many ways: they write in place, in several steps, or they
//! rename a new file over the old one, so that for a moment there is none. So an
//! event only says *look*; what counts is whether a file's bytes are other ones
//! than before, once nothing has happened for a moment.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use clock::{Clock, Moment, SystemClock};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::bounded::read_file;
use crate::exercise::Exercise;
use crate::session::ANSWER_BYTES_MAX;

/// So long nothing must have happened before the files are compared.
const QUIET: Duration = Duration::from_millis(200);
/// So long at most a storm of events may put that off.
const PATIENCE: Duration = Duration::from_secs(1);
/// Some folders send no events (a network's, a container's), so they are looked
/// at so often as well.
const LOOK: Duration = Duration::from_secs(2);
/// And so often where there are no events at all.
const LOOK_WITHOUT_EVENTS: Duration = Duration::from_millis(500);

/// The names of exercises whose answer was saved with other contents, as it
/// happens, from now on. Who drops the receiver ends the watch.
pub fn watch(root: &Path, exercises: &[Exercise]) -> Receiver<String> {
    let (saved, heard) = mpsc::channel();
    let mut answers = Answers::read(root, exercises);
    let (touch, touched) = mpsc::channel();
    let folder = root.join("exercises");
    let watcher = events(&folder, touch.clone());
    // It is only read below, and must not look closed without a watcher.
    let kept = (watcher, touch);
    thread::spawn(move || {
        let every = if kept.0.is_some() { LOOK } else { LOOK_WITHOUT_EVENTS };
        listen(&mut answers, &touched, every, |name| saved.send(name).is_ok());
        drop(kept);
    });
    heard
}

/// Folders are watched, and not files: a file that is renamed over another is a
/// new one, and its folder hears of it.
fn events(folder: &Path, touch: Sender<()>) -> Option<RecommendedWatcher> {
    let told = move |event: notify::Result<Event>| {
        let read = event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_)));
        if !read {
            let _ = touch.send(());
        }
    };
    let mut watcher = notify::recommended_watcher(told).ok()?;
    watcher.watch(folder, RecursiveMode::Recursive).ok()?;
    Some(watcher)
}

fn listen(
    answers: &mut Answers,
    touched: &Receiver<()>,
    every: Duration,
    mut told: impl FnMut(String) -> bool,
) {
    let clock = SystemClock::new();
    let mut quiet = Quiet::default();
    loop {
        // In a storm there is always another event, and yet it comes due.
        let wait = quiet.due().map_or(every, |due| due.since(clock.now()));
        if quiet.due().is_some() && wait.is_zero() {
            quiet = Quiet::default();
            if !answers.changed().into_iter().all(&mut told) {
                return;
            }
            continue;
        }
        match touched.recv_timeout(wait) {
            Ok(()) => quiet.touch(clock.now()),
            Err(RecvTimeoutError::Timeout) if quiet.due().is_none() && answers.differ() => {
                quiet.touch(clock.now());
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// When it has been quiet for long enough.
#[derive(Clone, Copy, Debug, Default)]
struct Quiet {
    touched: Option<(Moment, Moment)>,
}

impl Quiet {
    /// Something happened.
    fn touch(&mut self, now: Moment) {
        let first = self.touched.map_or(now, |(first, _)| first);
        self.touched = Some((first, now));
    }

    /// When to compare; `None` if nothing happened.
    fn due(self) -> Option<Moment> {
        let (first, last) = self.touched?;
        Some(last.saturating_add(QUIET).min(first.saturating_add(PATIENCE)))
    }
}

/// What the files said when they were last compared.
struct Answers {
    files: Vec<Answer>,
}

struct Answer {
    name: String,
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Answers {
    fn read(root: &Path, exercises: &[Exercise]) -> Self {
        let file = |exercise: &Exercise| {
            let path = root.join(exercise.answer());
            let bytes = read_file(&path, ANSWER_BYTES_MAX).unwrap_or_default();
            Answer { name: exercise.name.clone(), path, bytes }
        };
        Self { files: exercises.iter().map(file).collect() }
    }

    fn differ(&self) -> bool {
        self.files.iter().any(|file| file.now().is_some())
    }

    /// The names of those that say something else now.
    fn changed(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        for file in &mut self.files {
            if let Some(bytes) = file.now() {
                file.bytes = bytes;
                names.push(file.name.clone());
            }
        }
        names
    }
}

impl Answer {
    /// Its bytes, if they are others. A file that is absent for a moment is no
    /// change: somebody saves it just now.
    fn now(&self) -> Option<Vec<u8>> {
        let bytes = read_file(&self.path, ANSWER_BYTES_MAX).ok();
        bytes.filter(|bytes| *bytes != self.bytes)
    }
}

#[cfg(test)]
mod tests;
