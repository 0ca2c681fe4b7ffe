//! What one test of the grader says about an answer.
//!
//! Each test has a process of its own. Whatever an answer does to it, the
//! others still have their say; and only the test's own last lines can make it
//! pass. An answer that prints those lines by itself deceives nobody but its
//! author: this is the page of a learner, and not that of an examiner.

use crate::plain::plain;
use crate::process::{End, Ended};

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it should.
    Passed,
    /// It came to a `todo!`.
    NotWritten(Panic),
    /// The answer panicked.
    Panicked(Panic),
    /// What the answer did is not what the grader expects.
    Failed(Panic),
    /// It did not come to its end.
    Endless(String),
    /// A signal ended the whole process.
    Killed(String),
    /// The process ended, and no word from the test.
    NoResult(String),
    /// Nobody asked it.
    NotRun(&'static str),
}

/// The words of a panic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panic {
    /// From the workspace, with the line: `exercises/…/src/answer.rs:20`.
    pub place: String,
    /// What it says.
    pub words: String,
}

impl Verdict {
    /// What the process of `test` left behind.
    pub fn read(test: &str, ended: &Ended, limit_s: u64) -> Self {
        let (stdout, stderr) = (plain(&ended.stdout.text()), plain(&ended.stderr.text()));
        match (ended.end, Panic::find(&stderr)) {
            (End::Overtime, _) => Self::Endless(format!("Still running after {limit_s} s: ended.")),
            (End::Signal(signal), _) => {
                Self::Killed(killed("The process of this test", signal, &stderr))
            }
            (End::Code(0), _) if passed(&stdout, test) => Self::Passed,
            // The model's threads have stacks of their own, and say so.
            (End::Code(101), _) if stderr.contains(OVERFLOW) => Self::Killed(STACK.to_owned()),
            (End::Code(101), Some(panic)) => panic.verdict(),
            (End::Code(code), _) => Self::NoResult(format!(
                "The process of this test ended with exit code {code}, and the test said nothing. \
                 Does the answer call `exit`?"
            )),
        }
    }

    /// Whether a loop without end was found, by the grader or by us.
    pub fn is_endless(&self) -> bool {
        matches!(self, Self::Endless(_))
    }
}

/// The test's own line, and the total of its one test: an answer that ends the
/// process early leaves neither.
fn passed(stdout: &str, test: &str) -> bool {
    let own = format!("test {test} ... ok");
    let total = "test result: ok. 1 passed; 0 failed;";
    // The answer may have printed something without an end of line before it.
    stdout.lines().any(|line| line.ends_with(&own))
        && stdout.lines().any(|line| line.starts_with(total))
}

/// Whether a line of a failure says what came, or what should have come.
pub(crate) fn says_an_outcome(line: &str) -> bool {
    let line = line.trim_start().to_ascii_lowercase();
    line.starts_with("got ") || line.starts_with("got:") || line.starts_with("expected")
}

/// What std says of a thread, and the model of its own.
const OVERFLOW: &str = "has overflowed its stack";
const STACK: &str = "The stack is full: does a function call itself without an end?";

impl Panic {
    /// The panic to tell of those in what a process printed: the first, unless
    /// the grader panics later and says what it expected and what it got. Where an
    /// answer is a test, the grader catches the panics of that test.
    pub fn find(stderr: &str) -> Option<Self> {
        let text = format!("\n{stderr}");
        let mut all: Vec<Self> = text.split("\nthread '").skip(1).filter_map(Self::of).collect();
        let Some(at) = all.iter().rposition(Self::is_of_a_grader).filter(|&at| at > 0) else {
            return all.into_iter().next();
        };
        let told = all.remove(at);
        all.get(at - 1).map(|before| told.after(before))
    }

    /// From what std prints of it, after the word for the thread.
    fn of(printed: &str) -> Option<Self> {
        let (head, words) = printed.split_once('\n')?;
        let (_, place) = head.split_once(" panicked at ")?;
        let words: Vec<&str> =
            words.lines().filter(|line| !line.starts_with("note: run with `RUST_BACK")).collect();
        let place = place.trim_end_matches(':').replace('\\', "/");
        // `file:line:column`: the column helps nobody.
        let place = place.rsplit_once(':').map_or(place.as_str(), |(place, _)| place);
        Some(Self { place: place.to_owned(), words: words.join("\n").trim().to_owned() })
    }

    fn is_of_a_grader(&self) -> bool {
        self.is_in_a_grader() && self.words.lines().any(says_an_outcome)
    }

    fn is_in_a_grader(&self) -> bool {
        self.place.contains("/grade.rs:")
    }

    /// With the line of the panic that the grader caught, and with what that one said
    /// if the grader does not say it.
    fn after(mut self, caught: &Self) -> Self {
        let said = caught.words.lines().next().unwrap_or_default();
        if caught.is_in_a_grader() {
            return self; // it panicked on purpose, to see what becomes of that
        }
        let at = if self.words.contains(said) {
            format!("At:       {}", caught.place)
        } else {
            format!("Before:   {said}, at {}", caught.place)
        };
        self.words = format!("{}\n{at}", self.words);
        self
    }

    fn verdict(self) -> Verdict {
        if self.is_todo() {
            Verdict::NotWritten(self)
        } else if self.words.starts_with("still running after") {
            Verdict::Endless(format!("S{}.", &self.words[1..]))
        } else if self.place.contains("/answer.rs:") {
            Verdict::Panicked(self)
        } else {
            Verdict::Failed(self)
        }
    }

    /// Whether it is a `todo!` or an `unimplemented!`.
    pub fn is_todo(&self) -> bool {
        ["not yet implemented", "not implemented"].iter().any(|start| self.words.starts_with(start))
    }

    /// `answer.rs, line 20`.
    pub fn short_place(&self) -> String {
        let place = self.place.rsplit_once('/').map_or(self.place.as_str(), |(_, place)| place);
        place
            .rsplit_once(':')
            .map_or_else(|| place.to_owned(), |(file, line)| format!("{file}, line {line}"))
    }

    /// What a `todo!` wants.
    pub fn wanted(&self) -> &str {
        let words = self.words.lines().next().unwrap_or_default();
        words.split_once("implemented: ").map_or("", |(_, wanted)| wanted)
    }
}

/// A signal in words.
pub fn killed(who: &str, signal: i32, stderr: &str) -> String {
    let (name, means) = match signal {
        4 => ("SIGILL", "It came to an instruction that there is not."),
        6 if stderr.contains(OVERFLOW) => ("SIGABRT", STACK),
        6 if stderr.contains("memory allocation of") => {
            ("SIGABRT", "There is no more memory: does something grow without an end?")
        }
        6 => ("SIGABRT", "It was aborted: by `abort`, or by a panic inside a panic."),
        8 => ("SIGFPE", "It computed what cannot be computed."),
        9 => ("SIGKILL", "Something outside ended it, perhaps for want of memory."),
        11 => ("SIGSEGV", "It touched memory that is not its own."),
        24 => ("SIGXCPU", "It used up its time."),
        _ => ("a signal", "Nobody here sent it."),
    };
    format!("{who} was ended by signal {signal} ({name}). {means}")
}

#[cfg(test)]
mod tests;
