//! What happened just before the present, one row a step. What comes later is
//! not told: a reader may want to guess.

use clock::Moment;
use simulation::{Mechanism, Scenario, text};

use crate::query;
use crate::stage::{Played, link_ms};

/// So far before the present, in milliseconds.
const BACK_MS: u64 = 3000;
/// No more rows than this: the last.
const ROWS_MAX: usize = 50;

/// One row.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) time: String,
    pub(super) link: String,
    pub(super) words: String,
    /// The last step that has happened.
    pub(super) current: bool,
}

/// The rows before `at_ms`.
pub(super) fn rows(
    played: &Played<'_>,
    mechanism: &Mechanism,
    scenario: &Scenario,
    at_ms: u64,
) -> Vec<Row> {
    let from = Moment::from_millis(at_ms.saturating_sub(BACK_MS));
    let told = played.told(from, Moment::from_millis(at_ms));
    let all = told.len();
    let shown = told.into_iter().enumerate().skip(all.saturating_sub(ROWS_MAX));
    shown
        .map(|(i, (at, words))| Row {
            time: text::seconds(at),
            link: query::link(mechanism, scenario, link_ms(at).min(scenario.until_ms)),
            words,
            current: i + 1 == all,
        })
        .collect()
}
