//! Lanes as lines of text, for another process to read.
//!
//! ```text
//! lanes 1
//! thread A
//! step LANE OP OBJECT READ WROTE EXPECTED fresh|stale LINE FILE
//! outcome DEBUG TEXT
//! end
//! ```
//!
//! A value that is not there is `-`. Names, files and outcomes reach to the end
//! of their line; a line break or backslash in them is escaped with `\`.

use super::{Lanes, Op, Step, Value};
use std::fmt;

const HEAD: &str = "lanes 1";
const TAIL: &str = "end";

/// A text is not lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line that could not be read, or a note that lines are missing.
    pub at: String,
}

impl Lanes {
    /// One line for each fact, each ended by a line break.
    pub fn to_lines(&self) -> String {
        let threads = self.threads.iter();
        let threads = threads.map(|name| format!("thread {}", escape(name)));
        let lines = [HEAD.to_owned()]
            .into_iter()
            .chain(threads)
            .chain(self.steps.iter().map(step_line))
            .chain([format!("outcome {}", escape(&self.outcome))])
            .chain([TAIL.to_owned()]);
        lines.flat_map(|line| [line, "\n".to_owned()]).collect()
    }

    /// Reads back what [`Lanes::to_lines`] wrote.
    ///
    /// # Errors
    ///
    /// With the first line that is not understood.
    pub fn parse(text: &str) -> Result<Lanes, ParseError> {
        let mut lines = text.lines();
        expect(lines.next(), HEAD)?;
        let mut read = Lanes { threads: Vec::new(), steps: Vec::new(), outcome: String::new() };
        for line in lines {
            match line.split_once(' ') {
                Some(("thread", name)) => read.threads.push(unescape(name)),
                Some(("outcome", text)) => read.outcome = unescape(text),
                Some(("step", rest)) => {
                    let step = parse_step(rest, read.threads.len());
                    read.steps.push(step.ok_or_else(|| error(line))?);
                }
                _ => return expect(Some(line), TAIL).map(|()| read),
            }
        }
        Err(error("(the end is missing)"))
    }
}

fn step_line(step: &Step) -> String {
    let value = |value: Option<Value>| value.map_or("-".to_owned(), |v| v.to_string());
    format!(
        "step {} {} {} {} {} {} {} {} {}",
        step.lane,
        step.op.word(),
        step.object,
        value(step.read),
        value(step.wrote),
        value(step.expected),
        if step.fresh { "fresh" } else { "stale" },
        step.line,
        escape(&step.file),
    )
}

fn parse_step(rest: &str, threads: usize) -> Option<Step> {
    let mut words = rest.splitn(9, ' ');
    Some(Step {
        lane: words.next()?.parse().ok().filter(|lane| *lane < threads)?,
        op: Op::parse(words.next()?)?,
        object: words.next()?.parse().ok()?,
        read: parse_value(words.next()?)?,
        wrote: parse_value(words.next()?)?,
        expected: parse_value(words.next()?)?,
        fresh: match words.next()? {
            "fresh" => true,
            "stale" => false,
            _ => return None,
        },
        line: words.next()?.parse().ok()?,
        file: unescape(words.next()?),
    })
}

/// The outer `None` is a word that is no value; the inner, one that says so.
#[allow(clippy::option_option, reason = "it mirrors the format: `-` or a value")]
fn parse_value(word: &str) -> Option<Option<Value>> {
    if word == "-" { Some(None) } else { Value::parse(word).map(Some) }
}

fn expect(line: Option<&str>, wanted: &str) -> Result<(), ParseError> {
    match line {
        Some(line) if line == wanted => Ok(()),
        Some(line) => Err(error(line)),
        None => Err(error("(no lines)")),
    }
}

fn error(at: &str) -> ParseError {
    ParseError { at: at.to_owned() }
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

pub(crate) fn unescape(text: &str) -> String {
    let mut chars = text.chars();
    let mut plain = String::new();
    while let Some(char) = chars.next() {
        plain.push(match char {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    plain
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not lanes: {}", self.at)
    }
}

impl std::error::Error for ParseError {}
