//! Where the server listens, for the terminal: `.breakwater/address`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// In the folder of the workbook.
const FILE: &str = ".breakwater/address";
/// Lines of killed servers do not pile up.
const LINES_MAX: usize = 8;

/// A line of the file is there as long as this lives: several servers may run.
/// One that is killed leaves its line behind, so whoever reads it asks whether
/// somebody listens.
#[derive(Debug)]
pub struct Posted {
    file: PathBuf,
    url: String,
}

impl Posted {
    /// Says that the workbook in `root` is at `url`.
    pub fn at(root: &Path, url: &str) -> io::Result<Self> {
        let posted = Self { file: root.join(FILE), url: url.to_owned() };
        fs::create_dir_all(posted.file.parent().unwrap_or(root))?;
        let mut lines = posted.others();
        // What was started last is asked first.
        lines.insert(0, posted.url.clone());
        lines.truncate(LINES_MAX);
        fs::write(&posted.file, lines.join("\n") + "\n")?;
        Ok(posted)
    }

    /// The lines of other servers.
    fn others(&self) -> Vec<String> {
        let text = fs::read_to_string(&self.file).unwrap_or_default();
        text.lines().filter(|line| **line != self.url).map(str::to_owned).collect()
    }
}

impl Drop for Posted {
    fn drop(&mut self) {
        let others = self.others();
        // If this fails, it is as if the server had been killed.
        let _ = if others.is_empty() {
            fs::remove_file(&self.file)
        } else {
            fs::write(&self.file, others.join("\n") + "\n")
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_with_its_server_and_those_of_others_stay() {
        let root = std::env::temp_dir().join(format!("posted-{}", std::process::id()));
        let read = || fs::read_to_string(root.join(FILE)).ok();
        let first = Posted::at(&root, "http://127.0.0.1:4242").unwrap();
        assert_eq!(read().as_deref(), Some("http://127.0.0.1:4242\n"));
        let second = Posted::at(&root, "http://127.0.0.1:4243").unwrap();
        let both = "http://127.0.0.1:4243\nhttp://127.0.0.1:4242\n";
        assert_eq!(read().as_deref(), Some(both));
        drop(second);
        assert_eq!(read().as_deref(), Some("http://127.0.0.1:4242\n"));
        let third = Posted::at(&root, "http://127.0.0.1:4244").unwrap();
        drop(first);
        assert_eq!(read().as_deref(), Some("http://127.0.0.1:4244\n"));
        drop(third);
        assert_eq!(read(), None);
        fs::remove_dir_all(root).unwrap();
    }
}
