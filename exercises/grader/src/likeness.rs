//! “Your code behaves like …”: whether a learner's answer does what a known
//! wrong one does.
//!
//! An answer is recognised by its [`Signature`]: what it does in the runs of a
//! corpus, and what each test of the grader says of it, on threads with every
//! step. The signatures of the known answers are kept in
//! `solutions/EXERCISE/signatures.txt`, so that nobody waits for hundreds of
//! answers to compile. Answers that do the same are named together. Of those
//! that only hang nobody is named: any loop without an end looks like them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clock::{Clock, SystemClock};
use simulation::{Scenario, scenario_lines};

use crate::ask::one_test;
use crate::exercise::Exercise;
use crate::fresh::Part;
use crate::group::Leash;
use crate::process::Ended;
use crate::report::Graded;
use crate::session::{PRINTED, TRACE, Workbook};
use crate::verdict::Verdict;

mod corpus;
mod known;
mod signature;
mod words;

pub use corpus::corpus;
pub use known::Known;
pub use signature::{Signature, Signatures};

/// A run of the corpus takes milliseconds.
const RUN: Duration = Duration::from_secs(1);
/// All of it together may take so long; whoever needs more is not recognised.
const ALL: Duration = Duration::from_secs(4);

/// Whom an answer behaves like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// One, or several that do the same.
    pub answers: Vec<Known>,
}

impl Workbook {
    /// Which known wrong answers the learner's answer behaves like, after
    /// `graded` was found; `None` if it is like none of them, and where the
    /// question has no sense: of an answer that is not written, that nobody has
    /// changed yet, or that is right.
    pub fn likeness(
        &self,
        exercise: &Exercise,
        graded: &Graded,
        leash: &Leash,
    ) -> Option<Likeness> {
        let folder = self.root.join("solutions").join(&exercise.folder);
        if graded.is_passed() || graded.unwritten().is_some() || self.is_pristine(exercise, &folder)
        {
            return None;
        }
        let text = fs::read_to_string(folder.join("signatures.txt")).ok()?;
        let known = Signatures::read(&text)?;
        let signature = self.signature(exercise, graded, leash)?;
        let answers: Vec<Known> =
            known.like(&signature).iter().filter_map(|name| Known::read(&folder, name)).collect();
        (!answers.is_empty()).then_some(Likeness { answers })
    }

    /// A stub without a `todo!` is a mistake of our own.
    fn is_pristine(&self, exercise: &Exercise, solution: &Path) -> bool {
        let answer = self.answer(exercise).unwrap_or_default();
        fs::read(solution.join("stub.rs")).is_ok_and(|stub| stub == answer)
    }

    fn signature(&self, exercise: &Exercise, graded: &Graded, leash: &Leash) -> Option<Signature> {
        let corpus = if exercise.has_run { corpus(&exercise.name) } else { Vec::new() };
        let probe = if corpus.is_empty() { None } else { Some(self.probe(exercise, leash)?) };
        let grader =
            if is_asked_in_full(graded) { None } else { self.grader(exercise, leash).ok() };
        let clock = SystemClock::new();
        let deadline = clock.now() + ALL;
        let foreign = |mut command: Command, input: &str, keep, limit: Duration| {
            let limit = limit.min(deadline.since(clock.now()));
            self.foreign(exercise, &mut command, input, (keep, limit, leash)).ok()
        };
        let run = |scenario: &Scenario| {
            let program = Command::new(probe.as_ref()?);
            foreign(program, &scenario_lines(scenario), TRACE, RUN)
        };
        let ask = |test: &str| {
            let asked = graded.tests.iter().find(|asked| asked.name == test);
            match (asked.map(|asked| &asked.verdict), &grader) {
                (Some(Verdict::NotRun(_)) | None, Some(grader)) => {
                    let command = one_test(grader, test);
                    heard(test, foreign(command, "", PRINTED, self.limits.test).as_ref())
                }
                (Some(verdict), _) => verdict.clone(),
                (None, None) => Verdict::NotRun(""),
            }
        };
        let signature = Signature::take(&corpus, &exercise.tests, run, ask);
        // What was cut off in the middle says nothing of the answer.
        (clock.now() < deadline).then_some(signature)
    }

    fn probe(&self, exercise: &Exercise, leash: &Leash) -> Option<PathBuf> {
        let arguments = ["build", "-p", &exercise.name, "--bins"];
        let built = self.build(exercise, (Part::Probe, &arguments), leash).ok()?;
        built.program(&format!("{}-probe", exercise.name)).cloned()
    }
}

fn is_asked_in_full(graded: &Graded) -> bool {
    !graded.tests.iter().any(|test| matches!(test.verdict, Verdict::NotRun(_)))
}

/// What the process of a test said; its limit is of no interest here.
fn heard(test: &str, ended: Option<&Ended>) -> Verdict {
    ended.map_or(Verdict::NoResult(String::new()), |ended| Verdict::read(test, ended, 0))
}
