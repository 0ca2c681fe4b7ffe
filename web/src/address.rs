//! Where the server listens, for the terminal: `.breakwater/address`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// In the folder of the workbook.
const FILE: &str = ".breakwater/address";

/// The file is there as long as this lives. A server that is killed leaves it
/// behind, so whoever reads it asks whether somebody listens.
#[derive(Debug)]
pub struct Posted {
    file: PathBuf,
    line: String,
}

impl Posted {
    /// Says that the workbook in `root` is at `url`.
    pub fn at(root: &Path, url: &str) -> io::Result<Self> {
        let posted = Self { file: root.join(FILE), line: format!("{url}\n") };
        fs::create_dir_all(posted.file.parent().unwrap_or(root))?;
        fs::write(&posted.file, &posted.line)?;
        Ok(posted)
    }
}

impl Drop for Posted {
    /// Another server that was started later has its own line there.
    fn drop(&mut self) {
        if fs::read_to_string(&self.file).is_ok_and(|line| line == self.line) {
            // If it cannot be removed, it is as if the server had been killed.
            let _ = fs::remove_file(&self.file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_goes_with_its_server_and_stays_with_a_later_one() {
        let root = std::env::temp_dir().join(format!("posted-{}", std::process::id()));
        let read = || fs::read_to_string(root.join(FILE)).ok();
        let first = Posted::at(&root, "http://127.0.0.1:4242").unwrap();
        assert_eq!(read().as_deref(), Some("http://127.0.0.1:4242\n"));
        let second = Posted::at(&root, "http://127.0.0.1:4243").unwrap();
        drop(first);
        assert_eq!(read().as_deref(), Some("http://127.0.0.1:4243\n"));
        drop(second);
        assert_eq!(read(), None);
        fs::remove_dir_all(root).unwrap();
    }
}
