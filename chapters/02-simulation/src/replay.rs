//! What a failing test did, for a page that shows it once more.
//!
//! A grader that was asked to (by [`TELL`] in its environment) prints the
//! scenario of each run and the calls of a story that failed, as lines with the
//! marker of the [`LineSink`](crate::LineSink).

use std::fmt::Write as _;

use crate::lines::{MARKER, Words, escape};
use crate::{Scenario, parse_scenario};

/// The variable in the environment of a test that is to tell what it does.
pub const TELL: &str = "BREAKWATER_TELL";

/// What a test did before it failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// It ran the answer through this scenario.
    Run(Box<Scenario>),
    /// It called the answer by hand; these are its last calls.
    Calls(Vec<Call>),
}

/// One call of a grader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// How it reads: `at 60 ms, G reports Failed; then it is`.
    pub name: String,
    /// What should come back, if that matters.
    pub expected: Option<String>,
    /// What came back.
    pub got: String,
}

impl Replay {
    /// Out of what a test printed: the last that it tells.
    pub fn find(printed: &str) -> Option<Self> {
        let start = |words: &str| printed.rfind(&format!("{MARKER}{words}"));
        match (start("scenario "), start("calls\n")) {
            (run, Some(calls)) if run.is_none_or(|run| run < calls) => {
                let lines = printed[calls..].lines().skip(1);
                let calls: Vec<Call> = lines.map_while(read).collect();
                (!calls.is_empty()).then_some(Self::Calls(calls))
            }
            (Some(run), _) => parse_scenario(&printed[run..]).ok().map(Box::new).map(Self::Run),
            (None, _) => None,
        }
    }
}

/// Prints `lines`, if somebody wants to hear them. What the answer has printed
/// without an end of line stays apart.
pub(crate) fn tell(lines: impl FnOnce() -> String) {
    if std::env::var_os(TELL).is_some() {
        println!("\n{}", lines());
    }
}

pub(crate) fn calls_lines(calls: &[Call]) -> String {
    let mut lines = format!("{MARKER}calls\n");
    for Call { name, expected, got } in calls {
        // `-` is none; what was expected begins with `=`, and may be empty.
        let expected =
            expected.as_ref().map_or_else(|| "-".to_owned(), |it| escape(&format!("={it}")));
        let _ = writeln!(lines, "{MARKER}call {} {expected} {}", escape(name), escape(got));
    }
    lines
}

fn read(line: &str) -> Option<Call> {
    let mut words = Words::new(line.strip_prefix(MARKER)?.strip_prefix("call ")?);
    let (name, expected, got) = (words.text()?, words.text()?, words.text()?);
    Some(Call { name, expected: expected.strip_prefix('=').map(str::to_owned), got })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arrivals, scenario_lines};

    fn call(name: &str, expected: Option<&str>, got: &str) -> Call {
        Call { name: name.to_owned(), expected: expected.map(str::to_owned), got: got.to_owned() }
    }

    #[test]
    fn calls_come_back_as_they_were() {
        let calls = [
            call("at 0 ms, A asks", Some("let through"), "let through"),
            call("nothing", None, ""),
            call("-", Some("-"), "two\nlines, 100 %"),
        ];
        let printed = format!("hello\n{}\ntest x ... FAILED\n", calls_lines(&calls));
        assert_eq!(Replay::find(&printed), Some(Replay::Calls(calls.to_vec())));
    }

    #[test]
    fn the_last_run_that_was_told_is_the_one_that_failed() {
        let scenario = |until_ms| Scenario {
            until_ms,
            arrivals: vec![Arrivals::Even { per_second: 3 }],
            ..Scenario::default()
        };
        let told = |until_ms| scenario_lines(&scenario(until_ms));
        let printed = format!("{}noise\n{}more noise", told(5), told(6));
        assert_eq!(Replay::find(&printed), Some(Replay::Run(Box::new(scenario(6)))));
        // A story after a run, and a run after a story.
        let calls = calls_lines(&[call("a", None, "b")]);
        assert!(matches!(Replay::find(&(told(5) + &calls)), Some(Replay::Calls(_))));
        assert!(matches!(Replay::find(&(calls + &told(5))), Some(Replay::Run(_))));
    }

    #[test]
    fn half_of_it_is_nothing() {
        let lines = scenario_lines(&Scenario::default());
        assert_eq!(Replay::find(&lines[..lines.len() - 3]), None);
        assert_eq!(Replay::find("no word of it"), None);
    }
}
