//! What a learner has done, in one plain text file that git ignores:
//! `.breakwater/progress.txt`.
//!
//! One line says one thing, and begins with its word:
//!
//! ```text
//! passed last-token
//! tests debt 5 of 8
//! hints debt 2
//! solution debt
//! predicted token-bucket/2 500 ms
//! done token-bucket/1
//! ```
//!
//! Lines that are not known here stay as they are: a newer workbook may have
//! written them. The file is never written in place. A new one is made beside
//! it and put in its place, so whoever is killed in between has lost nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use crate::bounded::read_file;

/// What is kept of a learner.
const FOLDER: &str = ".breakwater";
/// The file, in the folder of the workbook.
const FILE: &str = ".breakwater/progress.txt";
/// Who holds this file's lock may change the other one. The lock ends with its
/// holder, however that ends.
const LOCK: &str = ".breakwater/progress.lock";
/// The file that takes its place.
const NEW: &str = ".breakwater/progress.txt.new";
/// No learner does so much.
const BYTES_MAX: u64 = 1 << 20;
/// A change takes a few milliseconds, so one that waits looks so often.
const LOOK: Duration = Duration::from_millis(10);
/// And so many times.
const LOOKS: u32 = 200;
const HEAD: &str =
    "# What you have done in this workbook. Delete a line to undo it, or the file to begin again.";

/// All that a learner has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    exercises: BTreeMap<String, Done>,
    predicted: BTreeMap<String, String>,
    tasks: BTreeSet<String>,
    unknown: Vec<String>,
}

/// What was done in one exercise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Every test has passed, once; what the file says now may be another thing.
    pub passed: bool,
    /// Of the last run: how many tests passed, and how many there are.
    pub last: Option<(usize, usize)>,
    /// So many hints were shown.
    pub hints: usize,
    /// The right answer was shown.
    pub solution: bool,
}

impl Progress {
    /// What the file says. No file is no progress; one that cannot be read is an error.
    pub fn load(root: &Path) -> io::Result<Self> {
        match read_file(&root.join(FILE), BYTES_MAX) {
            Ok(bytes) => Ok(Self::parse(&String::from_utf8_lossy(&bytes))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(named(FILE, &error)),
        }
    }

    /// Changes the file. Whoever else changes it waits, in this process or in
    /// another, for about two seconds at most.
    pub fn change(root: &Path, change: impl FnOnce(&mut Self)) -> io::Result<Self> {
        let folder = root.join(FOLDER);
        fs::create_dir_all(folder).map_err(|error| named(FOLDER, &error))?;
        let _lock = lock(&root.join(LOCK)).map_err(|error| named(LOCK, &error))?;
        let before = Self::load(root)?;
        let mut progress = before.clone();
        change(&mut progress);
        if progress != before {
            progress.store(root).map_err(|error| named(FILE, &error))?;
        }
        Ok(progress)
    }

    /// What was done in the exercise `name`.
    pub fn of(&self, name: &str) -> Done {
        self.exercises.get(name).copied().unwrap_or_default()
    }

    /// What was done in the exercise `name`, to change it.
    pub fn of_mut(&mut self, name: &str) -> &mut Done {
        self.exercises.entry(name.to_owned()).or_default()
    }

    /// What was predicted for the question `key`: `token-bucket/2` is the second
    /// of the lesson or exercise `token-bucket`.
    pub fn prediction(&self, key: &str) -> Option<&str> {
        self.predicted.get(key).map(String::as_str)
    }

    /// Keeps a prediction. The first one counts: it was made before the run was seen.
    pub fn predict(&mut self, key: &str, answer: &str) {
        let answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
        self.predicted.entry(key.to_owned()).or_insert(answer);
    }

    /// Whether the task `key` was done once: `token-bucket/1` is the first of
    /// the lesson `token-bucket`.
    pub fn is_done(&self, key: &str) -> bool {
        self.tasks.contains(key)
    }

    /// Keeps that the task `key` was done.
    pub fn did(&mut self, key: &str) {
        self.tasks.insert(key.to_owned());
    }

    fn parse(text: &str) -> Self {
        let mut progress = Self::default();
        // An editor of Windows may have put a mark before the first line.
        let text = text.trim_start_matches('\u{feff}');
        for line in text.lines().filter(|line| !line.trim().is_empty() && *line != HEAD) {
            if progress.line(line).is_none() {
                progress.unknown.push(line.to_owned());
            }
        }
        progress
    }

    /// Reads one line; `None` if it is not known.
    fn line(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        let mut words = rest.split_whitespace();
        let name = words.next()?;
        match word {
            "predicted" => {
                let answer = words.collect::<Vec<_>>().join(" ");
                (!answer.is_empty()).then(|| self.predict(name, &answer))?;
            }
            "passed" | "solution" if words.next().is_none() => {
                let done = self.of_mut(name);
                *(if word == "passed" { &mut done.passed } else { &mut done.solution }) = true;
            }
            "done" if words.next().is_none() => self.did(name),
            "hints" => self.of_mut(name).hints = words.next()?.parse().ok()?,
            "tests" => {
                let passed = words.next()?.parse().ok()?;
                let all = words.nth(1)?.parse().ok()?;
                self.of_mut(name).last = Some((passed, all));
            }
            _ => return None,
        }
        Some(())
    }

    fn text(&self) -> String {
        let mut lines = vec![HEAD.to_owned()];
        for (name, done) in &self.exercises {
            lines.extend(done.passed.then(|| format!("passed {name}")));
            lines.extend(done.last.map(|(passed, all)| format!("tests {name} {passed} of {all}")));
            lines.extend((done.hints > 0).then(|| format!("hints {name} {}", done.hints)));
            lines.extend(done.solution.then(|| format!("solution {name}")));
        }
        lines.extend(self.predicted.iter().map(|(key, said)| format!("predicted {key} {said}")));
        lines.extend(self.tasks.iter().map(|key| format!("done {key}")));
        lines.extend(self.unknown.iter().cloned());
        lines.join("\n") + "\n"
    }

    /// A new file beside the old one, whole and on the disk, takes its place.
    fn store(&self, root: &Path) -> io::Result<()> {
        let beside = root.join(NEW);
        let mut file = File::create(&beside)?;
        file.write_all(self.text().as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, root.join(FILE))
    }
}

/// Holds the lock until the file is dropped. Whoever holds it for ever (a debugger
/// stopped it, a disk is gone) must not hold up everybody else.
fn lock(path: &Path) -> io::Result<File> {
    if path.exists() && !path.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let file = File::create(path)?;
    let (_never, nothing) = mpsc::channel::<()>();
    for _ in 0..LOOKS {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) => {}
        }
        let _ = nothing.recv_timeout(LOOK);
    }
    Err(io::Error::new(io::ErrorKind::TimedOut, "another program holds this lock"))
}

