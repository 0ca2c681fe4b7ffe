//! Runs a program for so long and no longer, and keeps so much of what it
//! prints and no more.

use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::captured::{Captured, Keep};
use crate::group::{self, Leash};

/// So long after a program ended its pipes may still be open: a child of its
/// own that left the group holds them.
const GRACE: Duration = Duration::from_secs(1);

/// How a program is run.
pub struct Bounds<'l> {
    /// The longest time.
    pub limit: Duration,
    pub keep: Keep,
    pub of: Of,
    /// Ends it with the server.
    pub leash: &'l Leash,
}

/// What kind of program it is: each has its limit on memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// A learner's code.
    Answer,
    /// The compiler, whose work a learner's code decides.
    Build,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this code.
    Code(i32),
    /// By this signal, which nobody here sent.
    Signal(i32),
    /// At the limit, or with the server.
    Overtime,
}

/// What is left of it.
#[derive(Debug)]
pub struct Ended {
    /// How.
    pub end: End,
    /// What it printed.
    pub stdout: Captured,
    /// What it said of its troubles.
    pub stderr: Captured,
    /// Whether everybody who could write to it is gone.
    pub closed: bool,
}

/// Runs `command` with `input` and waits until it ends or has to. With it ends
/// every process that it started and that is still in its group.
pub fn run(command: &mut Command, input: &str, bounds: &Bounds<'_>) -> Result<Ended, io::Error> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    group::lead(command);
    let mut child = command.spawn()?;
    let held = bounds.leash.hold(&child);
    group::limit(&child, bounds.limit, bounds.of);
    feed(&mut child, input);
    let stdout = Reader::start(child.stdout.take(), bounds.keep);
    let stderr = Reader::start(child.stderr.take(), bounds.keep);
    let over = group::wait(&mut child, bounds.limit);
    group::kill(&mut child);
    // From here on its number may belong to another process.
    drop(held);
    let status = child.wait()?;
    let end = if over || bounds.leash.is_over() { End::Overtime } else { group::end(status) };
    let ((stdout, first), (stderr, second)) = (stdout.end(), stderr.end());
    Ok(Ended { end, stdout, stderr, closed: first && second })
}

/// A program that does not read must not stop us, and one that is gone is no
/// mistake of ours.
fn feed(child: &mut Child, input: &str) {
    let Some(mut stdin) = child.stdin.take() else { return };
    if !input.is_empty() {
        let input = input.to_owned();
        thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    }
}

/// Reads a pipe to its end, however much comes, so that the writer never waits.
struct Reader {
    captured: Arc<Mutex<Captured>>,
    closed: Receiver<()>,
}

impl Reader {
    fn start(pipe: Option<impl Read + Send + 'static>, keep: Keep) -> Self {
        let captured = Arc::new(Mutex::new(Captured::new(keep)));
        let (done, closed) = mpsc::channel();
        let into = Arc::clone(&captured);
        thread::spawn(move || {
            if let Some(pipe) = pipe {
                drain(pipe, &into);
            }
            let _ = done.send(());
        });
        Self { captured, closed }
    }

    /// What came, and whether the pipe was closed.
    fn end(self) -> (Captured, bool) {
        let closed = self.closed.recv_timeout(GRACE).is_ok();
        let captured = self.captured.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (captured, closed)
    }
}

fn drain(mut pipe: impl Read, into: &Mutex<Captured>) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match pipe.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => {
                into.lock().unwrap_or_else(PoisonError::into_inner).push(&buffer[..read]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

#[cfg(all(test, unix))]
mod tests;
