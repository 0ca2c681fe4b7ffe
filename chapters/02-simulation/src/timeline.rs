use std::fmt::Write as _;
use std::time::Duration;

use clock::Moment;

use crate::{Event, Outcome, Output, Reading, Request, RequestId, Step, Trace, Unit, What, text};

/// A run as text, step by step: what a failing test prints.
impl Trace {
    /// All steps.
    pub fn timeline(&self) -> String {
        self.timeline_until(self.until)
    }

    /// The steps up to `until`, inclusive, numbered from 1.
    ///
    /// Requests of one step that fared alike share a line: `requests 1–5 ask: admitted`.
    pub fn timeline_until(&self, until: Moment) -> String {
        self.steps_until(until).concat()
    }

    /// The last `most` of the steps up to `until`; how many came before them is said.
    pub(crate) fn timeline_end(&self, until: Moment, most: usize) -> String {
        let steps = self.steps_until(until);
        let before = steps.len().saturating_sub(most);
        let shown = steps[before..].concat();
        if before == 0 { shown } else { format!("  … {before} steps before these\n{shown}") }
    }

    fn steps_until(&self, until: Moment) -> Vec<String> {
        let mut steps = Vec::new();
        let mut next = self.events.first().map(|event| event.at);
        while let Some(step) = next.filter(|&at| at <= until).and_then(|at| self.step(at)) {
            let (number, time) = (steps.len() + 1, format!("at {}", step.at));
            let mut lines = String::new();
            for (index, line) in describe(&step).iter().enumerate() {
                let _ = match index {
                    0 => writeln!(lines, "{number:>3}. {time:<12} {line}"),
                    _ => writeln!(lines, "{:17} {line}", ""),
                };
            }
            steps.push(lines);
            next = self.next_step(step.at);
        }
        steps
    }
}

impl Step<'_> {
    /// The step in words, as a timeline has it: a line for everything that
    /// happened, and what it did to the gauges on the last.
    pub fn lines(&self) -> Vec<String> {
        describe(self)
    }
}

/// The lines of one step; what the step did to the gauges stands on the last.
fn describe(step: &Step<'_>) -> Vec<String> {
    let mut said: Vec<Said> = Vec::new();
    let mut events = step.events.iter().peekable();
    while let Some(event) = events.next() {
        let mut next = say(event, step.at);
        // The verdict on an arrival that follows it at once belongs to it.
        if let What::Arrive(request) = &event.what
            && let Some(verdict) = events.next_if(|event| about(event) == Some(request.id))
        {
            let verdict = say(verdict, step.at);
            next.one = format!("{}: {}", next.one, verdict.one);
            next.many = format!("{}: {}", next.many, verdict.many);
        }
        match said.last_mut() {
            Some(last) if last.follows(&next) => last.last = next.last,
            _ => said.push(next),
        }
    }
    let mut lines: Vec<String> = said.iter().map(Said::line).collect();
    let gauges = changed(&step.before, &step.after);
    if let Some(last) = lines.last_mut().filter(|_| !gauges.is_empty()) {
        let _ = write!(last, " ({gauges})");
    }
    lines
}

/// Words about one request, or about several in a row that fared alike.
struct Said {
    first: Option<RequestId>,
    last: Option<RequestId>,
    one: String,
    many: String,
}

impl Said {
    fn of(id: RequestId, one: impl Into<String>, many: impl Into<String>) -> Self {
        Self { first: Some(id), last: Some(id), one: one.into(), many: many.into() }
    }

    fn plain(words: String) -> Self {
        Self { first: None, last: None, one: words.clone(), many: words }
    }

    fn follows(&self, next: &Self) -> bool {
        let in_a_row = match (self.last, next.first) {
            (Some(last), Some(first)) => last.0.checked_add(1) == Some(first.0),
            _ => false,
        };
        in_a_row && self.one == next.one
    }

    fn line(&self) -> String {
        match (self.first, self.last) {
            (Some(first), Some(last)) if first < last => {
                format!("requests {first}–{last} {}", self.many)
            }
            (Some(first), _) => format!("request {first} {}", self.one),
            _ => self.one.clone(),
        }
    }
}

/// Whose verdict this is.
fn about(event: &Event) -> Option<RequestId> {
    match &event.what {
        What::Out(Output::Admit(id) | Output::Refuse { id, .. } | Output::Hold { id, .. }) => {
            Some(*id)
        }
        _ => None,
    }
}

fn say(event: &Event, now: Moment) -> Said {
    match &event.what {
        What::Arrive(Request { id, cost, patience }) => {
            let cost = if *cost == 1 { String::new() } else { format!(" for {cost}") };
            let patience = patience
                .map_or_else(String::new, |patience| format!(", patient for {}", exact(patience)));
            Said::of(*id, format!("asks{cost}{patience}"), format!("ask{cost}{patience}"))
        }
        What::Finish(id, outcome) => {
            let (one, many) = ended(*outcome);
            Said::of(*id, one, many)
        }
        What::Set(setting) => Said::plain(format!("{} is set to {}", setting.name, setting.value)),
        What::Out(output) => decided(output, now),
    }
}

fn decided(output: &Output, now: Moment) -> Said {
    match output {
        Output::Admit(id) => Said::of(*id, "admitted", "admitted"),
        Output::Refuse { id, why, retry_at } => {
            let again = retry_at
                .map_or_else(String::new, |at| format!("; again in {}", exact(at.since(now))));
            let words = format!("refused, {why}{again}");
            Said::of(*id, words.clone(), words)
        }
        Output::Hold { id, until: Some(until) } => {
            Said::of(*id, format!("waits until {until}"), format!("wait until {until}"))
        }
        Output::Hold { id, until: None } => Said::of(*id, "waits", "wait"),
        Output::Done(id, outcome) => {
            let (one, many) = ended(*outcome);
            Said::of(*id, one, many)
        }
        Output::Change { from, to, why } => Said::plain(format!("{from} → {to}: {why}")),
        Output::Note(note) => Said::plain(note.clone().into_owned()),
    }
}

/// For one, and for many.
fn ended(outcome: Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::Ok => ("ended well", "ended well"),
        Outcome::Failed => ("failed", "failed"),
        Outcome::TimedOut => ("timed out", "timed out"),
        Outcome::Dropped => ("was dropped by its caller", "were dropped by their callers"),
    }
}

/// The gauges that moved in this step: `level 1 → 0`. The first is told in any
/// case: that it did not move may be the whole story.
fn changed(before: &Reading, after: &Reading) -> String {
    let pairs = before.iter().zip(after.iter()).enumerate();
    // Cells packed into a number are for a picture; nobody can read them.
    let pairs = pairs.filter(|(_, ((gauge, _), _))| !gauge.name.starts_with("ring-"));
    let told = pairs.filter(|(index, ((_, was), (_, is)))| *index == 0 || was != is);
    let words = told.map(|(_, ((gauge, was), (_, is)))| {
        let (was, is) = (number(gauge.unit, was), number(gauge.unit, is));
        if was == is {
            format!("{} {is}", gauge.name)
        } else {
            format!("{} {was} → {is}", gauge.name)
        }
    });
    words.collect::<Vec<_>>().join(", ")
}

fn number(unit: Unit, value: i64) -> String {
    match unit {
        Unit::MicroTokens => text::exact_tokens(value),
        Unit::Nanos => exact(Duration::from_nanos(u64::try_from(value).unwrap_or(0))),
        Unit::Count => value.to_string(),
    }
}

/// `450 ms`, `333.333334 ms`: to the nanosecond, as moments are told.
fn exact(duration: Duration) -> String {
    (Moment::ZERO + duration).to_string()
}
