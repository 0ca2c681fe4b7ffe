//! The learner's file, which is never lost.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context;
use grader::read_file;

/// So many old answers may lie beside the new one.
const OLD_MAX: usize = 999;

/// More is no text of a learner, and is not read.
const COPIED_MAX: u64 = 1 << 20;

/// Puts `text` into the file `answer`; what was there lies beside it then, in
/// the file whose name comes back. `None` if nothing was there.
pub fn replace(answer: &Path, text: &[u8]) -> anyhow::Result<Option<PathBuf>> {
    let here = answer.display();
    let new = answer.with_extension("rs.new");
    write(&new, text).with_context(|| format!("{} cannot be written", new.display()))?;
    let kept = match fs::symlink_metadata(answer) {
        Ok(there) if there.len() <= COPIED_MAX && answer.is_file() => Some(keep(answer)?),
        Ok(_) => Some(put_aside(answer)?),
        Err(_) => None,
    };
    fs::rename(&new, answer).with_context(|| format!("{here} cannot be replaced"))?;
    Ok(kept)
}

/// Whole and on the disk before it takes the place of another.
fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(text)?;
    file.sync_all()
}

/// Copies it to `answer.rs.old`, or to the first such name that is free.
fn keep(answer: &Path) -> anyhow::Result<PathBuf> {
    let text = fs::read(answer).with_context(|| format!("{} cannot be read", answer.display()))?;
    for old in old_names(answer) {
        match fs::File::create_new(&old) {
            Ok(mut file) => {
                file.write_all(&text)?;
                file.sync_all()?;
                return Ok(old);
            }
            // The same text need not be kept twice.
            Err(_) if has(&old, &text) => return Ok(old),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| format!("{}", old.display())),
        }
    }
    too_many()
}

/// What cannot be copied (a folder, a pipe, a link to no file) keeps what it is,
/// under another name.
fn put_aside(answer: &Path) -> anyhow::Result<PathBuf> {
    let free = |old: &PathBuf| fs::symlink_metadata(old).is_err();
    let Some(old) = old_names(answer).find(free) else { return too_many() };
    fs::rename(answer, &old).with_context(|| format!("{}", old.display()))?;
    Ok(old)
}

fn old_names(answer: &Path) -> impl Iterator<Item = PathBuf> {
    (1..=OLD_MAX).map(|number| {
        let end = if number == 1 { "rs.old".to_owned() } else { format!("rs.old.{number}") };
        answer.with_extension(end)
    })
}

/// Whether a file says this, and no more.
pub fn has(file: &Path, text: &[u8]) -> bool {
    read_file(file, text.len() as u64 + 1).is_ok_and(|there| there == text)
}

fn too_many() -> anyhow::Result<PathBuf> {
    anyhow::bail!("There are {OLD_MAX} old answers beside it; remove some")
}
