//! Asks the tests of an exercise, in learning order, one process a test.

use std::io;
use std::path::Path;
use std::process::Command;

use simulation::{MARKER, Replay};

use crate::captured::size;
use crate::plain::{plain, short};
use crate::process::Ended;
use crate::report::{Printed, Test};
use crate::session::Manner;
use crate::verdict::Verdict;

/// After so many tests that did not end, the others are not asked: each costs
/// seconds, and they would say the same.
const ENDLESS_MAX: usize = 2;
/// So much of a failure is shown, in characters.
pub(crate) const TEXT_MAX: usize = 8000;

/// The grader's results, and what the answer printed.
pub(crate) fn ask(
    program: &Path,
    tests: &[String],
    (manner, limit_s): (Manner, u64),
    run: impl Fn(&mut Command) -> io::Result<Ended>,
    mut told: impl FnMut(&Test),
) -> Asked {
    let mut asked = Asked::default();
    for name in tests {
        let mut replay = None;
        let verdict = if manner == Manner::ToTheFirst && asked.has_failed() {
            Verdict::NotRun("Not run: the test before it comes first.")
        } else if asked.endless() >= ENDLESS_MAX {
            Verdict::NotRun("Not run, since the tests before it did not end.")
        } else {
            let ended = run(&mut one_test(program, name));
            replay = ended.as_ref().ok().and_then(|it| Replay::find(&it.stdout.text()));
            asked.hear(name, ended, limit_s)
        };
        let replay = replay.filter(|_| verdict != Verdict::Passed);
        let test = Test { name: name.clone(), verdict, replay };
        told(&test);
        asked.tests.push(test);
    }
    asked
}

/// Runs one test of the program, and nothing else.
pub(crate) fn one_test(program: &Path, name: &str) -> Command {
    let mut command = Command::new(program);
    // With two threads the test's name and its result share a line.
    command.args(["--exact", name, "--nocapture", "--test-threads=2"]);
    command
}

/// What came of it.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    pub(crate) tests: Vec<Test>,
    pub(crate) printed: Option<Printed>,
    /// Whether something was left behind that could not be ended.
    pub(crate) stray: bool,
}

impl Asked {
    fn has_failed(&self) -> bool {
        self.tests.iter().any(|test| test.verdict != Verdict::Passed)
    }

    fn endless(&self) -> usize {
        self.tests.iter().filter(|test| test.verdict.is_endless()).count()
    }

    fn hear(&mut self, name: &str, ended: io::Result<Ended>, limit_s: u64) -> Verdict {
        match ended {
            Err(error) => Verdict::NoResult(format!("The grader could not be started: {error}.")),
            Ok(ended) => {
                self.stray |= !ended.closed;
                self.printed = self.printed.take().or_else(|| own_words(name, &ended));
                Verdict::read(name, &ended, limit_s).cut(TEXT_MAX)
            }
        }
    }
}

/// What the answer printed by itself: all but the lines of the test program.
fn own_words(test: &str, ended: &Ended) -> Option<Printed> {
    let stdout = plain(&ended.stdout.text());
    let stderr = plain(&ended.stderr.text());
    let errors = stderr.split("\nthread '").next().unwrap_or_default();
    let errors = errors.lines().filter(|line| !line.contains("has overflowed its stack"));
    let lines = stdout.lines().filter_map(|line| own(line, test)).chain(errors);
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = text.trim_matches('\n');
    let dropped_bytes = ended.stdout.dropped_bytes() + ended.stderr.dropped_bytes();
    (!text.is_empty()).then(|| Printed {
        test: test.to_owned(),
        text: text.to_owned(),
        dropped_bytes,
    })
}

fn own<'l>(line: &'l str, test: &str) -> Option<&'l str> {
    if let Some((before, _)) = line.split_once(&format!("test {test} ... ")) {
        return Some(before).filter(|before| !before.is_empty());
    }
    let of_the_program = line == "running 1 test"
        || line == "running 0 tests"
        || line.starts_with(MARKER)
        || line == "failures:"
        || line.trim() == test
        || line.starts_with("test result: ");
    (!of_the_program).then_some(line)
}

impl Printed {
    /// How much of it was left out, in words: `3 kB`.
    pub fn dropped(&self) -> Option<String> {
        (self.dropped_bytes > 0).then(|| size(self.dropped_bytes))
    }
}

