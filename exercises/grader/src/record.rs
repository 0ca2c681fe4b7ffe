//! What a run adds to what the learner has done.

use std::io;
use std::path::Path;

use crate::exercise::Exercise;
use crate::progress::{Done, Progress};
use crate::report::{Graded, Outcome, Report};

/// Keeps the result of a run, by a page as by a terminal. An answer that could
/// not be run says nothing new: what it could do before still stands.
pub fn record(root: &Path, exercise: &Exercise, report: &Report) -> io::Result<()> {
    let Outcome::Graded(graded) = &report.outcome else { return Ok(()) };
    Progress::change(root, |progress| graded.add_to(progress.of_mut(&exercise.name))).map(drop)
}

impl Graded {
    /// Whoever has passed once has passed, whatever the file says later. What
    /// counts is how far the tests were passed: a terminal asks none after the
    /// first that fails, and a page all of them.
    fn add_to(&self, done: &mut Done) {
        done.passed |= self.is_passed();
        done.last = Some((self.passed_to_the_first(), self.tests.len()));
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;
    use crate::beside::Beside;
    use crate::report::Test;
    use crate::stopped::Stopped;
    use crate::verdict::{Panic, Verdict};

    fn report(outcome: Outcome) -> Report {
        Report { answer: Vec::new(), took: Duration::ZERO, outcome }
    }

    fn graded(verdicts: &[Verdict]) -> Report {
        let test = |verdict: &Verdict| Test {
            name: "grade::a".to_owned(),
            verdict: verdict.clone(),
            replay: None,
        };
        let tests = verdicts.iter().map(test).collect();
        let beside = Beside::nothing("");
        report(Outcome::Graded(Box::new(Graded { tests, beside, printed: None, stray: false })))
    }

    #[test]
    fn a_pass_stays_and_the_last_run_counts() {
        let root = std::env::temp_dir().join(format!("record-{}", std::process::id()));
        fs::create_dir_all(&root).unwrap();
        let manifest = "[package]\nname = \"debt\"\n[package.metadata.exercise]\n\
             chapter = \"token-bucket\"\ntests = [\"grade::a\"]\n";
        let exercise = Exercise::read("06c-debt", manifest).unwrap();
        let after = |report: &Report| {
            record(&root, &exercise, report).unwrap();
            Progress::load(&root).unwrap().of("debt")
        };
        let one_fails = [Verdict::Passed, Verdict::Endless(String::new())];
        assert_eq!(after(&report(Outcome::Stopped(Stopped::of("", "")))), Done::default());
        let half = after(&graded(&one_fails));
        assert_eq!((half.passed, half.last), (false, Some((1, 2))));
        let whole = after(&graded(&[Verdict::Passed, Verdict::Passed]));
        assert_eq!((whole.passed, whole.last), (true, Some((2, 2))));
        let again = after(&graded(&one_fails));
        assert_eq!((again.passed, again.last), (true, Some((1, 2))));
        assert_eq!(after(&report(Outcome::Stopped(Stopped::of("", "")))), again);
        let failed = Verdict::Failed(Panic::default());
        let all = [Verdict::Passed, failed.clone(), Verdict::Passed];
        let to_the_first = [Verdict::Passed, failed, Verdict::NotRun("")];
        let lasts = [all, to_the_first].map(|verdicts| after(&graded(&verdicts)).last);
        assert_eq!(lasts, [Some((1, 3)); 2], "a page and a terminal count alike");
        fs::remove_dir_all(root).unwrap();
    }
}
