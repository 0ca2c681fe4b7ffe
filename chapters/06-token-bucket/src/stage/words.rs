//! The bucket's steps in words: what happened, and why.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use clock::Moment;
use simulation::{Narrate, Output, Reading, Request, RequestId, Step, text};

use super::{KNOBS, NEVER, TOO_LONG};

/// Puts the bucket's steps into words: what happened, and why.
pub(super) struct Narrator;

impl Narrate for Narrator {
    fn start(&self, _first: &Reading) -> String {
        "Nothing has happened yet. The bucket is full. Send a request, or press play.".to_owned()
    }

    /// One sentence for all that happened at one instant: first what ended and
    /// what was pressed, then who came.
    fn tell(&self, step: &Step<'_>) -> Option<String> {
        let arrived = step.arrivals();
        let pressed = step.presses(&KNOBS, Some("gave up and put back what it had taken"));
        let pressed_nothing = pressed.is_empty();
        let aside = [ended_waits(step), pressed].concat().join("; ");
        let verdict = match arrived.as_slice() {
            [] if aside.is_empty() => return None,
            [] if pressed_nothing => return Some(format!("{aside}.")),
            [] => return Some(format!("{aside}. The bucket {}.", stands(level(step)))),
            [one] => one_request(step, one),
            many => together(step, many),
        };
        Some(if aside.is_empty() { verdict } else { format!("{aside}; {verdict}") })
    }
}

/// The requests that had waited and go now: admitted, and did not arrive now.
fn ended_waits(step: &Step<'_>) -> Vec<String> {
    // A set: twenty thousand may come at one instant.
    let arrived: BTreeSet<RequestId> = step.arrivals().iter().map(|request| request.id).collect();
    let over: Vec<String> = step
        .outputs()
        .filter_map(|output| match output {
            Output::Admit(id) if !arrived.contains(id) => Some(id.to_string()),
            _ => None,
        })
        .collect();
    match over.as_slice() {
        [] => vec![],
        [one] => vec![format!("the wait of request {one} is over, and it goes")],
        [first @ .., last] => {
            let first = first.join(", ");
            vec![format!("the waits of requests {first} and {last} are over, and they go")]
        }
    }
}

fn one_request(step: &Step<'_>, request: &Request) -> String {
    let Request { id, cost, .. } = *request;
    match step.verdict(id) {
        Some(Output::Admit(_)) => admitted(step, id, cost),
        Some(Output::Hold { until, .. }) => held(step, id, cost, *until),
        Some(Output::Refuse { why, retry_at, .. }) => refused(step, request, why, *retry_at),
        _ => format!("request {id} arrived."),
    }
}

fn admitted(step: &Step<'_>, id: RequestId, cost: u32) -> String {
    let found = found(step, cost);
    let (tokens, left) = (text::tokens(found), text::tokens(level(step)));
    if cost != 1 {
        return format!("request {id} admitted. It took {cost} of {tokens} tokens; {left} left.");
    }
    if found >= 2_000_000 {
        return format!("request {id} admitted. It took one of {tokens} tokens; {left} left.");
    }
    let burst = gauge(&step.after, "burst");
    format!("request {id} admitted. It took the last whole token; {left} of {burst} left.")
}

fn held(step: &Step<'_>, id: RequestId, cost: u32, until: Option<Moment>) -> String {
    let wait = until.map_or(Duration::ZERO, |until| until.since(step.at));
    format!(
        "request {id} accepted on credit. It found {} of {} tokens, so it waits {} and leaves the \
         bucket {} in debt.",
        text::tokens(found(step, cost)),
        gauge(&step.after, "burst"),
        text::wait(wait),
        debt(level(step)),
    )
}

