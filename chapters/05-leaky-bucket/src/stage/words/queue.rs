//! What the queue says.

use std::collections::BTreeSet;
use std::time::Duration;

use clock::Moment;

use super::{Output, Request, RequestId, Step, counted, gauge, nanos, text, wait};
use crate::stage::{FULL, TOO_LONG};

/// Those whose turn came: they go, and did not come just now.
pub(super) fn turns(step: &Step<'_>, arrived: &[&Request]) -> Option<String> {
    // A set: twenty thousand may come at one instant.
    let arrived: BTreeSet<RequestId> = arrived.iter().map(|request| request.id).collect();
    let went: Vec<String> = step
        .outputs()
        .filter_map(|output| match output {
            Output::Admit(id) if !arrived.contains(id) => Some(id.to_string()),
            _ => None,
        })
        .collect();
    match went.as_slice() {
        [] => None,
        [one] => Some(format!("it is the turn of request {one}, and it goes")),
        many => Some(format!("it is the turn of requests {}, and they go", many.join(", "))),
    }
}

pub(super) fn one_request(step: &Step<'_>, request: &Request) -> String {
    let Request { id, patience, .. } = *request;
    let places = gauge(step, "places");
    match step.verdict(id) {
        Some(Output::Admit(_)) => {
            let next = text::wait(nanos(step, "spout"));
            format!("request {id} goes at once. The next may leave in {next}.")
        }
        Some(Output::Hold { until, .. }) => format!(
            "request {id} waits: it takes place {} of {places} and leaves in {}.",
            gauge(step, "in-line"),
            until.map_or_else(String::new, |at| wait(step, at)),
        ),
        Some(Output::Refuse { why, retry_at: Some(at), .. }) if why == FULL => {
            let places = match places {
                0 => "there is no place to wait".to_owned(),
                1 => "the only place is taken".to_owned(),
                _ => format!("all {places} places are taken"),
            };
            format!("request {id} turned away: {places}. It may come back in {}.", wait(step, *at))
        }
        Some(Output::Refuse { why, retry_at: Some(at), .. }) if why == TOO_LONG => {
            let longest = nanos(step, "longest-wait");
            let may = patience.map_or(longest, |patience| patience.min(longest));
            format!(
                "request {id} turned away: it would wait {}, and may wait {}.",
                text::wait(at.since(step.at) + may),
                text::wait(may),
            )
        }
        Some(Output::Refuse { why, .. }) => format!("request {id} turned away: {why}."),
        _ => format!("request {id} arrived."),
    }
}

pub(super) fn together(step: &Step<'_>, arrived: &[&Request]) -> String {
    let (mut go, mut wait, mut refused, mut last) = (0, 0, 0, None::<Moment>);
    for request in arrived {
        match step.verdict(request.id) {
            Some(Output::Admit(_)) => go += 1,
            Some(Output::Hold { until, .. }) => (wait, last) = (wait + 1, (*until).max(last)),
            Some(Output::Refuse { .. }) => refused += 1,
            _ => {}
        }
    }
    let verdicts = counted(&[
        (go, "goes at once", "go at once"),
        (wait, "waits", "wait"),
        (refused, "is turned away", "are turned away"),
    ]);
    let last = last.map_or(Duration::ZERO, |last| last.since(step.at));
    let last = match wait {
        0 => String::new(),
        1 => format!(" It leaves in {}.", text::wait(last)),
        _ => format!(" The last of them leaves in {}.", text::wait(last)),
    };
    format!("{} requests at once: {verdicts}.{last}", arrived.len())
}

/// How things stand.
pub(super) fn stands(step: &Step<'_>) -> String {
    match gauge(step, "in-line") {
        0 => "Nobody waits.".to_owned(),
        1 => "One waits.".to_owned(),
        many => format!("{many} wait."),
    }
}

/// The same, as the end of a sentence.
pub(super) fn line(step: &Step<'_>) -> String {
    match gauge(step, "in-line") {
        0 => "; nobody waits any more".to_owned(),
        1 => "; one still waits".to_owned(),
        many => format!("; {many} still wait"),
    }
}
