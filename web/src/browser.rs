//! Opens a page in the reader's browser.

use std::io;
use std::process::{Command, Stdio};

/// Opens `url`, and does not wait for the browser.
pub fn open(url: &str) -> io::Result<()> {
    let (program, words): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(target_os = "windows") {
        // `start` takes its first quoted word for a title.
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(words).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop)
}
