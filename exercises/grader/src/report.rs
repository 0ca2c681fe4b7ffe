//! What one run of an exercise found.

use std::time::Duration;

use simulation::Replay;

use crate::beside::Beside;
use crate::stopped::Stopped;
use crate::verdict::{Panic, Verdict};

/// The result of a run.
#[derive(Debug)]
pub struct Report {
    /// The answer that was run, to tell later whether it is still the same.
    pub answer: Vec<u8>,
    /// How long it took, with the build.
    pub took: Duration,
    /// How far it came.
    pub outcome: Outcome,
}

/// How far a run came.
#[derive(Debug)]
pub enum Outcome {
    /// It could not be run.
    Stopped(Box<Stopped>),
    /// The grader has spoken.
    Graded(Box<Graded>),
}

/// What the grader said.
#[derive(Debug)]
pub struct Graded {
    /// All tests, in learning order.
    pub tests: Vec<Test>,
    /// The answer's run, beside that of the right one.
    pub beside: Beside,
    /// What the answer printed by itself, in the first test in which it did.
    pub printed: Option<Printed>,
    /// Something that the answer started could not be ended with it.
    pub stray: bool,
}

/// One test of the grader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// `grade::a_token_that_is_there_is_taken`.
    pub name: String,
    /// How it ended.
    pub verdict: Verdict,
    /// What it did, to be shown once more; of a test that failed.
    pub replay: Option<Replay>,
}

/// Output of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The test in which it was printed.
    pub test: String,
    /// What is kept of it.
    pub text: String,
    /// How much was left out.
    pub dropped_bytes: u64,
}

/// What happens while an answer is graded.
#[derive(Debug)]
pub enum Event<'r> {
    /// The compiler begins.
    Building,
    /// The tests begin: so many.
    Asking(usize),
    /// One of them has ended.
    Test(&'r Test),
    /// All have been asked; what is left is to run the answer beside the right one.
    Asked,
}

impl Report {
    /// The result in a few words.
    pub fn title(&self) -> String {
        match &self.outcome {
            Outcome::Stopped(stopped) => stopped.title.clone(),
            Outcome::Graded(graded) => graded.title(),
        }
    }

    /// Whether every test passed.
    pub fn is_passed(&self) -> bool {
        matches!(&self.outcome, Outcome::Graded(graded) if graded.is_passed())
    }

    /// How long it took, in words.
    pub fn took_words(&self) -> String {
        let tenths = self.took.as_millis() / 100;
        format!("{}.{} s", tenths / 10, tenths % 10)
    }
}

impl Graded {
    /// How many tests passed.
    pub fn passed(&self) -> usize {
        self.tests.iter().filter(|test| test.verdict == Verdict::Passed).count()
    }

    /// How many tests passed before the first that did not.
    pub fn passed_to_the_first(&self) -> usize {
        self.tests.iter().take_while(|test| test.verdict == Verdict::Passed).count()
    }

    /// How many tests were not asked.
    pub fn not_run(&self) -> usize {
        self.tests.iter().filter(|test| matches!(test.verdict, Verdict::NotRun(_))).count()
    }

    /// Whether there are tests, and every one passed.
    pub fn is_passed(&self) -> bool {
        !self.tests.is_empty() && self.passed() == self.tests.len()
    }

    /// The first test that did not pass.
    pub fn first_failed(&self) -> Option<&Test> {
        self.tests.iter().find(|test| test.verdict != Verdict::Passed)
    }

    /// What is still to be written, if that is what the first failing test met.
    pub fn unwritten(&self) -> Option<&Panic> {
        match &self.first_failed()?.verdict {
            Verdict::NotWritten(panic) => Some(panic),
            _ => None,
        }
    }

    fn title(&self) -> String {
        let (passed, all) = (self.passed(), self.tests.len());
        let title = match passed {
            0 if self.unwritten().is_some() => return "Not written yet".to_owned(),
            _ if passed == all => return format!("All {all} tests pass"),
            0 if self.not_run() > 0 => format!("0 of {all} tests pass"),
            0 => format!("None of the {all} tests passes"),
            1 => format!("1 of {all} tests passes"),
            _ => format!("{passed} of {all} tests pass"),
        };
        match self.not_run() {
            0 => title,
            not_run => format!("{title}, {not_run} not run"),
        }
    }
}

impl Test {
    /// Its name as the sentence that it is.
    pub fn sentence(&self) -> String {
        sentence(&self.name)
    }

    /// The word for how it ended; each has a shape as well.
    pub fn word(&self) -> &'static str {
        match self.verdict {
            Verdict::Passed => "passed",
            Verdict::NotWritten(_) => "not written",
            Verdict::Panicked(_) => "panicked",
            Verdict::Failed(_) => "failed",
            Verdict::Endless(_) => "did not end",
            Verdict::Killed(_) => "killed",
            Verdict::NoResult(_) => "no result",
            Verdict::NotRun(_) => "not run",
        }
    }

    /// Where it went wrong, if that is a place in the answer.
    pub fn place(&self) -> Option<&str> {
        match &self.verdict {
            Verdict::NotWritten(panic) | Verdict::Panicked(panic) => Some(&panic.place),
            _ => None,
        }
    }

    /// What it says, for a reader.
    pub fn text(&self) -> &str {
        match &self.verdict {
            Verdict::Passed => "",
            Verdict::NotWritten(panic) | Verdict::Panicked(panic) | Verdict::Failed(panic) => {
                &panic.words
            }
            Verdict::Endless(words) | Verdict::Killed(words) | Verdict::NoResult(words) => words,
            Verdict::NotRun(why) => why,
        }
    }
}

/// A test's name as the sentence that it is.
pub fn sentence(name: &str) -> String {
    name.rsplit_once("::").map_or(name, |(_, name)| name).replace('_', " ")
}
