//! The numbers of one frame, for those who read instead of looking.

use std::time::Duration;

use simulation::{Frame, Unit, text};
use token_bucket::stage::NEVER;

/// Name and value, row by row.
pub(super) fn rows(frame: &Frame) -> Vec<(String, String)> {
    let head = [("Moment".to_owned(), text::seconds(frame.at))];
    let gauges = frame.reading.iter();
    head.into_iter()
        .chain(gauges.map(|(gauge, v)| (name(&gauge.name), value(gauge.unit, v))))
        .collect()
}

/// The gauges that a word alone does not explain.
fn name(gauge: &str) -> String {
    match gauge {
        "level" => "In the bucket".to_owned(),
        "next" => "The next request fits in".to_owned(),
        "accepted" => "Accepted so far".to_owned(),
        "refused" => "Refused so far".to_owned(),
        "waiting" => "Waiting now".to_owned(),
        "rate" => "Tokens per second".to_owned(),
        "burst" => "Bucket holds, tokens".to_owned(),
        "credit" => "Credit, tokens".to_owned(),
        other => {
            let words = other.replace('-', " ");
            let mut letters = words.chars();
            letters
                .next()
                .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        }
    }
}

/// A gauge's value with its unit.
pub(super) fn value(unit: Unit, value: i64) -> String {
    match (unit, value) {
        (_, NEVER) => "never".to_owned(),
        (Unit::MicroTokens, micro) => format!("{} tokens", text::tokens(micro)),
        (Unit::Nanos, nanos) => text::wait(Duration::from_nanos(u64::try_from(nanos).unwrap_or(0))),
        (Unit::Count, count) => count.to_string(),
    }
}
