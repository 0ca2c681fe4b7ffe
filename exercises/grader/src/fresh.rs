//! Cargo goes by the time of a file. An older answer that is moved back has an
//! older time than what was built of a newer one, and cargo would take that for
//! its own. So what was built last is kept, and a file that says something else
//! is made new before cargo looks at it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::exercise::Exercise;
use crate::session::{ANSWER_BYTES_MAX, Workbook};

/// What is built of an answer. Each has a text of its own that it was built from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The grader, with the answer in it.
    Tests,
    /// The program that draws.
    Probe,
}

/// An answer as it is before it is built.
pub(crate) struct Before<'w> {
    workbook: &'w Workbook,
    exercise: &'w Exercise,
    /// What it was built from last.
    kept: PathBuf,
    /// `None`: cargo shall say what is wrong with the file.
    bytes: Option<Vec<u8>>,
}

impl<'w> Before<'w> {
    /// Gives an answer a new time if it is not what `part` was built from.
    pub(crate) fn building(workbook: &'w Workbook, exercise: &'w Exercise, part: Part) -> Self {
        let end = match part {
            Part::Tests => "tests",
            Part::Probe => "probe",
        };
        let folder = workbook.target().join("built");
        let kept = folder.join(format!("{}.{end}", exercise.name));
        let bytes = workbook.answer(exercise).ok().filter(|bytes| is_whole(bytes));
        let last = fs::read(&kept).ok();
        if last.is_none() || last != bytes {
            // Should it not be built, nothing is known of what is there.
            let _ = fs::remove_file(&kept);
            // A file that cannot be written cannot be saved either.
            let _ = fs::create_dir_all(&folder)
                .and_then(|()| touch(&workbook.root.join(exercise.answer()), &kept));
        }
        Self { workbook, exercise, kept, bytes }
    }

    /// It was built, and if it still says the same, from that.
    pub(crate) fn built(self) {
        let Some(bytes) = self.bytes else { return };
        if self.workbook.answer(self.exercise).is_ok_and(|now| now == bytes) {
            // Without it the next build takes a second longer.
            let _ = replace(&self.kept, &bytes);
        } else {
            let _ = fs::remove_file(&self.kept);
        }
    }
}

/// Of a longer answer only the beginning is known here.
fn is_whole(bytes: &[u8]) -> bool {
    u64::try_from(bytes.len()).is_ok_and(|length| length < ANSWER_BYTES_MAX)
}

/// The time of a file that is made now: what cargo compares it with are times of
/// files as well, and of the same disk.
fn touch(answer: &Path, kept: &Path) -> io::Result<()> {
    if !answer.metadata()?.is_file() {
        return Ok(());
    }
    let new = beside(kept);
    let now = File::create(&new)?.metadata()?.modified()?;
    fs::remove_file(new)?;
    // Its owner may set it; elsewhere it takes the right to write.
    let file = File::options().write(true).open(answer).or_else(|_| File::open(answer))?;
    file.set_modified(now)
}

fn replace(kept: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = beside(kept);
    fs::write(&new, bytes)?;
    fs::rename(new, kept)
}

/// A name that no other process uses.
fn beside(kept: &Path) -> PathBuf {
    let mut name = kept.as_os_str().to_owned();
    name.push(format!(".{}", std::process::id()));
    name.into()
}
