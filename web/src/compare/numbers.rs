//! The numbers of a comparison, each the answer of a query.

use simulation::{Answer, Query, text};

use super::runs::{Comparison, Lane};

/// One line of the table: what is counted, and each limiter's number.
#[derive(Debug)]
pub(crate) struct Line {
    /// Whether it belongs to the moment that is shown, or to the whole run.
    pub(crate) is_now: bool,
    pub(crate) what: &'static str,
    pub(crate) values: Vec<String>,
}

/// All of them. Waiting is told only where somebody can wait.
pub(crate) fn lines(compared: &Comparison, at_ms: u64) -> Vec<Line> {
    let end_ms = |lane: &Lane| lane.scenario.until_ms;
    let waits = compared.lanes.iter().any(Lane::can_wait);
    let line = |is_now: bool, what: &'static str, value: &dyn Fn(&Lane) -> String| Line {
        is_now,
        what,
        values: compared.lanes.iter().map(value).collect(),
    };
    let asked = |query: fn(u64) -> Query, at_ms: u64| {
        move |lane: &Lane| words(query(at_ms).ask(&lane.trace))
    };
    let mut lines = vec![
        line(true, "Let through so far, requests", &asked(Query::AdmittedUntil, at_ms)),
        line(true, "Refused so far, requests", &asked(Query::RefusedUntil, at_ms)),
    ];
    if waits {
        let waiting = |lane: &Lane| lane.so_far(at_ms).waiting.to_string();
        lines.push(line(true, "Waiting now, requests", &waiting));
    }
    let all =
        |query: fn(u64) -> Query| move |lane: &Lane| words(query(end_ms(lane)).ask(&lane.trace));
    lines.extend([
        line(false, "Let through, requests", &all(Query::AdmittedUntil)),
        line(false, "Refused, requests", &all(Query::RefusedUntil)),
        line(false, "Most let through within any 200\u{a0}ms", &asked(Query::MostWithin, 200)),
        line(false, "Most let through within any 1\u{a0}s", &asked(Query::MostWithin, 1000)),
        line(false, "First refusal", &|lane| words(Query::FirstRefusal.ask(&lane.trace))),
    ]);
    lines
}

fn words(answer: Answer) -> String {
    match answer {
        Answer::Number(number) => number.to_string(),
        Answer::At(at) => text::seconds(at),
        Answer::Never => "never".to_owned(),
    }
}
