//! The numbers of one frame, for those who read instead of looking.

use simulation::{Gauge, Trace, Unit};

use super::rule::is_breaker;

/// Name and binding of the value, row by row.
pub(super) fn rows(trace: &Trace) -> Vec<(String, String)> {
    let head = [("Moment".to_owned(), "{t|clock}".to_owned())];
    head.into_iter()
        // What is packed says nothing to a reader: the ring is drawn from it.
        .chain(shown(trace).map(|gauge| (name(&gauge.name), named(trace, gauge))))
        .collect()
}

fn shown(trace: &Trace) -> impl Iterator<Item = &Gauge> {
    let breaker = is_breaker(&trace.heads);
    let packed = move |name: &str| breaker && name.starts_with("ring-") || name == "placed";
    trace.heads.iter().filter(move |gauge| !packed(&gauge.name))
}

/// A breaker's state has a word.
fn named(trace: &Trace, gauge: &Gauge) -> String {
    match &*gauge.name {
        "state" if is_breaker(&trace.heads) => "{word}".to_owned(),
        _ => value(gauge),
    }
}

/// The gauges that a word alone does not explain.
fn name(gauge: &str) -> String {
    match gauge {
        "level" | "water" => "In the bucket".to_owned(),
        "next" => "The next request fits in".to_owned(),
        "accepted" => "Accepted so far".to_owned(),
        "refused" => "Refused so far".to_owned(),
        "waiting" => "Waiting now".to_owned(),
        "rate" => "Tokens per second".to_owned(),
        "burst" => "Bucket holds, tokens".to_owned(),
        "credit" => "Credit, tokens".to_owned(),
        "counted" => "Counts against the limit".to_owned(),
        "last-window" => "Passed in the last window".to_owned(),
        "counts-from" => "Its count is of the window from".to_owned(),
        "began" => "Its window began at".to_owned(),
        "samples" => "Results that count".to_owned(),
        "failed" => "Failed ones of them".to_owned(),
        "threshold" => "Opens at, % failed".to_owned(),
        "cool-off" => "Until probes".to_owned(),
        "cool-off-all" => "Stays open".to_owned(),
        "min-samples" => "Judges after, calls".to_owned(),
        "window-all" => "Window of time".to_owned(),
        "out" => "Probes out".to_owned(),
        "successes" => "Good probes that close it".to_owned(),
        "good" => "Good probes so far".to_owned(),
        "failing" => "Calls that would fail now, %".to_owned(),
        "late" => "Results that came too late".to_owned(),
        "drain" => "Leave per second".to_owned(),
        "in-line" => "Waiting in line".to_owned(),
        "spout" => "The next may leave in".to_owned(),
        "left" => "Gone so far".to_owned(),
        other => {
            let words = other.replace('-', " ");
            let mut letters = words.chars();
            letters
                .next()
                .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        }
    }
}

/// A gauge's value with its unit, as a binding.
pub(super) fn value(gauge: &Gauge) -> String {
    let name = &gauge.name;
    match gauge.unit {
        // A leaky bucket holds requests.
        Unit::MicroTokens if name == "water" => format!("{{{name}|tokens}} requests"),
        // An estimate of two windows is in requests.
        Unit::MicroTokens if name == "counted" => format!("{{{name}|tokens}}"),
        Unit::MicroTokens => format!("{{{name}|tokens}} tokens"),
        Unit::Nanos => format!("{{{name}|wait}}"),
        Unit::Count => format!("{{{name}|int 1}}"),
    }
}