fn refused(step: &Step<'_>, request: &Request, why: &str, retry_at: Option<Moment>) -> String {
    let Request { id, cost, patience } = *request;
    let Some(at) = retry_at else {
        return format!(
            "request {id} refused: {why}. It asks for {cost}, and the bucket {}, {} at most.",
            stands(level(step)),
            gauge(&step.after, "burst"),
        );
    };
    let wait = at.since(step.at);
    match patience.filter(|_| why == TOO_LONG) {
        Some(patience) => format!(
            "request {id} refused: it would wait {}, and is patient for {}.",
            text::wait(wait + patience),
            text::wait(patience),
        ),
        None => format!("request {id} refused{}", missing(step, cost, &text::wait(wait))),
    }
}

/// What the bucket lacked, and when it has it.
fn missing(step: &Step<'_>, cost: u32, wait: &str) -> String {
    let (level, credit) = (level(step), gauge(&step.after, "credit"));
    if credit > 0 {
        let more = if cost == 1 { "one more".to_owned() } else { format!("{cost} more") };
        let stands = stands(level);
        return format!(
            ". The bucket {stands} and may owe {credit}; it can lend {more} in {wait}."
        );
    }
    let held = text::tokens(level);
    if cost == 1 {
        format!(": the bucket held {held} of the 1 token it needs. The next is whole in {wait}.")
    } else {
        format!(": the bucket held {held} of the {cost} tokens it needs. They are there in {wait}.")
    }
}

fn together(step: &Step<'_>, arrived: &[&Request]) -> String {
    let cost: BTreeMap<RequestId, u32> =
        arrived.iter().map(|request| (request.id, request.cost)).collect();
    let (mut admitted, mut held, mut refused, mut taken) = (0, 0, 0, 0_u32);
    for output in step.outputs() {
        let (counter, id) = match output {
            Output::Admit(id) => (&mut admitted, id),
            Output::Hold { id, .. } => (&mut held, id),
            Output::Refuse { id, .. } => (&mut refused, id),
            _ => continue,
        };
        // One that had waited took its tokens long ago.
        let Some(cost) = cost.get(id) else { continue };
        *counter += 1;
        if !matches!(output, Output::Refuse { .. }) {
            taken = taken.saturating_add(*cost);
        }
    }
    let counted = [(admitted, "admitted"), (held, "accepted on credit"), (refused, "refused")];
    let counted = counted.into_iter().filter(|&(number, _)| number > 0);
    let verdicts: Vec<_> = counted.map(|(number, word)| format!("{number} {word}")).collect();
    format!(
        "{} requests at once: {}. The bucket held {} tokens; {}.",
        arrived.len(),
        verdicts.join(", "),
        text::tokens(found(step, taken)),
        next(step),
    )
}

/// When the next request fits.
fn next(step: &Step<'_>) -> String {
    let verb = if gauge(&step.after, "credit") > 0 { "fits" } else { "is whole" };
    match gauge(&step.after, "next") {
        NEVER => "none will follow".to_owned(),
        0 => "there is room for more".to_owned(),
        nanos => {
            let wait = Duration::from_nanos(nanos.unsigned_abs());
            format!("the next {verb} in {}", text::wait(wait))
        }
    }
}

fn level(step: &Step<'_>) -> i64 {
    gauge(&step.after, "level")
}

/// What a request found that took `taken`. What the gauge showed before the step
/// is not it: something may have been put back, or set, at the same instant.
fn found(step: &Step<'_>, taken: u32) -> i64 {
    level(step).saturating_add(i64::from(taken) * 1_000_000)
}

/// What the bucket does with its tokens.
fn stands(level: i64) -> String {
    if level < 0 {
        format!("owes {} tokens", debt(level))
    } else {
        format!("holds {} tokens", text::tokens(level))
    }
}

/// A level below 0 without its sign, with the digits that the picture shows.
fn debt(level: i64) -> String {
    text::tokens(level).trim_start_matches('\u{2212}').to_owned()
}

fn gauge(reading: &Reading, name: &str) -> i64 {
    reading.get(name).unwrap_or(0)
}
