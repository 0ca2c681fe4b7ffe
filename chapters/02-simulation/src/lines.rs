//! Scenarios and traces as lines of text, to cross from one process to another.
//!
//! Each line begins with a marker and is flushed at once. So what an answer
//! prints by itself is told apart and shown as its output, and a run that is
//! killed half-way leaves the trace up to there.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::time::Duration;

use clock::Moment;

use crate::{Event, Gauge, Law, Outcome, Output, Request, Sink, Trace, Unit, What};

mod scenario;
mod words;

pub use scenario::{parse_scenario, scenario_lines};

pub(crate) use words::{Words, escape};
use words::{dash, setting, setting_words};

/// Stands before every line that is ours.
pub const MARKER: &str = "@bw ";

/// Writes a run as lines, while it goes on.
#[derive(Debug)]
pub struct LineSink<W> {
    out: W,
}

impl<W: io::Write> LineSink<W> {
    /// Writes to `out`.
    pub const fn new(out: W) -> Self {
        Self { out }
    }

    /// A reader that has gone away ends the run by the panic that `println!`
    /// would give; there is nobody left to tell.
    fn line(&mut self, words: fmt::Arguments<'_>) {
        let line = format!("{MARKER}{words}\n");
        self.out.write_all(line.as_bytes()).and_then(|()| self.out.flush()).expect("a reader");
    }
}

impl<W: io::Write> Sink for LineSink<W> {
    fn heads(&mut self, heads: &[Gauge]) {
        self.line(format_args!("trace 1"));
        for Gauge { name, unit, law } in heads {
            let (name, unit, law) = (escape(name), unit_word(*unit), law_word(*law));
            self.line(format_args!("gauge {name} {unit} {law}"));
        }
    }

    fn event(&mut self, event: Event) {
        self.line(format_args!("event {} {}", event.at.as_nanos(), what_words(&event.what)));
    }

    fn keyframe(&mut self, at: Moment, values: &[i64]) {
        let values: Vec<String> = values.iter().map(i64::to_string).collect();
        self.line(format_args!("keyframe {} {}", at.as_nanos(), values.join(" ")));
    }

    fn end(&mut self, at: Moment) {
        self.line(format_args!("end {}", at.as_nanos()));
    }
}

/// What came from another process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Received {
    /// The run, as far as it came.
    pub trace: Trace,
    /// Whether it came to its end.
    pub whole: bool,
    /// What else was printed.
    pub output: String,
}

/// Reads the lines of a [`LineSink`], mixed with whatever else was printed.
///
/// A last line without its end belongs to a run that was killed, and is left out.
pub fn receive(text: &str) -> Result<Received, ParseError> {
    let mut received = Received::default();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        // An answer may have printed something without an end of line before.
        let Some(start) = line.find(MARKER) else {
            // A marker that was cut off is no output.
            if !MARKER.starts_with(line) {
                received.output.push_str(line);
            }
            continue;
        };
        received.output.push_str(&line[..start]);
        let Some(line) = line[start + MARKER.len()..].strip_suffix('\n') else { break };
        let mut words = Words::new(line);
        trace_line(&mut received, &mut words)
            .and_then(|()| words.end())
            .ok_or_else(|| ParseError { number, line: line.to_owned() })?;
    }
    Ok(received)
}

/// A line that begins with the marker and does not say what it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Which line, from 1.
    pub number: usize,
    /// What it says, without the marker.
    pub line: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} cannot be read: {:?}", self.number, self.line)
    }
}

impl std::error::Error for ParseError {}

