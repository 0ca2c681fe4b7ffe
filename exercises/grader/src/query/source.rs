//! Who comes, out of a link.

use simulation::{Arrivals, Planned, limits};

use super::number::{Range, number};
use super::{EVEN_MAX, LOAD, LOAD_MAX};

/// The sources that `key=value` names.
pub(super) fn read(key: &str, value: &str, notes: &mut Vec<String>) -> Vec<Arrivals> {
    match key {
        "load" => match per_second("\u{201c}Arrivals per second\u{201d}", LOAD_MAX, value, notes) {
            0 => Vec::new(),
            per_second => vec![Arrivals::Poisson { per_second }],
        },
        "even" => match per_second("Even arrivals per second", EVEN_MAX, value, notes) {
            0 => Vec::new(),
            per_second => vec![Arrivals::Even { per_second }],
        },
        "spike" => each(key, value, notes, spike),
        "burst-at" => each(key, value, notes, burst),
        _ => {
            let list = each(key, value, notes, planned);
            if list.is_empty() { Vec::new() } else { vec![Arrivals::List(list)] }
        }
    }
}

fn per_second(label: &'static str, max: u32, value: &str, notes: &mut Vec<String>) -> u32 {
    let (label, most) = (label.into(), u64::from(max));
    let range = Range { label, min: 0, max: most, default: u64::from(LOAD), unit: "" };
    u32::try_from(number(&range, value, notes)).unwrap_or(max)
}

/// Reads each part between commas; a part that makes no sense is left out and named.
pub(super) fn each<T>(
    key: &str,
    value: &str,
    notes: &mut Vec<String>,
    read: fn(&str) -> Option<T>,
) -> Vec<T> {
    let mut all = Vec::new();
    for part in value.split(',').filter(|part| !part.is_empty()) {
        match read(part) {
            Some(one) => all.push(one),
            None => notes
                .push(format!("\u{201c}{key}={part}\u{201d} could not be read and was left out.")),
        }
    }
    all
}

fn spike(part: &str) -> Option<Arrivals> {
    let (times, per_second) = part.split_once('x')?;
    let (from_ms, until_ms) = times.split_once('-')?;
    let per_second: u32 = per_second.parse().ok().filter(|&load| load <= LOAD_MAX)?;
    Some(Arrivals::Spike { from_ms: moment(from_ms)?, until_ms: moment(until_ms)?, per_second })
}

fn burst(part: &str) -> Option<Arrivals> {
    let (at_ms, count) = timed_count(part)?;
    Some(Arrivals::Burst { at_ms, count })
}

/// `MSxCOUNT`.
pub(super) fn timed_count(part: &str) -> Option<(u64, u32)> {
    let (at, count) = part.split_once('x')?;
    Some((moment(at)?, count.parse().ok().filter(|&count| count <= limits::BURST_MAX)?))
}

/// `MS`, `MScCOST`, `MSpPATIENCE`, `MScCOSTpPATIENCE`.
pub(super) fn planned(part: &str) -> Option<Planned> {
    let (rest, patience) = part.split_once('p').map_or((part, None), |(a, b)| (a, Some(b)));
    let (at, cost) = rest.split_once('c').map_or((rest, None), |(a, b)| (a, Some(b)));
    let one = Planned::at(moment(at)?).cost(cost.map_or(Some(1), |cost| cost.parse().ok())?);
    Some(match patience {
        Some(patience) => one.patience_ms(moment(patience)?),
        None => one,
    })
}

/// A moment within the longest run.
pub(super) fn moment(words: &str) -> Option<u64> {
    words.parse().ok().filter(|&ms| ms <= limits::UNTIL_MS_MAX)
}
