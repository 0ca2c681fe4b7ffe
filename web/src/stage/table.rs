//! The numbers of one frame, for those who read instead of looking.

use simulation::{Gauge, Trace, Unit};

/// Name and binding of the value, row by row.
pub(super) fn rows(trace: &Trace) -> Vec<(String, String)> {
    let head = [("Moment".to_owned(), "{t|clock}".to_owned())];
    head.into_iter()
        .chain(trace.heads.iter().map(|gauge| (name(&gauge.name), value(gauge))))
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

/// A gauge's value with its unit, as a binding.
pub(super) fn value(gauge: &Gauge) -> String {
    let name = &gauge.name;
    match gauge.unit {
        Unit::MicroTokens => format!("{{{name}|tokens}} tokens"),
        Unit::Nanos => format!("{{{name}|wait}}"),
        Unit::Count => format!("{{{name}|int 1}}"),
    }
}
