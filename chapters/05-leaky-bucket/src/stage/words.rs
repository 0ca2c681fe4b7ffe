//! The steps in words: what happened, and why.

use std::time::Duration;

use clock::Moment;
use simulation::{
    Event, Knob, Narrate, Outcome, Output, Reading, Request, RequestId, Step, What, text,
};

use super::{METER_KNOBS, NEVER, QUEUE_KNOBS};

mod meter;
mod queue;

/// Puts the meter's steps into words.
pub(super) struct Meter;

/// Puts the queue's steps into words.
pub(super) struct Queue;

impl Narrate for Meter {
    fn start(&self, _first: &Reading) -> String {
        "Nothing has happened yet. The bucket is empty. Send a request, or press play.".to_owned()
    }

    fn tell(&self, step: &Step<'_>) -> Option<String> {
        let verdict = match arrivals(step).as_slice() {
            [] => None,
            [one] => Some(meter::one_request(step, one)),
            many => Some(meter::together(step, many.len())),
        };
        sentence(&presses(step, &METER_KNOBS), verdict, || meter::stands(step))
    }
}

impl Narrate for Queue {
    fn start(&self, _first: &Reading) -> String {
        "Nothing has happened yet. Nobody waits. Send a request, or press play.".to_owned()
    }

    /// First whose turn came, then what was pressed, then who came.
    fn tell(&self, step: &Step<'_>) -> Option<String> {
        let arrived = arrivals(step);
        let turns = queue::turns(step, &arrived);
        let came = turns.is_some() && arrived.is_empty();
        let aside: Vec<String> = turns.into_iter().chain(presses(step, &QUEUE_KNOBS)).collect();
        let verdict = match arrived.as_slice() {
            [] if came => return Some(aside.join("; ") + &queue::line(step) + "."),
            [] => None,
            [one] => Some(queue::one_request(step, one)),
            many => Some(queue::together(step, many)),
        };
        sentence(&aside, verdict, || queue::stands(step))
    }
}

/// One sentence out of what happened beside the requests, and what became of
/// them; where there were none, how things stand.
fn sentence(
    aside: &[String],
    verdict: Option<String>,
    stands: impl FnOnce() -> String,
) -> Option<String> {
    match verdict {
        None if aside.is_empty() => None,
        None => Some(format!("{}. {}", aside.join("; "), stands())),
        Some(verdict) if aside.is_empty() => Some(verdict),
        Some(verdict) => Some(format!("{}; {verdict}", aside.join("; "))),
    }
}

/// Who came in this step.
fn arrivals<'s>(step: &Step<'s>) -> Vec<&'s Request> {
    let arrival = |event: &'s Event| match &event.what {
        What::Arrive(request) => Some(request),
        _ => None,
    };
    step.events.iter().filter_map(arrival).collect()
}

/// What the reader did, with what came of it where that is not what was meant.
fn presses(step: &Step<'_>, knobs: &[Knob]) -> Vec<String> {
    let after = step.events.iter().skip(1).map(Some).chain([None]);
    let told = step.events.iter().zip(after).filter_map(|(event, next)| {
        let press = match &event.what {
            What::Finish(id, Outcome::Dropped) => {
                format!("request {id} gave up its place, and those behind it move up")
            }
            What::Set(setting) => {
                let knob = knobs.iter().find(|knob| knob.name == setting.name)?;
                format!("\u{201c}{}\u{201d} is {} now", knob.label, setting.value)
            }
            _ => return None,
        };
        match next.map(|next| &next.what) {
            Some(What::Out(Output::Note(note))) => Some(note.clone().into_owned()),
            _ => Some(press),
        }
    });
    told.collect()
}

fn outputs<'s>(step: &Step<'s>) -> impl Iterator<Item = &'s Output> {
    step.events.iter().filter_map(|event| match &event.what {
        What::Out(output) => Some(output),
        _ => None,
    })
}

/// What became of `id` in this step.
fn verdict<'s>(step: &Step<'s>, id: RequestId) -> Option<&'s Output> {
    outputs(step).find(|output| match output {
        Output::Admit(of) | Output::Hold { id: of, .. } | Output::Refuse { id: of, .. } => {
            *of == id
        }
        _ => false,
    })
}

/// How long it is from the step to `at`.
fn wait(step: &Step<'_>, at: Moment) -> String {
    text::wait(at.since(step.at))
}

/// `5 go in, 3 are refused`, without those of which there are none.
fn counted(all: &[(usize, &str, &str)]) -> String {
    let some = all.iter().filter(|&&(count, ..)| count > 0);
    let words = some.map(|&(count, one, many)| text::counted(count, one, many));
    words.collect::<Vec<_>>().join(", ")
}

fn nanos(step: &Step<'_>, name: &str) -> Duration {
    Duration::from_nanos(gauge(step, name).unsigned_abs())
}

fn gauge(step: &Step<'_>, name: &str) -> i64 {
    step.after.get(name).unwrap_or(0)
}
