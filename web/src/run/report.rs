//! What one run of an exercise found, as its page shows it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use grader::{Graded, Leash, Likeness, Outcome, Pair, Test, Verdict, Workbook};

use simulation::Replay;

use super::comparison::Comparison;
use crate::interleavings::{Told, lines};

/// The result of a run.
#[derive(Debug)]
pub struct Report {
    pub(crate) ran: grader::Report,
    pub(crate) beside: Beside,
    /// Counted from 1 since the server began; another one when something is added.
    number: AtomicU64,
    likeness: OnceLock<Option<Likeness>>,
    /// The runs of failed tests that were asked for.
    pub(super) replays: Mutex<HashMap<String, Arc<Beside>>>,
}

/// The learner's answer beside the right one.
#[derive(Debug)]
pub(crate) enum Beside {
    /// Why there is nothing to draw.
    Nothing(String),
    Drawn(Box<Drawn>),
}

/// Two runs, drawn.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub(crate) pair: Pair,
    pub(crate) comparison: Comparison,
}

impl Report {
    pub(crate) fn new(ran: grader::Report, number: u64) -> Self {
        let beside = match &ran.outcome {
            Outcome::Stopped(_) => Beside::Nothing(String::new()),
            Outcome::Graded(graded) => Beside::new(&graded.beside),
        };
        let number = AtomicU64::new(number);
        Self { ran, beside, number, likeness: OnceLock::new(), replays: Mutex::default() }
    }

    /// Tells what the page shows from what it showed before.
    pub(crate) fn number(&self) -> u64 {
        self.number.load(Ordering::Relaxed)
    }

    /// Whom the answer behaves like, if that is known.
    pub(crate) fn like(&self) -> Option<&Likeness> {
        self.likeness.get()?.as_ref()
    }

    /// Looks for a known wrong answer that does the same.
    pub(super) fn likeness(
        &self,
        place: &Workbook,
        exercise: &grader::Exercise,
        leash: &Leash,
    ) -> Option<Likeness> {
        match &self.ran.outcome {
            Outcome::Stopped(_) => None,
            Outcome::Graded(graded) => place.likeness(exercise, graded, leash),
        }
    }

    /// Whether a test has failed, so that there is more to find out.
    pub(super) fn has_failed(&self) -> bool {
        matches!(&self.ran.outcome, Outcome::Graded(graded) if !graded.is_passed())
    }

    /// Adds what was found.
    pub(super) fn resembles(&self, likeness: Option<Likeness>, number: u64) {
        // It is looked for once.
        let _ = self.likeness.set(likeness);
        self.number.store(number, Ordering::Relaxed);
    }

    /// The answer with numbered lines, to which the lanes of a test lead.
    pub(crate) fn code(&self) -> String {
        lines(&String::from_utf8_lossy(&self.ran.answer), LINE, None)
    }

    /// All tests, in order. A text that several tests give is told once; the
    /// one of the test `open` is told at once.
    pub(crate) fn shown(&self, open: Option<&str>) -> Vec<Shown<'_>> {
        match &self.ran.outcome {
            Outcome::Stopped(_) => Vec::new(),
            Outcome::Graded(graded) => shown(graded, open),
        }
    }

    /// Whether a schedule is drawn, so that the answer's lines are of use.
    pub(crate) fn has_lanes(&self) -> bool {
        let told = |one: &Shown<'_>| matches!(one.telling, Telling::Open | Telling::Folded);
        self.shown(None).iter().filter(|one| told(one)).any(|one| one.told().is_some())
    }
}

impl Beside {
    pub(super) fn new(beside: &grader::Beside) -> Self {
        match beside {
            grader::Beside::Nothing(why) => Self::Nothing(why.clone()),
            grader::Beside::Ran(pair) => {
                let comparison = Comparison::new(&pair.yours, &pair.rights);
                Self::Drawn(Box::new(Drawn { pair: (**pair).clone(), comparison }))
            }
        }
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

impl Shown<'_> {
    /// The schedule that its text tells, if it tells one.
    pub(crate) fn told(&self) -> Option<Told> {
        Told::read(self.test.text(), "answer.rs", LINE)
    }

    /// The words of the link to what it did, if there is more to see of it.
    pub(crate) fn replay_words(&self) -> Option<&'static str> {
        match (&self.test.verdict, &self.test.replay) {
            (Verdict::Passed, _) => None,
            (_, Some(Replay::Run(_))) => Some("Replay its run, beside the right one"),
            (_, Some(Replay::Calls(_))) => Some("Its calls, yours and the right ones"),
            (_, None) => self.told().map(|_| "This test alone"),
        }
    }

    /// The class of its mark.
    pub(crate) fn class(&self) -> &'static str {
        class(self.test)
    }

    /// Its mark, 20 px wide around the origin: a shape for each class.
    pub(crate) fn sign(&self) -> &'static str {
        sign(self.class())
    }
}

/// The class of a test's mark.
pub(crate) fn class(test: &Test) -> &'static str {
    match test.verdict {
        Verdict::Passed => "passed",
        Verdict::NotRun(_) => "not-run",
        Verdict::NotWritten(_) => "not-written",
        Verdict::Endless(_) => "endless",
        _ => "failed",
    }
}

/// The shape of a class, 20 px wide around the origin.
pub(crate) fn sign(class: &str) -> &'static str {
    match class {
        "passed" => "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0zM-4 .5l3 3 5-6",
        "not-written" => "M-7-7h14v14h-14z",
        "endless" => "M-6-8h12l-12 16h12z",
        "not-run" => "M-6 0h12",
        "begun" => "M-7-7h14v14h-14zM-7 7l14-14",
        "pending" => "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z",
        _ => "M-7-7h14v14h-14zM-3.5-3.5l7 7m0-7l-7 7",
    }
}

fn shown<'r>(graded: &'r Graded, open: Option<&str>) -> Vec<Shown<'r>> {
    // What a `todo!` wants stands above the list already.
    let mut told: Vec<&str> =
        graded.unwritten().map(|panic| panic.place.as_str()).into_iter().collect();
    let mut texts = 0;
    let shown = graded.tests.iter().map(|test| {
        let telling = match &test.verdict {
            _ if test.text().is_empty() => Telling::Nothing,
            _ if told.contains(&key(test)) && open != Some(&test.name) => Telling::Nothing,
            Verdict::Endless(_)
            | Verdict::Killed(_)
            | Verdict::NoResult(_)
            | Verdict::NotRun(_) => Telling::Sentence,
            _ if open == Some(&test.name) => Telling::Open,
            _ if texts >= TEXTS_MAX => Telling::Nothing,
            _ if texts == 0 => Telling::Open,
            _ => Telling::Folded,
        };
        texts += usize::from(matches!(telling, Telling::Open | Telling::Folded));
        told.push(key(test));
        Shown { test, telling }
    });
    shown.collect()
}

/// What makes a test's text another one: a `todo!` names its parameters, and
/// says the same all the same.
fn key(test: &Test) -> &str {
    match &test.verdict {
        Verdict::NotWritten(panic) => &panic.place,
        _ => test.text(),
    }
}

/// The texts of so many tests are on the page: no exercise has more tests.
const TEXTS_MAX: usize = 20;
