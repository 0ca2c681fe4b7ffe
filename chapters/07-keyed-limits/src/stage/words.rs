//! The limiter's steps in words: what happened, and why.

use std::collections::BTreeMap;

use clock::Moment;
use simulation::{Narrate, Output, Reading, Request, Step, text};

use super::{KNOBS, LEVELS};

/// Puts the limiter's steps into words.
pub(super) struct Narrator;

impl Narrate for Narrator {
    fn start(&self, _first: &Reading) -> String {
        "Nothing has happened yet. All buckets are full. Send a request, or press play.".to_owned()
    }

    /// One sentence for all that happened at one instant: first what was pressed,
    /// then who came.
    fn tell(&self, step: &Step<'_>) -> Option<String> {
        let arrived = step.arrivals();
        let aside = step.presses(&KNOBS, None).join("; ");
        let told = match arrived.as_slice() {
            [] if aside.is_empty() => return None,
            [] => return Some(format!("{aside}.")),
            [one] => one_request(step, one),
            many => together(step, many),
        };
        Some(if aside.is_empty() { told } else { format!("{aside}; {told}") })
    }
}

/// `a` is 1, `z` is 26.
fn name(key: u32) -> String {
    let letter = key.checked_sub(1).and_then(|place| char::from_digit(place + 10, 36));
    letter.filter(|_| key <= 26).map_or_else(|| format!("number {key}"), String::from)
}

fn one_request(step: &Step<'_>, request: &Request) -> String {
    let Request { id, cost: key, .. } = *request;
    if key == 0 {
        return format!("request {id} belongs to no tenant, so it is not limited.");
    }
    let of = format!("request {id} of tenant {}", name(key));
    let refused = step.outputs().find_map(|output| match output {
        Output::Refuse { why, retry_at, .. } => Some((why, *retry_at)),
        _ => None,
    });
    let Some((why, retry_at)) = refused else {
        return format!("{of} admitted{}; {}.", by_overflow(step), left(step, key));
    };
    format!("{of} refused: {why}{}; {}.", again(step.at, retry_at), left(step, key))
}

/// Said of a request that found no place.
fn by_overflow(step: &Step<'_>) -> &'static str {
    let count = |reading: &Reading| reading.get("by-overflow");
    if count(&step.after) > count(&step.before) {
        " by the overflow, since all places are busy"
    } else {
        ""
    }
}

fn again(now: Moment, retry_at: Option<Moment>) -> String {
    match retry_at {
        Some(at) => format!(" before {} from now", text::wait(at.since(now))),
        None => ", and none will come".to_owned(),
    }
}

/// What the bucket that was asked holds now, and what that of all.
fn left(step: &Step<'_>, key: u32) -> String {
    let level = |name: &str| text::tokens(step.after.get(name).unwrap_or(0));
    let all = level("all");
    match LEVELS.get(key as usize - 1) {
        Some(own) => format!("{} has {}, all together {all}", name(key), level(own)),
        None => format!("the overflow has {}, all together {all}", level("overflow")),
    }
}

/// Several at one instant: how many of each tenant came, and how many went.
fn together(step: &Step<'_>, arrived: &[&Request]) -> String {
    let mut tenants: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    let keys: BTreeMap<_, u32> = arrived.iter().map(|request| (request.id, request.cost)).collect();
    for key in keys.values() {
        tenants.entry(group(*key)).or_default().1 += 1;
    }
    for output in step.outputs() {
        if let Output::Admit(id) = output
            && let Some(key) = keys.get(id)
        {
            tenants.entry(group(*key)).or_default().0 += 1;
        }
    }
    let told: Vec<String> = tenants
        .iter()
        .map(|(key, (went, came))| format!("{went} of {came} {}", of(*key)))
        .collect();
    let all = text::tokens(step.after.get("all").unwrap_or(0));
    format!(
        "{} requests at once, admitted {}; all together have {all}.",
        arrived.len(),
        told.join(", ")
    )
}

/// The first of those without a gauge.
const OTHERS: u32 = 5;

/// Those without a gauge are counted together.
fn group(key: u32) -> u32 {
    key.min(OTHERS)
}

fn of(group: u32) -> String {
    match group {
        0 => "without a tenant".to_owned(),
        OTHERS => "of others".to_owned(),
        key => format!("of {}", name(key)),
    }
}
