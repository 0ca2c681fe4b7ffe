//! What the reader did, out of a link.

use simulation::{Intervention, Knob, Mechanism, Press, RequestId, Setting};

use super::number::{Range, number};
use super::source::{each, moment, planned, timed_count};

/// The presses that `key=value` names.
pub(super) fn read(
    mechanism: &Mechanism,
    key: &str,
    value: &str,
    notes: &mut Vec<String>,
) -> Vec<Intervention> {
    match key {
        "n" => each(key, value, notes, send),
        "one" => each(key, value, notes, one),
        "drop" => each(key, value, notes, dropped),
        _ => {
            let turned = each(key, value, notes, turned);
            turned.into_iter().filter_map(|turned| setting(mechanism, turned, notes)).collect()
        }
    }
}

fn send(part: &str) -> Option<Intervention> {
    let (at_ms, count) = timed_count(part)?;
    Some(Intervention { at_ms, press: Press::Send(count) })
}

fn one(part: &str) -> Option<Intervention> {
    let planned = planned(part)?;
    Some(Intervention { at_ms: planned.at_ms, press: Press::SendOne(planned) })
}

fn dropped(part: &str) -> Option<Intervention> {
    let (at, id) = part.split_once('.')?;
    let press = Press::Drop(RequestId(id.parse().ok()?));
    Some(Intervention { at_ms: moment(at)?, press })
}

/// `MS.KNOB.VALUE`, not yet compared with the knobs that there are.
fn turned(part: &str) -> Option<(u64, String, String)> {
    let (at, rest) = part.split_once('.')?;
    let (name, value) = rest.rsplit_once('.')?;
    Some((moment(at)?, name.to_owned(), value.to_owned()))
}

fn setting(
    mechanism: &Mechanism,
    (at_ms, name, value): (u64, String, String),
    notes: &mut Vec<String>,
) -> Option<Intervention> {
    let Some(knob) = mechanism.knobs.iter().find(|knob: &&Knob| knob.name == name) else {
        notes.push(format!(
            "There is no parameter \u{201c}{name}\u{201d} to set, so it was left out."
        ));
        return None;
    };
    let value = number(&Range::of(knob), &value, notes);
    Some(Intervention { at_ms, press: Press::Set(Setting { name, value }) })
}
