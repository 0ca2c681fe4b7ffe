//! What one run of an exercise found.

use std::time::Duration;

use super::beside::Beside;
use super::stopped::Stopped;
use super::verdict::{Panic, Verdict};
use crate::interleavings::{Told, lines};

/// The result of a run.
#[derive(Debug)]
pub struct Report {
    /// The answer that was run, to tell later whether it is still the same.
    pub(crate) answer: Vec<u8>,
    pub(crate) took: Duration,
    pub(crate) outcome: Outcome,
}

/// How far it came.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// It could not be run.
    Stopped(Box<Stopped>),
    /// The grader has spoken.
    Graded(Box<Graded>),
}

/// What the grader said.
#[derive(Debug)]
pub(crate) struct Graded {
    pub(crate) tests: Vec<Test>,
    pub(crate) beside: Beside,
    /// What the answer printed by itself, in the first test in which it did.
    pub(crate) printed: Option<Printed>,
    /// Something that the answer started could not be ended with it.
    pub(crate) stray: bool,
}

/// One test of the grader.
#[derive(Debug)]
pub(crate) struct Test {
    /// `grade::a_token_that_is_there_is_taken`.
    pub(crate) name: &'static str,
    pub(crate) verdict: Verdict,
}

/// Output of an answer.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(crate) test: &'static str,
    pub(crate) text: String,
    pub(crate) dropped_bytes: u64,
}

impl Report {
    /// The result in a few words.
    pub(crate) fn title(&self) -> String {
        match &self.outcome {
            Outcome::Stopped(stopped) => stopped.title.clone(),
            Outcome::Graded(graded) => graded.title(),
        }
    }

    /// The answer with numbered lines, to which the lanes of a test lead.
    pub(crate) fn code(&self) -> String {
        lines(&String::from_utf8_lossy(&self.answer), LINE, None)
    }

    /// How long it took, in words.
    pub(crate) fn took_words(&self) -> String {
        let tenths = self.took.as_millis() / 100;
        format!("{}.{} s", tenths / 10, tenths % 10)
    }
}

impl Graded {
    pub(crate) fn passed(&self) -> usize {
        self.tests.iter().filter(|test| test.verdict == Verdict::Passed).count()
    }

    /// What is still to be written, if that is what the first failing test met.
    pub(crate) fn unwritten(&self) -> Option<&Panic> {
        match &self.tests.iter().find(|test| test.verdict != Verdict::Passed)?.verdict {
            Verdict::NotWritten(panic) => Some(panic),
            _ => None,
        }
    }

    fn title(&self) -> String {
        let (passed, all) = (self.passed(), self.tests.len());
        match passed {
            0 if self.unwritten().is_some() => "Not written yet".to_owned(),
            _ if passed == all => format!("All {all} tests pass"),
            0 => format!("None of the {all} tests passes"),
            1 => format!("1 of {all} tests passes"),
            _ => format!("{passed} of {all} tests pass"),
        }
    }
}

impl Test {
    /// Its name as the sentence that it is.
    pub(crate) fn sentence(&self) -> String {
        let name = self.name.rsplit_once("::").map_or(self.name, |(_, name)| name);
        name.replace('_', " ")
    }

    /// The word for how it ended; each has a shape as well.
    pub(crate) fn word(&self) -> &'static str {
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

    /// The class of its mark.
    pub(crate) fn class(&self) -> &'static str {
        match self.verdict {
            Verdict::Passed => "passed",
            Verdict::NotRun(_) => "not-run",
            Verdict::NotWritten(_) => "not-written",
            Verdict::Endless(_) => "endless",
            _ => "failed",
        }
    }

    /// Its mark, 20 px wide around the origin: a shape for each class.
    pub(crate) fn sign(&self) -> &'static str {
        match self.class() {
            "passed" => "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0zM-4 .5l3 3 5-6",
            "not-written" => "M-7-7h14v14h-14z",
            "endless" => "M-6-8h12l-12 16h12z",
            "not-run" => "M-6 0h12",
            _ => "M-7-7h14v14h-14zM-3.5-3.5l7 7m0-7l-7 7",
        }
    }

    /// Where it went wrong, if that is a place in the answer.
    pub(crate) fn place(&self) -> Option<&str> {
        match &self.verdict {
            Verdict::NotWritten(panic) | Verdict::Panicked(panic) => Some(&panic.place),
            _ => None,
        }
    }

    /// What it says, for a reader.
    pub(crate) fn text(&self) -> &str {
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

impl Test {
    /// The schedule that its text tells, if it tells one.
    pub(crate) fn told(&self) -> Option<Told> {
        Told::read(self.text(), "answer.rs", LINE)
    }
}

/// The id of a line of the answer begins with it.
const LINE: &str = "answer-";

/// A test as it stands on the page.
#[derive(Debug)]
pub(crate) struct Shown<'r> {
    pub(crate) test: &'r Test,
    pub(crate) telling: Telling,
}

/// How much of a test's text is on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Telling {
    /// Its word alone: it passed, or the text stands there already.
    Nothing,
    /// As a sentence.
    Sentence,
    /// As it was printed: the first that failed.
    Open,
    /// When somebody asks.
    Folded,
}

impl Graded {
    /// All tests, in order. A text that several tests give is told once.
    pub(crate) fn shown(&self) -> Vec<Shown<'_>> {
        // What a `todo!` wants stands above the list already.
        let mut told: Vec<&str> =
            self.unwritten().map(|panic| panic.place.as_str()).into_iter().collect();
        let mut texts = 0;
        let shown = self.tests.iter().map(|test| {
            let telling = match &test.verdict {
                _ if told.contains(&test.key()) || test.text().is_empty() => Telling::Nothing,
                Verdict::Endless(_)
                | Verdict::Killed(_)
                | Verdict::NoResult(_)
                | Verdict::NotRun(_) => Telling::Sentence,
                _ if texts >= TEXTS_MAX => Telling::Nothing,
                _ if texts == 0 => Telling::Open,
                _ => Telling::Folded,
            };
            texts += usize::from(matches!(telling, Telling::Open | Telling::Folded));
            told.push(test.key());
            Shown { test, telling }
        });
        shown.collect()
    }

    /// Whether a schedule is drawn, so that the answer's lines are of use.
    pub(crate) fn has_lanes(&self) -> bool {
        let shown = self.shown();
        let told = |one: &Shown<'_>| matches!(one.telling, Telling::Open | Telling::Folded);
        shown.iter().filter(|one| told(one)).any(|one| one.test.told().is_some())
    }
}

impl Test {
    /// What makes its text another one: a `todo!` names its parameters, and
    /// says the same all the same.
    fn key(&self) -> &str {
        match &self.verdict {
            Verdict::NotWritten(panic) => &panic.place,
            _ => self.text(),
        }
    }
}

/// The texts of so many tests are on the page: no exercise has more tests.
const TEXTS_MAX: usize = 20;
