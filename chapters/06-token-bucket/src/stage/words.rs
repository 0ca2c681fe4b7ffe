//! The bucket's steps in words: what happened, and why.

use std::time::Duration;

use clock::Moment;
use simulation::{Event, Narrate, Outcome, Output, Reading, Request, RequestId, Step, What, text};

use super::{KNOBS, NEVER};

/// Puts the bucket's steps into words: what happened, and why.
pub(super) struct Narrator;

impl Narrate for Narrator {
    fn start(&self, _first: &Reading) -> String {
        "Nothing has happened yet. The bucket is full. Send a request, or press play.".to_owned()
    }

    fn tell(&self, step: &Step<'_>) -> Option<String> {
        let arrived: Vec<&Request> = step.events.iter().filter_map(arrival).collect();
        match arrived.as_slice() {
            [] => aside(step),
            [one] => Some(one_request(step, one)),
            many => Some(together(step, many.len())),
        }
    }
}

fn arrival(event: &Event) -> Option<&Request> {
    if let What::Arrive(request) = &event.what { Some(request) } else { None }
}

/// A step without an arrival.
fn aside(step: &Step<'_>) -> Option<String> {
    let event = step.events.iter().find(|event| !matches!(event.what, What::Arrive(_)))?;
    Some(match &event.what {
        What::Out(Output::Admit(id)) => format!("the wait of request {id} is over, and it goes."),
        What::Finish(id, Outcome::Dropped) => {
            let level = text::tokens(gauge(&step.after, "level"));
            format!("request {id} gave up and put back what it had taken: {level} tokens now.")
        }
        What::Set(setting) => {
            let knob = KNOBS.iter().find(|knob| knob.name == setting.name)?;
            let level = text::tokens(gauge(&step.after, "level"));
            format!(
                "\u{201c}{}\u{201d} is {} now. The bucket holds {level}.",
                knob.label, setting.value
            )
        }
        What::Out(Output::Note(note)) => format!("{note}."),
        _ => return None,
    })
}

fn one_request(step: &Step<'_>, request: &Request) -> String {
    let Request { id, cost, .. } = *request;
    let found = gauge(&step.before, "level");
    let left = text::tokens(gauge(&step.after, "level"));
    let verdict = step.events.iter().find_map(|event| match &event.what {
        What::Out(
            Output::Admit(of) | Output::Hold { id: of, .. } | Output::Refuse { id: of, .. },
        ) if *of != id => None,
        What::Out(output) => Some(output),
        _ => None,
    });
    match verdict {
        Some(Output::Admit(_)) if cost != 1 => {
            format!(
                "request {id} admitted. It took {cost} of {} tokens; {left} left.",
                text::tokens(found)
            )
        }
        Some(Output::Admit(_)) if found < 2_000_000 => {
            let burst = gauge(&step.after, "burst");
            format!("request {id} admitted. It took the last whole token; {left} of {burst} left.")
        }
        Some(Output::Admit(_)) => {
            format!(
                "request {id} admitted. It took one of {} tokens; {left} left.",
                text::tokens(found)
            )
        }
        Some(Output::Hold { until, .. }) => held(step, id, *until),
        Some(Output::Refuse { why, retry_at, .. }) => refused(step, request, why, *retry_at),
        _ => format!("request {id} arrived."),
    }
}

fn held(step: &Step<'_>, id: RequestId, until: Option<Moment>) -> String {
    let (found, left) = (gauge(&step.before, "level"), gauge(&step.after, "level"));
    let burst = gauge(&step.after, "burst");
    let wait = until.map_or(Duration::ZERO, |until| until.since(step.at));
    format!(
        "request {id} accepted on credit. It found {} of {burst} tokens, so it waits {} and leaves \
         the bucket {} in debt.",
        text::tokens(found),
        text::wait(wait),
        text::tokens(-left),
    )
}

fn refused(step: &Step<'_>, request: &Request, why: &str, retry_at: Option<Moment>) -> String {
    let Request { id, cost, .. } = *request;
    let found = gauge(&step.before, "level");
    let credit = gauge(&step.before, "credit");
    let Some(at) = retry_at else {
        return format!(
            "request {id} refused: {why}. It asks for {cost}, and the bucket holds {} of {}.",
            text::tokens(found),
            gauge(&step.before, "burst"),
        );
    };
    let wait = text::wait(at.since(step.at));
    if credit > 0 {
        let next = Duration::from_nanos(u64::try_from(gauge(&step.before, "next")).unwrap_or(0));
        let owes = if found < 0 {
            format!("owes {} tokens", text::tokens(-found))
        } else {
            format!("holds {} tokens", text::tokens(found))
        };
        return format!(
            "request {id} refused. The bucket {owes} and may owe {credit}; it can lend one more in {}.",
            text::wait(next),
        );
    }
    if cost == 1 {
        format!(
            "request {id} refused: the bucket held {} of the 1 token it needs. The next is whole in {wait}.",
            text::tokens(found),
        )
    } else {
        format!(
            "request {id} refused: the bucket held {} of the {cost} tokens it needs. They are there in {wait}.",
            text::tokens(found),
        )
    }
}

fn together(step: &Step<'_>, arrived: usize) -> String {
    let ids: Vec<RequestId> = step.events.iter().filter_map(arrival).map(|r| r.id).collect();
    let outputs = || {
        step.events.iter().filter_map(|event| match &event.what {
            What::Out(output) => Some(output),
            _ => None,
        })
    };
    let admitted =
        outputs().filter(|output| matches!(output, Output::Admit(id) if ids.contains(id))).count();
    let held = outputs().filter(|output| matches!(output, Output::Hold { .. })).count();
    let refused = outputs().filter(|output| matches!(output, Output::Refuse { .. })).count();
    let verdicts: Vec<String> =
        [(admitted, "admitted"), (held, "accepted on credit"), (refused, "refused")]
            .into_iter()
            .filter(|&(number, _)| number > 0)
            .map(|(number, word)| format!("{number} {word}"))
            .collect();
    let next = gauge(&step.after, "next");
    let next = match u64::try_from(next) {
        Ok(_) if next == NEVER => "none will follow".to_owned(),
        Ok(0) => "there is room for more".to_owned(),
        Ok(nanos) => format!("the next fits in {}", text::wait(Duration::from_nanos(nanos))),
        Err(_) => String::new(),
    };
    format!(
        "{arrived} requests at once: {}. The bucket held {} tokens; {next}.",
        verdicts.join(", "),
        text::tokens(gauge(&step.before, "level")),
    )
}

fn gauge(reading: &Reading, name: &str) -> i64 {
    reading.get(name).unwrap_or(0)
}
