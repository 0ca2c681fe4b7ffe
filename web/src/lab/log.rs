//! What happened around the present, one row a step.

use clock::Moment;
use simulation::{Mechanism, Scenario, text};

use crate::query;
use crate::stage::{Played, link_ms};

/// So far before and after the present, in milliseconds.
const AROUND_MS: u64 = 1500;
/// No more rows than this: the nearest.
const ROWS_MAX: usize = 50;

/// One row.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) time: String,
    pub(super) link: String,
    pub(super) words: String,
    /// The last step that has happened.
    pub(super) current: bool,
    /// It has not happened yet.
    pub(super) later: bool,
}

/// The rows around `at_ms`.
pub(super) fn rows(
    played: &Played<'_>,
    mechanism: &Mechanism,
    scenario: &Scenario,
    at_ms: u64,
) -> Vec<Row> {
    let now = Moment::from_millis(at_ms);
    let from = Moment::from_millis(at_ms.saturating_sub(AROUND_MS));
    let told = played.told(from, Moment::from_millis(at_ms + AROUND_MS));
    let past = told.iter().filter(|(at, _)| *at <= now).count();
    let first = (past.saturating_sub(ROWS_MAX / 2)).min(told.len().saturating_sub(ROWS_MAX));
    let shown = told.into_iter().enumerate().skip(first).take(ROWS_MAX);
    shown
        .map(|(i, (at, words))| Row {
            time: text::seconds(at),
            link: query::link(mechanism, scenario, link_ms(at).min(scenario.until_ms)),
            words,
            current: i + 1 == past,
            later: i >= past,
        })
        .collect()
}
