//! Models that a reader can explore from the workbook: each is one file with the
//! code, the model around it, and its rule in one sentence.
#![allow(
    clippy::trivially_copy_pass_by_ref,
    clippy::ref_option,
    clippy::ptr_arg,
    reason = "a rule only looks at an outcome"
)]

mod cas_last_token;
mod check_then_add;
mod copied_breaker;
mod hit_and_take;
mod lock_order;
mod lost_update;
mod one_word_breaker;
mod publish_before_clear;
mod racy_last_token;
mod release_acquire;
mod stale_read;
mod three_threads;
mod told_late;
mod two_probes;

use crate::{Counted, Exploration, Explorer, Failure, Found, Outcome, Shown, Trouble, Which};
use std::fmt::Debug;

/// One of them.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// Its name in links.
    pub name: &'static str,
    /// Its name in headings.
    pub title: &'static str,
    /// What it teaches, in a sentence.
    pub teaches: &'static str,
    /// What must hold at the end of every schedule.
    pub rule: &'static str,
    /// How many threads it runs.
    pub threads: usize,
    /// What its shared memory is called, in the order of creation.
    pub memory: &'static [&'static str],
    /// Its file.
    pub code: &'static str,
    explore: fn(&Explorer) -> Found,
}

/// All of them, in learning order.
pub fn all() -> &'static [Model] {
    &ALL
}

/// The one that links call `name`.
pub fn by_name(name: &str) -> Option<&'static Model> {
    ALL.iter().find(|model| model.name == name)
}

static ALL: [Model; 14] = [
    racy_last_token::MODEL,
    cas_last_token::MODEL,
    check_then_add::MODEL,
    two_probes::MODEL,
    copied_breaker::MODEL,
    one_word_breaker::MODEL,
    publish_before_clear::MODEL,
    stale_read::MODEL,
    release_acquire::MODEL,
    lock_order::MODEL,
    told_late::MODEL,
    lost_update::MODEL,
    three_threads::MODEL,
    hit_and_take::MODEL,
];

impl Model {
    /// Walks it within the bounds of `explorer`. A deadlock, a panic or a loop
    /// without an end is a result like any other.
    pub fn explore(&self, explorer: &Explorer) -> Found {
        (self.explore)(explorer)
    }
}

impl Found {
    fn of<O: Ord + Clone + Debug>(explored: Result<Exploration<O>, Failure>) -> Self {
        match explored {
            Ok(seen) => Self::Counted(Counted::of(&seen)),
            Err(failure) => failed(failure),
        }
    }
}

impl Counted {
    fn of<O: Ord + Clone + Debug>(seen: &Exploration<O>) -> Self {
        let outcome = |outcome: &O| Outcome {
            text: format!("{outcome:?}"),
            keeps: !seen.broken_outcomes().contains(outcome),
        };
        let broken = seen.simplest_broken();
        let stale = seen.simplest_broken_stale().filter(|stale| Some(*stale) != broken);
        let shown =
            [(Which::Broken, broken), (Which::Stale, stale), (Which::Typical, seen.longest_kept())];
        let shown = shown
            .into_iter()
            .filter_map(|(which, lanes)| Some(Shown { which, lanes: lanes?.clone() }));
        Self {
            executions: seen.executions(),
            schedules: seen.schedules(),
            broken: seen.broken(),
            fresh: seen.schedules_fresh(),
            fresh_broken: seen.broken_fresh(),
            cut: seen.is_cut(),
            outcomes: seen.outcomes().iter().map(outcome).collect(),
            shown: shown.collect(),
        }
    }
}

fn failed(failure: Failure) -> Found {
    let text = failure.to_string();
    let first = text.split("\n\n").next().unwrap_or_default().to_owned();
    let (trouble, lanes) = match failure {
        Failure::Deadlock(lanes) => (Trouble::Deadlock, Some(lanes)),
        Failure::Endless { lanes, .. } => (Trouble::Endless, Some(lanes)),
        Failure::Panicked(_) => (Trouble::Panicked, None),
        Failure::Unsupported(_) => (Trouble::Unsupported, None),
        Failure::TooMany { .. } => (Trouble::TooMany, None),
    };
    Found::Failed { trouble, words: first, lanes }
}
