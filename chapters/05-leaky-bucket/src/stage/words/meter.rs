//! What the meter says.

use super::{NEVER, Output, Request, Step, counted, gauge, nanos, text, wait};
use crate::stage::{NO_ROOM_EVER, OVER_CAPACITY};

pub(super) fn one_request(step: &Step<'_>, request: &Request) -> String {
    let Request { id, cost, .. } = *request;
    match step.verdict(id) {
        Some(Output::Admit(_)) => {
            let pours = if cost == 1 { "goes in".to_owned() } else { format!("pours {cost} in") };
            format!("request {id} {pours}. {}.", was_and_is(step, cost))
        }
        Some(Output::Refuse { why, .. }) if why == OVER_CAPACITY => {
            let capacity = gauge(step, "capacity");
            format!(
                "request {id} refused: {why}. It pours {cost}, and the bucket holds {capacity}."
            )
        }
        Some(Output::Refuse { why, .. }) if why == NO_ROOM_EVER => {
            format!("request {id} refused: {why}. {}", stands(step))
        }
        Some(Output::Refuse { retry_at, .. }) => {
            let would_be = level(gauge(step, "water").saturating_add(i64::from(cost) * 1_000_000));
            let room = retry_at.map_or_else(String::new, |at| wait(step, at));
            format!(
                "request {id} refused: with it the level would be {would_be}, and the bucket holds \
                 {}. There is room for it in {room}.",
                gauge(step, "capacity")
            )
        }
        _ => format!("request {id} arrived."),
    }
}

pub(super) fn together(step: &Step<'_>, count: usize) -> String {
    let in_ = step.outputs().filter(|output| matches!(output, Output::Admit(_))).count();
    let refused = step.outputs().filter(|output| matches!(output, Output::Refuse { .. })).count();
    let verdicts = counted(&[(in_, "goes in", "go in"), (refused, "is refused", "are refused")]);
    let next = match gauge(step, "next") {
        NEVER => "there will be no more room".to_owned(),
        0 => "there is room for more".to_owned(),
        _ => format!("there is room for the next in {}", text::wait(nanos(step, "next"))),
    };
    // Each of them is one.
    let poured = u32::try_from(in_).unwrap_or(u32::MAX);
    format!("{count} requests at once: {verdicts}. {}; {next}.", was_and_is(step, poured))
}

/// How things stand.
pub(super) fn stands(step: &Step<'_>) -> String {
    format!("The level is {} of {}.", level(gauge(step, "water")), gauge(step, "capacity"))
}

/// What a request found that poured `poured`. What the gauge showed before the
/// step is not it: the capacity may have been set at the same instant.
fn was_and_is(step: &Step<'_>, poured: u32) -> String {
    let is = gauge(step, "water");
    let was = is.saturating_sub(i64::from(poured) * 1_000_000);
    format!("The level was {} and is {} of {}", level(was), level(is), gauge(step, "capacity"))
}

/// `4.99`, `5.0`: rounded up, since what is written as full has no room.
fn level(micro: i64) -> String {
    let hundredths = micro.unsigned_abs().div_ceil(10_000);
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    if rest.is_multiple_of(10) {
        format!("{whole}.{}", rest / 10)
    } else {
        format!("{whole}.{rest:02}")
    }
}