impl Verdict {
    /// The same, with texts of at most `most` characters.
    fn cut(mut self, most: usize) -> Self {
        match &mut self {
            Self::NotWritten(panic) | Self::Panicked(panic) | Self::Failed(panic) => {
                panic.words = short(&panic.words, most);
            }
            Self::Endless(words) | Self::Killed(words) | Self::NoResult(words) => {
                *words = short(words, most);
            }
            Self::Passed | Self::NotRun(_) => {}
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::captured::{Captured, Keep};
    use crate::process::End;

    fn ended(end: End, stdout: &str, stderr: &str) -> Ended {
        let captured = |text: &str| {
            let mut captured = Captured::new(Keep { head_bytes: 2000, tail_bytes: 0 });
            captured.push(text.as_bytes());
            captured
        };
        Ended { end, stdout: captured(stdout), stderr: captured(stderr), closed: true }
    }

    fn asked_all(tests: &[&str], run: impl Fn(&mut Command) -> io::Result<Ended>) -> Asked {
        asked(Manner::All, tests, run)
    }

    fn asked(
        manner: Manner,
        tests: &[&str],
        run: impl Fn(&mut Command) -> io::Result<Ended>,
    ) -> Asked {
        let tests: Vec<String> = tests.iter().map(|&test| test.to_owned()).collect();
        let mut told = Vec::new();
        let asked = ask(Path::new("x"), &tests, (manner, 10), run, |test| told.push(test.clone()));
        assert_eq!(told, asked.tests, "each is told when it has ended");
        asked
    }

    fn words(results: &[Test]) -> Vec<&'static str> {
        results.iter().map(Test::word).collect()
    }

    #[test]
    fn after_two_tests_without_an_end_the_others_are_not_asked() {
        let asked = std::cell::Cell::new(0);
        let run = |_: &mut Command| {
            asked.set(asked.get() + 1);
            Ok(ended(End::Overtime, "", ""))
        };
        let Asked { tests: results, .. } = asked_all(&["a", "b", "c", "d"], run);
        assert_eq!(words(&results), ["did not end", "did not end", "not run", "not run"]);
        assert_eq!(asked.get(), 2);
    }

    #[test]
    fn where_the_first_failure_counts_the_others_are_not_asked() {
        let number = std::cell::Cell::new(0);
        let run = |command: &mut Command| {
            let name = command.get_args().nth(1).unwrap().to_string_lossy().into_owned();
            number.set(number.get() + 1);
            let passed = format!("test {name} ... ok\ntest result: ok. 1 passed; 0 failed;");
            let failed = "\nthread 'x' (1) panicked at a/grade.rs:1:1:\nwords\n";
            Ok(match number.get() {
                1 => ended(End::Code(0), &passed, ""),
                _ => ended(End::Code(101), "", failed),
            })
        };
        let asked = asked(Manner::ToTheFirst, &["a", "b", "c", "d"], run);
        assert_eq!(words(&asked.tests), ["passed", "failed", "not run", "not run"]);
        assert_eq!(number.get(), 2);
    }

    #[test]
    fn each_test_is_asked_by_its_whole_name() {
        let run = |command: &mut Command| {
            let arguments: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
            assert_eq!(arguments[..2], ["--exact", "grade::a"]);
            Ok(ended(
                End::Code(0),
                "test grade::a ... ok\ntest result: ok. 1 passed; 0 failed;",
                "",
            ))
        };
        let Asked { tests: results, printed, stray } = asked_all(&["grade::a"], run);
        assert_eq!(words(&results), ["passed"]);
        assert!(printed.is_none() && !stray);
    }

    #[test]
    fn what_the_answer_printed_is_told_apart_from_the_test_program() {
        let stdout = "\nrunning 1 test\nhello\nno end of linetest grade::a ... FAILED\n\nfailures:\n\nfailures:\n    grade::a\n\ntest result: FAILED. 0 passed;\n\n";
        let stderr = "[src/answer.rs:3:1] n = 1\n\nthread 'x' (1) panicked at a:1:1:\nwords\n";
        let run = |_: &mut Command| Ok(ended(End::Code(101), stdout, stderr));
        let Asked { printed, .. } = asked_all(&["grade::a"], run);
        let printed = printed.unwrap();
        assert_eq!(
            printed.text.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>(),
            ["hello", "no end of line", "[src/answer.rs:3:1] n = 1"]
        );
        assert_eq!((printed.test.as_str(), printed.dropped()), ("grade::a", None));
    }

    #[test]
    fn a_test_that_failed_says_what_it_did_and_that_is_no_output_of_the_answer() {
        let scenario = simulation::Scenario { until_ms: 7, ..Default::default() };
        let lines = simulation::scenario_lines(&scenario);
        let panic = "\nthread 'x' (1) panicked at src/grade.rs:1:1:\nwords\n";
        let run = |_: &mut Command| Ok(ended(End::Code(101), &lines, panic));
        let Asked { tests, printed, .. } = asked_all(&["grade::a"], run);
        assert_eq!(tests[0].replay, Some(Replay::Run(Box::new(scenario))));
        assert_eq!(printed, None);
        let passed = format!("{lines}test grade::a ... ok\ntest result: ok. 1 passed; 0 failed;");
        let run = |_: &mut Command| Ok(ended(End::Code(0), &passed, ""));
        assert_eq!(asked_all(&["grade::a"], run).tests[0].replay, None);
    }

    #[test]
    fn a_flood_of_output_says_how_much_is_missing() {
        let flood = "x".repeat(5000);
        let run = |_: &mut Command| Ok(ended(End::Overtime, &flood, ""));
        let Asked { printed, .. } = asked_all(&["grade::a"], run);
        assert_eq!(printed.unwrap().dropped().as_deref(), Some("3 kB"));
    }
}
