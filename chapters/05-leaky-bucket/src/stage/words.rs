//! The steps in words: what happened, and why.

use std::time::Duration;

use clock::Moment;
use simulation::{Narrate, Output, Reading, Request, RequestId, Step, text};

use super::{METER_KNOBS, NEVER, QUEUE_KNOBS};

mod meter;
mod queue;

/// What a request does that is dropped.
const GAVE_UP: &str = "gave up its place, and those behind it move up";

/// Puts the meter's steps into words.
pub(super) struct Meter;

/// Puts the queue's steps into words.
pub(super) struct Queue;

impl Narrate for Meter {
    fn start(&self, _first: &Reading) -> String {
        "Nothing has happened yet. The bucket is empty. Send a request, or press play.".to_owned()
    }

    fn tell(&self, step: &Step<'_>) -> Option<String> {
        let verdict = match step.arrivals().as_slice() {
            [] => None,
            [one] => Some(meter::one_request(step, one)),
            many => Some(meter::together(step, many.len())),
        };
        sentence(&step.presses(&METER_KNOBS, Some(GAVE_UP)), verdict, || meter::stands(step))
    }
}

impl Narrate for Queue {
    fn start(&self, _first: &Reading) -> String {
        "Nothing has happened yet. Nobody waits. Send a request, or press play.".to_owned()
    }

    /// First whose turn came, then what was pressed, then who came.
    fn tell(&self, step: &Step<'_>) -> Option<String> {
        let arrived = step.arrivals();
        let turns = queue::turns(step, &arrived);
        let came = turns.is_some() && arrived.is_empty();
        let aside: Vec<String> =
            turns.into_iter().chain(step.presses(&QUEUE_KNOBS, Some(GAVE_UP))).collect();
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
