//! The learner's answer and the right one, run on the same scenario.

use std::path::Path;
use std::process::Command;

use simulation::{Received, Trace, receive, scenario_lines};

use crate::captured::Captured;
use crate::plain::plain;
use crate::process::{End, Ended};
use crate::scenarios::Shown;
use crate::verdict::{Panic, killed};

/// What can be shown of them.
#[derive(Clone, Debug)]
pub enum Beside {
    /// Why there is nothing to show.
    Nothing(String),
    /// Both ran.
    Ran(Box<Pair>),
}

/// Two runs of one scenario.
#[derive(Clone, Debug)]
pub struct Pair {
    /// What happens in this run.
    pub words: String,
    /// What it cannot show.
    pub but: String,
    /// How the learner's run came to an end, if not at its end.
    pub trouble: Option<String>,
    /// The learner's run, as far as it came.
    pub yours: Trace,
    /// The reference's.
    pub rights: Trace,
}

impl Beside {
    pub(crate) fn nothing(why: &str) -> Self {
        Self::Nothing(why.to_owned())
    }

    /// Runs both programs through `shown`; `run` runs one with its input.
    pub(crate) fn run(
        shown: &Shown,
        name: &str,
        (yours, rights): (&Path, &Path),
        run: impl Fn(&mut Command, &str) -> std::io::Result<Ended>,
        limit_s: u64,
    ) -> Self {
        let lines = scenario_lines(&shown.scenario);
        let right = run(Command::new(rights).args([name, "right"]), &lines);
        let Some(right) = right.ok().and_then(|ended| whole(&ended)) else {
            return Self::nothing("The reference, right.rs, could not be run.");
        };
        match run(&mut Command::new(yours), &lines) {
            Err(error) => Self::Nothing(format!("Your answer could not be run: {error}.")),
            Ok(ended) => Self::compare(shown, &ended, right, limit_s),
        }
    }

    fn compare(shown: &Shown, ended: &Ended, right: Received, limit_s: u64) -> Self {
        let Ok(received) = receive(&lines_of(&ended.stdout)) else {
            return Self::nothing(
                "The lines of your run cannot be read: your code prints lines that look like them.",
            );
        };
        let stderr = plain(&ended.stderr.text());
        let panic = Panic::find(&stderr);
        let decided = received
            .trace
            .events
            .iter()
            .any(|event| matches!(event.what, simulation::What::Out(_)));
        if panic.as_ref().is_some_and(Panic::is_todo) && !decided {
            return Self::nothing("There is something to draw as soon as something is written.");
        }
        let trouble = trouble(ended, received.whole, panic, &stderr, limit_s);
        if let Some(trouble) = &trouble
            && !decided
        {
            return Self::Nothing(format!(
                "{trouble} It decided nothing before, so nothing is drawn."
            ));
        }
        Self::Ran(Box::new(Pair {
            words: shown.words.to_owned(),
            but: shown.but.to_owned(),
            trouble,
            yours: received.trace,
            rights: right.trace,
        }))
    }
}

fn whole(ended: &Ended) -> Option<Received> {
    receive(&lines_of(&ended.stdout)).ok().filter(|received| received.whole)
}

/// A trace whose middle is missing is no trace: only its beginning counts.
pub(crate) fn lines_of(stdout: &Captured) -> String {
    if stdout.dropped_bytes() > 0 { stdout.head() } else { stdout.text() }
}

fn trouble(
    ended: &Ended,
    whole: bool,
    panic: Option<Panic>,
    stderr: &str,
    limit_s: u64,
) -> Option<String> {
    match (ended.end, panic) {
        (End::Code(0), _) if whole => None,
        (End::Overtime, _) => {
            Some(format!("Your run did not end: it was stopped after {limit_s} s."))
        }
        (End::Signal(signal), _) => Some(killed("Your run", signal, stderr)),
        (End::Code(_), Some(panic)) => {
            Some(format!("Your run panicked at {}: {}.", panic.short_place(), panic.words))
        }
        (End::Code(0), None) if ended.stdout.dropped_bytes() > 0 => {
            Some("Your run printed more than is kept, so only its beginning is drawn.".to_owned())
        }
        (End::Code(code), None) => {
            Some(format!("Your run ended with exit code {code} before it was over."))
        }
    }
}
