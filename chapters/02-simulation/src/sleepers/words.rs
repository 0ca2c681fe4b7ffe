//! The sleepers' steps in words.

use clock::Moment;

use crate::{Event, Narrate, Output, Reading, RequestId, Step, What, text};

pub(super) struct Narrator;

impl Narrate for Narrator {
    fn start(&self, _first: &Reading) -> String {
        "Nobody sleeps yet, and the clock stands at 0 ms.".to_owned()
    }

    fn tell(&self, step: &Step<'_>) -> Option<String> {
        let outputs = || {
            step.events.iter().filter_map(|event| match &event.what {
                What::Out(output) => Some(output),
                _ => None,
            })
        };
        let woken: Vec<RequestId> = outputs().filter_map(admitted).collect();
        if !woken.is_empty() {
            return Some(woke(step, &woken));
        }
        let held: Vec<(RequestId, Moment)> = outputs().filter_map(held).collect();
        if let &[(id, until)] = held.as_slice() {
            let late = if until <= clock(step) { ", although it says so already" } else { "" };
            return Some(format!("request {id} sleeps until the clock says {until}{late}."));
        }
        if !held.is_empty() {
            let list: Vec<String> =
                held.iter().map(|(id, at)| format!("{id} until {at}")).collect();
            return Some(format!("{} lie down: {}.", held.len(), list.join(", ")));
        }
        step.events.iter().find_map(|event| match event.what {
            What::Finish(id, _) => {
                Some(format!("request {id} was dropped, and leaves nothing on the clock."))
            }
            _ => None,
        })
    }
}

fn admitted(output: &Output) -> Option<RequestId> {
    if let &Output::Admit(id) = output { Some(id) } else { None }
}

fn held(output: &Output) -> Option<(RequestId, Moment)> {
    if let &Output::Hold { id, until: Some(until) } = output { Some((id, until)) } else { None }
}

fn clock(step: &Step<'_>) -> Moment {
    let says = step.after.get("clock").and_then(|nanos| u64::try_from(nanos).ok());
    Moment::from_nanos(says.unwrap_or(0))
}

fn woke(step: &Step<'_>, woken: &[RequestId]) -> String {
    let says = clock(step);
    let new = |event: &Event| matches!(event.what, What::Arrive(one) if woken == [one.id]);
    if let (&[id], true) = (woken, step.events.iter().any(new)) {
        return format!(
            "the clock says {says}, so the time of request {id} has come: it goes on at once."
        );
    }
    let sleeping = step.after.get("sleeping").and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    let ids: Vec<String> = woken.iter().map(RequestId::to_string).collect();
    let order = if woken.len() > 1 { ", in this order" } else { "" };
    let rest = match sleeping {
        0 => "Nobody sleeps on".to_owned(),
        _ => text::counted(sleeping, "sleeper sleeps on", "sleepers sleep on"),
    };
    format!("the clock says {says} and wakes {}{order}. {rest}.", ids.join(", "))
}