fn what_words(what: &What) -> String {
    match what {
        What::Arrive(Request { id, cost, patience }) => {
            format!("arrive {id} {cost} {}", dash(patience.map(|patience| patience.as_nanos())))
        }
        What::Finish(id, outcome) => format!("finish {id} {}", outcome_word(*outcome)),
        What::Set(setting) => format!("set {}", setting_words(setting)),
        What::Out(Output::Admit(id)) => format!("admit {id}"),
        What::Out(Output::Refuse { id, why, retry_at }) => {
            format!("refuse {id} {} {}", dash(retry_at.map(Moment::as_nanos)), escape(why))
        }
        What::Out(Output::Hold { id, until }) => {
            format!("hold {id} {}", dash(until.map(Moment::as_nanos)))
        }
        What::Out(Output::Done(id, outcome)) => format!("done {id} {}", outcome_word(*outcome)),
        What::Out(Output::Change { from, to, why }) => {
            format!("change {} {} {}", escape(from), escape(to), escape(why))
        }
        What::Out(Output::Note(note)) => format!("note {}", escape(note)),
    }
}

fn what(words: &mut Words<'_>) -> Option<What> {
    let output = match words.word()? {
        "arrive" => {
            let (id, cost) = (words.id()?, words.number()?);
            let patience = words.optional()?.map(Duration::from_nanos);
            return Some(What::Arrive(Request { id, cost, patience }));
        }
        "finish" => return Some(What::Finish(words.id()?, outcome(words.word()?)?)),
        "set" => return Some(What::Set(setting(words)?)),
        "admit" => Output::Admit(words.id()?),
        "refuse" => {
            let (id, retry_at) = (words.id()?, words.optional()?.map(Moment::from_nanos));
            Output::Refuse { id, why: Cow::Owned(words.text()?), retry_at }
        }
        "hold" => {
            Output::Hold { id: words.id()?, until: words.optional()?.map(Moment::from_nanos) }
        }
        "done" => Output::Done(words.id()?, outcome(words.word()?)?),
        "change" => {
            let [from, to, why] = [words.text()?, words.text()?, words.text()?].map(Cow::Owned);
            Output::Change { from, to, why }
        }
        "note" => Output::Note(Cow::Owned(words.text()?)),
        _ => return None,
    };
    Some(What::Out(output))
}

fn trace_line(received: &mut Received, words: &mut Words<'_>) -> Option<()> {
    let trace = &mut received.trace;
    match words.word()? {
        "trace" => (words.number::<u32>()? == 1).then_some(())?,
        "gauge" => {
            let (name, unit) = (Cow::Owned(words.text()?), unit(words.word()?)?);
            let law = law(words.word()?)?;
            trace.heads.push(Gauge { name, unit, law });
        }
        "event" => trace.event(Event { at: words.moment()?, what: what(words)? }),
        "keyframe" => {
            let at = words.moment()?;
            let values =
                trace.heads.iter().map(|_| words.number()).collect::<Option<Vec<i64>>>()?;
            trace.keyframe(at, &values);
        }
        "end" => {
            trace.end(words.moment()?);
            received.whole = true;
        }
        _ => return None,
    }
    // A run that was killed ended where it last wrote.
    if !received.whole {
        let event = received.trace.events.last().map(|event| event.at);
        let keyframe = received.trace.keyframes.last().map(|keyframe| keyframe.at);
        received.trace.until = event.max(keyframe).unwrap_or_default();
    }
    Some(())
}

fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ok => "ok",
        Outcome::Failed => "failed",
        Outcome::TimedOut => "timed-out",
        Outcome::Dropped => "dropped",
    }
}

fn outcome(word: &str) -> Option<Outcome> {
    let all = [Outcome::Ok, Outcome::Failed, Outcome::TimedOut, Outcome::Dropped];
    all.into_iter().find(|&outcome| outcome_word(outcome) == word)
}

fn unit_word(unit: Unit) -> &'static str {
    match unit {
        Unit::MicroTokens => "micro-tokens",
        Unit::Nanos => "nanos",
        Unit::Count => "count",
    }
}

fn unit(word: &str) -> Option<Unit> {
    [Unit::MicroTokens, Unit::Nanos, Unit::Count].into_iter().find(|&unit| unit_word(unit) == word)
}

fn law_word(law: Law) -> &'static str {
    match law {
        Law::Line => "line",
        Law::Step => "step",
    }
}

fn law(word: &str) -> Option<Law> {
    [Law::Line, Law::Step].into_iter().find(|&law| law_word(law) == word)
}