/// An error of the system does not name its file.
fn named(file: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{file}: {error}"))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// A folder that goes with its test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let name = format!("progress-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir_all(folder.join(FOLDER)).unwrap();
            Self(folder)
        }

        fn text(&self) -> String {
            fs::read_to_string(self.0.join(FILE)).unwrap()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_was_done_is_there_the_next_time() {
        let folder = Folder::new("kept");
        assert_eq!(Progress::load(&folder.0).unwrap(), Progress::default());
        let changed = Progress::change(&folder.0, |progress| {
            *progress.of_mut("debt") =
                Done { passed: true, last: Some((5, 8)), hints: 2, solution: true };
            progress.of_mut("last-token").hints = 1;
            progress.predict("token-bucket/2", "500  ms");
            progress.did("token-bucket/1");
        });
        let loaded = Progress::load(&folder.0).unwrap();
        assert_eq!(loaded, changed.unwrap());
        assert_eq!(loaded.of("debt").last, Some((5, 8)));
        assert_eq!(loaded.of("nobody"), Done::default());
        assert_eq!(loaded.prediction("token-bucket/2"), Some("500 ms"));
        assert!(loaded.is_done("token-bucket/1") && !loaded.is_done("token-bucket/2"));
        assert_eq!(folder.text().lines().count(), 8, "{}", folder.text());
    }

    #[test]
    fn lines_that_are_not_known_stay() {
        let folder = Folder::new("unknown");
        let odd = "badge debt gold\ntests debt many of 8\nhints\npassed\npassed a b\n\u{1f980}\n";
        fs::write(folder.0.join(FILE), odd).unwrap();
        Progress::change(&folder.0, |progress| progress.of_mut("debt").passed = true).unwrap();
        let text = folder.text();
        assert!(odd.lines().all(|line| text.lines().any(|kept| kept == line)), "{text}");
        assert!(text.contains("\npassed debt\n"), "{text}");
    }

    #[test]
    fn a_file_of_another_editor_says_the_same() {
        let progress = Progress::parse(&format!("\u{feff}{HEAD}\r\npassed debt\r\n"));
        assert!(progress.of("debt").passed);
        assert_eq!(progress.text(), format!("{HEAD}\npassed debt\n"));
        assert!(Progress::parse("\u{feff}passed debt\n").of("debt").passed);
    }

    #[test]
    fn the_first_prediction_counts() {
        let mut progress = Progress::default();
        progress.predict("window/1", "7");
        progress.predict("window/1", "8");
        assert_eq!(progress.prediction("window/1"), Some("7"));
    }

    #[test]
    fn whoever_is_killed_while_it_writes_has_lost_nothing() {
        let folder = Folder::new("killed");
        Progress::change(&folder.0, |progress| progress.of_mut("debt").passed = true).unwrap();
        // Half a new file lies there, as a killed writer leaves it.
        fs::write(folder.0.join(NEW), "pass").unwrap();
        assert!(Progress::load(&folder.0).unwrap().of("debt").passed);
        Progress::change(&folder.0, |progress| progress.of_mut("late").hints = 1).unwrap();
        assert_eq!(
            folder.text().lines().skip(1).collect::<Vec<_>>(),
            ["passed debt", "hints late 1"]
        );
    }

    #[test]
    fn many_who_change_it_at_once_lose_nothing() {
        let folder = Folder::new("many");
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let root = &folder.0;
                scope.spawn(move || {
                    for number in 0..5 {
                        let change = |progress: &mut Progress| {
                            progress.of_mut(&format!("e{thread}-{number}")).hints = 1;
                        };
                        Progress::change(root, change).unwrap();
                    }
                });
            }
        });
        assert_eq!(folder.text().lines().count(), 21);
    }

    #[test]
    fn a_lock_that_is_never_let_go_is_an_error_with_its_name() {
        let folder = Folder::new("locked");
        let held = File::create(folder.0.join(LOCK)).unwrap();
        held.lock().unwrap();
        let change = |progress: &mut Progress| progress.of_mut("debt").hints = 1;
        let error = Progress::change(&folder.0, change).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        let words = ".breakwater/progress.lock: another program holds this lock";
        assert_eq!(error.to_string(), words);
        drop(held);
        assert_eq!(Progress::change(&folder.0, change).unwrap().of("debt").hints, 1);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_an_error_with_its_name() {
        let folder = Folder::new("folder");
        fs::create_dir(folder.0.join(FILE)).unwrap();
        let error = Progress::load(&folder.0).unwrap_err();
        assert!(error.to_string().starts_with(".breakwater/progress.txt: "), "{error}");
    }
}
