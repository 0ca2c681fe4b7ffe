use std::fmt::Write as _;

use clock::Moment;

use crate::{Event, Outcome, Output, Reading, Request, Step, Trace, Unit, What, text};

/// A run as text, step by step: what a failing test prints.
impl Trace {
    /// All steps.
    pub fn timeline(&self) -> String {
        self.timeline_until(self.until)
    }

    /// The steps up to `until`, inclusive, numbered from 1.
    pub fn timeline_until(&self, until: Moment) -> String {
        let mut lines = String::new();
        let mut next = self.events.first().map(|event| event.at);
        let mut number = 1;
        while let Some(step) = next.filter(|&at| at <= until).and_then(|at| self.step(at)) {
            let time = format!("at {}", step.at);
            let _ = writeln!(lines, "{number:>3}. {time:<12} {}", describe(&step));
            number += 1;
            next = self.next_step(step.at);
        }
        lines
    }
}

fn describe(step: &Step<'_>) -> String {
    let words: Vec<String> = step.events.iter().map(|event| say(event, step.at)).collect();
    let gauges = changed(&step.before, &step.after);
    if gauges.is_empty() { words.join(", ") } else { format!("{} ({gauges})", words.join(", ")) }
}

fn say(event: &Event, now: Moment) -> String {
    match &event.what {
        What::Arrive(Request { id, cost, patience }) => {
            let cost = if *cost == 1 { String::new() } else { format!(" for {cost}") };
            match patience {
                Some(patience) => format!("request {id} asks{cost}, patient for {patience:?}"),
                None => format!("request {id} asks{cost}"),
            }
        }
        What::Finish(id, outcome) => format!("request {id} {}", ended(*outcome)),
        What::Set(setting) => format!("{} is set to {}", setting.name, setting.value),
        What::Out(output) => decided(output, now),
    }
}

fn decided(output: &Output, now: Moment) -> String {
    match output {
        Output::Admit(id) => format!("{id} admitted"),
        Output::Refuse { id, why, retry_at } => match retry_at {
            Some(at) => format!("{id} refused: {why}; again in {:?}", at.since(now)),
            None => format!("{id} refused: {why}"),
        },
        Output::Hold { id, until: Some(until) } => format!("{id} waits until {until}"),
        Output::Hold { id, until: None } => format!("{id} waits"),
        Output::Done(id, outcome) => format!("{id} {}", ended(*outcome)),
        Output::Change { from, to, why } => format!("{from} → {to}: {why}"),
        Output::Note(note) => note.clone().into_owned(),
    }
}

fn ended(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ok => "ended well",
        Outcome::Failed => "failed",
        Outcome::TimedOut => "timed out",
        Outcome::Dropped => "was dropped by its caller",
    }
}

/// The gauges that moved in this step: `level 1.0 → 0.0`.
fn changed(before: &Reading, after: &Reading) -> String {
    let pairs = before.iter().zip(after.iter());
    let moved = pairs.filter(|((_, was), (_, is))| was != is).map(|((gauge, was), (_, is))| {
        format!("{} {} → {}", gauge.name, number(gauge.unit, was), number(gauge.unit, is))
    });
    moved.collect::<Vec<_>>().join(", ")
}

fn number(unit: Unit, value: i64) -> String {
    match unit {
        Unit::MicroTokens => text::tokens(value),
        Unit::Nanos => Moment::from_nanos(u64::try_from(value).unwrap_or(0)).to_string(),
        Unit::Count => value.to_string(),
    }
}
