//! Scenarios and traces as lines of text, to cross from one process to another.
//!
//! Each line begins with a marker and is flushed at once. So what an answer
//! prints by itself is told apart and shown as its output, and a run that is
//! killed half-way leaves the trace up to there.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io;
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use clock::Moment;

use crate::{
    Arrivals, Event, Gauge, Intervention, Law, Outcome, Output, Planned, Press, Request, RequestId,
    Scenario, Setting, Sink, Trace, Unit, What,
};

/// Stands before every line that is ours.
const MARKER: &str = "@bw ";

/// A scenario as lines, ended by `@bw end`.
pub fn scenario_lines(scenario: &Scenario) -> String {
    let mut lines = format!(
        "{MARKER}scenario 1\n{MARKER}seed {}\n{MARKER}until-ms {}\n",
        scenario.seed, scenario.until_ms
    );
    for (name, value) in scenario.params.iter() {
        let _ = writeln!(lines, "{MARKER}param {} {value}", escape(name));
    }
    for source in &scenario.arrivals {
        let _ = writeln!(lines, "{MARKER}arrive {}", arrivals_words(source));
    }
    for Intervention { at_ms, press } in &scenario.interventions {
        let _ = writeln!(lines, "{MARKER}press {at_ms} {}", press_words(press));
    }
    lines + MARKER + "end\n"
}

/// The scenario of [`scenario_lines`]; lines without the marker are skipped.
pub fn parse_scenario(lines: &str) -> Result<Scenario, ParseError> {
    let mut scenario = Scenario::default();
    for (number, line) in (1..).zip(lines.lines()) {
        let Some(line) = line.strip_prefix(MARKER) else { continue };
        let mut words = Words::new(line);
        scenario_line(&mut scenario, &mut words)
            .ok_or_else(|| ParseError { number, line: line.to_owned() })?;
    }
    Ok(scenario)
}

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
            let law = if *law == Law::Line { "line" } else { "step" };
            self.line(format_args!("gauge {} {} {law}", escape(name), unit_word(*unit)));
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
            received.output.push_str(line);
            continue;
        };
        received.output.push_str(&line[..start]);
        let Some(line) = line[start + MARKER.len()..].strip_suffix('\n') else { break };
        trace_line(&mut received, &mut Words::new(line))
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

/// The words of one line. Every reader gives `None` for a word that is missing
/// or of the wrong kind.
struct Words<'l>(SplitWhitespace<'l>);

impl<'l> Words<'l> {
    fn new(line: &'l str) -> Self {
        Self(line.split_whitespace())
    }

    fn word(&mut self) -> Option<&'l str> {
        self.0.next()
    }

    fn number<T: FromStr>(&mut self) -> Option<T> {
        self.word()?.parse().ok()
    }

    fn text(&mut self) -> Option<String> {
        unescape(self.word()?)
    }

    fn moment(&mut self) -> Option<Moment> {
        self.number().map(Moment::from_nanos)
    }

    fn id(&mut self) -> Option<RequestId> {
        self.number().map(RequestId)
    }

    /// A number, or `-` for none.
    #[expect(clippy::option_option, reason = "unreadable, or none, or a number: three cases")]
    fn optional<T: FromStr>(&mut self) -> Option<Option<T>> {
        match self.word()? {
            "-" => Some(None),
            word => word.parse().ok().map(Some),
        }
    }
}

fn scenario_line(scenario: &mut Scenario, words: &mut Words<'_>) -> Option<()> {
    match words.word()? {
        "scenario" => (words.number::<u32>()? == 1).then_some(())?,
        "seed" => scenario.seed = words.number()?,
        "until-ms" => scenario.until_ms = words.number()?,
        "param" => {
            let (name, value) = (words.text()?, words.number()?);
            scenario.params = std::mem::take(&mut scenario.params).with(&name, value);
        }
        "arrive" => scenario.arrivals.push(arrivals(words)?),
        "press" => {
            let at_ms = words.number()?;
            scenario.interventions.push(Intervention { at_ms, press: press(words, at_ms)? });
        }
        "end" => {}
        _ => return None,
    }
    Some(())
}

