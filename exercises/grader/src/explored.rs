//! Explores a shipped model in a process of its own, which alone links a model
//! checker. The pages of the models and the questions about threads use it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::captured::Keep;
use crate::group::Leash;
use crate::plain::plain;
use crate::process::{End, Ended};
use crate::session::{Workbook, contained};
use crate::stopped::Stopped;
use crate::verdict::killed;

mod shared;

pub use shared::{Counted, Found, Lanes, Op, Step, Trouble, Value, Which};

const PACKAGE: &str = "interleavings";
/// The program that explores, as cargo calls it.
pub const EXPLORER: &str = "interleavings-explore";
/// The lines of the largest result are a tenth of it.
const LINES: Keep = Keep { head_bytes: 1 << 18, tail_bytes: 0 };

impl Workbook {
    /// Builds the explorer, if need be, and says where it is.
    pub fn explorer(&self, leash: &Leash) -> Result<PathBuf, Box<Stopped>> {
        let built = self.cargo(&["build", "-p", PACKAGE, "--bin", EXPLORER], leash)?;
        built.program(EXPLORER).cloned().ok_or_else(|| {
            Stopped::of("The explorer could not be built", "Its package has no such program.")
        })
    }

    /// Walks `model` by `program`, which [`explorer`](Self::explorer) has built;
    /// `bounds` are further words of its command line.
    pub fn walk(
        &self,
        program: &Path,
        model: &str,
        bounds: &[String],
        leash: &Leash,
    ) -> Result<Found, Box<Stopped>> {
        let limit = self.limits.probe;
        let mut command = Command::new(program);
        command.arg(model).args(bounds);
        let ended = contained(&self.root, &mut command, "", (LINES, limit, leash));
        let ended = ended.map_err(|error| format!("It could not be started: {error}."));
        let found = ended.and_then(|ended| read(&ended, limit));
        found.map_err(|line| Stopped::of("It could not be explored", &line))
    }
}

fn read(ended: &Ended, limit: Duration) -> Result<Found, String> {
    let stderr = plain(&ended.stderr.text());
    match ended.end {
        End::Code(0) => Found::parse(&ended.stdout.head())
            .map_err(|error| format!("What the explorer wrote cannot be read: {}.", error.at)),
        End::Code(code) => Err(format!("The explorer ended with exit code {code}. {stderr}")),
        End::Signal(signal) => Err(killed("The explorer", signal, &stderr)),
        End::Overtime => Err(format!(
            "It was still going on after {} s, and was ended. Allow fewer interruptions or fewer \
             executions.",
            limit.as_secs()
        )),
    }
}
