//! The learner's file, which is never lost.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// So many old answers may lie beside the new one.
const OLD_MAX: usize = 999;

/// Puts `text` into the file `answer`; what was there lies beside it then, in
/// the file whose name comes back. `None` if nothing was there.
pub fn replace(answer: &Path, text: &[u8]) -> anyhow::Result<Option<PathBuf>> {
    let here = answer.display();
    let new = answer.with_extension("rs.new");
    write(&new, text).with_context(|| format!("{} cannot be written", new.display()))?;
    let kept = if answer.exists() { Some(keep(answer)?) } else { None };
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
    for number in 1..=OLD_MAX {
        let end = if number == 1 { "rs.old".to_owned() } else { format!("rs.old.{number}") };
        let old = answer.with_extension(end);
        match fs::File::create_new(&old) {
            Ok(mut file) => {
                file.write_all(&text)?;
                file.sync_all()?;
                return Ok(old);
            }
            // The same text need not be kept twice.
            Err(_) if fs::read(&old).is_ok_and(|kept| kept == text) => return Ok(old),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| format!("{}", old.display())),
        }
    }
    anyhow::bail!("There are {OLD_MAX} old answers beside it; remove some")
}