fn arrivals_words(source: &Arrivals) -> String {
    match source {
        Arrivals::Even { per_second } => format!("even {per_second}"),
        Arrivals::Burst { at_ms, count } => format!("burst {at_ms} {count}"),
        Arrivals::Poisson { per_second } => format!("poisson {per_second}"),
        Arrivals::Spike { from_ms, until_ms, per_second } => {
            format!("spike {from_ms} {until_ms} {per_second}")
        }
        Arrivals::List(list) => {
            let words = list.iter().map(|one| format!(" {} {}", one.at_ms, planned_words(one)));
            format!("list{}", words.collect::<String>())
        }
    }
}

fn arrivals(words: &mut Words<'_>) -> Option<Arrivals> {
    Some(match words.word()? {
        "even" => Arrivals::Even { per_second: words.number()? },
        "burst" => Arrivals::Burst { at_ms: words.number()?, count: words.number()? },
        "poisson" => Arrivals::Poisson { per_second: words.number()? },
        "spike" => Arrivals::Spike {
            from_ms: words.number()?,
            until_ms: words.number()?,
            per_second: words.number()?,
        },
        "list" => {
            let mut list = Vec::new();
            while let Some(word) = words.word() {
                list.push(planned(words, word.parse().ok()?)?);
            }
            Arrivals::List(list)
        }
        _ => return None,
    })
}

fn planned_words(one: &Planned) -> String {
    format!("{} {}", one.cost, dash(one.patience_ms))
}

fn planned(words: &mut Words<'_>, at_ms: u64) -> Option<Planned> {
    Some(Planned { at_ms, cost: words.number()?, patience_ms: words.optional()? })
}

fn press_words(press: &Press) -> String {
    match press {
        Press::Send(count) => format!("send {count}"),
        Press::SendOne(one) => format!("send-one {}", planned_words(one)),
        Press::Drop(id) => format!("drop {id}"),
        Press::Set(setting) => format!("set {}", setting_words(setting)),
    }
}

fn press(words: &mut Words<'_>, at_ms: u64) -> Option<Press> {
    Some(match words.word()? {
        "send" => Press::Send(words.number()?),
        "send-one" => Press::SendOne(planned(words, at_ms)?),
        "drop" => Press::Drop(words.id()?),
        "set" => Press::Set(setting(words)?),
        _ => return None,
    })
}

fn setting_words(setting: &Setting) -> String {
    format!("{} {}", escape(&setting.name), setting.value)
}

fn setting(words: &mut Words<'_>) -> Option<Setting> {
    Some(Setting { name: words.text()?, value: words.number()? })
}

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
            let law = if words.word()? == "line" { Law::Line } else { Law::Step };
            trace.heads.push(Gauge { name, unit, law });
        }
        "event" => trace.event(Event { at: words.moment()?, what: what(words)? }),
        "keyframe" => {
            let at = words.moment()?;
            let values: Option<Vec<i64>> = words.0.by_ref().map(|word| word.parse().ok()).collect();
            let values = values.filter(|values| values.len() == trace.heads.len())?;
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

fn dash<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// One word out of any text: whatever would end a word or a line becomes `%` and
/// its number in four hexadecimal digits; an empty text is a lone `%`.
fn escape(text: &str) -> String {
    if text.is_empty() {
        return "%".to_owned();
    }
    let mut word = String::new();
    for c in text.chars() {
        if c == '%' || c.is_whitespace() || c.is_control() {
            let _ = write!(word, "%{:04x}", u32::from(c));
        } else {
            word.push(c);
        }
    }
    word
}

fn unescape(word: &str) -> Option<String> {
    if word == "%" {
        return Some(String::new());
    }
    let mut parts = word.split('%');
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let (code, rest) = part.split_at_checked(4)?;
        text.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
        text.push_str(rest);
    }
    Some(text)
}
