//! What an exploration of a model found, as data for another process: see
//! [`Found::to_lines`].

// As in `lanes.rs`: the workbook's server includes this file as text.
#[path = "found/lines.rs"]
mod lines;

use super::lanes::{Lanes, ParseError};

/// The result of walking one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The walk came to its end, or to its bound.
    Counted(Counted),
    /// Something ended it that is no outcome.
    Failed {
        /// What.
        trouble: Trouble,
        /// The same in words.
        words: String,
        /// How it came to that, if there is a schedule to show.
        lanes: Option<Lanes>,
    },
}

/// Every schedule within the bounds, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// How many executions were run.
    pub executions: usize,
    /// Different schedules.
    pub schedules: usize,
    /// Those that break the rule.
    pub broken: usize,
    /// Schedules in which every read sees the newest value.
    pub fresh: usize,
    /// Those of them that break the rule.
    pub fresh_broken: usize,
    /// Whether the walk stopped at its limit.
    pub cut: bool,
    /// All outcomes, in order.
    pub outcomes: Vec<Outcome>,
    /// The schedules that are worth a look.
    pub shown: Vec<Shown>,
}

/// One way in which the model can end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// As its `Debug` text.
    pub text: String,
    /// Whether it keeps the rule.
    pub keeps: bool,
}

/// A schedule, and why it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Why.
    pub which: Which,
    /// The schedule.
    pub lanes: Lanes,
}

/// Which schedule of a model is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The simplest that breaks the rule.
    Broken,
    /// The simplest that breaks it and has a stale read.
    Stale,
    /// One that keeps the rule, in which the threads meet.
    Typical,
}

/// What can end a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Threads wait for each other for ever.
    Deadlock,
    /// A loop does not end.
    Endless,
    /// The model panicked.
    Panicked,
    /// It does something that cannot be followed.
    Unsupported,
    /// There are too many executions.
    TooMany,
}

const WHICH: [(Which, &str); 3] =
    [(Which::Broken, "broken"), (Which::Stale, "stale"), (Which::Typical, "typical")];

const TROUBLES: [(Trouble, &str); 5] = [
    (Trouble::Deadlock, "deadlock"),
    (Trouble::Endless, "endless"),
    (Trouble::Panicked, "panicked"),
    (Trouble::Unsupported, "unsupported"),
    (Trouble::TooMany, "too-many"),
];

impl Which {
    /// One word; [`Which::parse`] reads it back.
    pub fn word(self) -> &'static str {
        WHICH.iter().find(|(which, _)| *which == self).map_or("?", |(_, word)| word)
    }

    /// What [`Which::word`] names.
    pub fn parse(word: &str) -> Option<Self> {
        WHICH.iter().find(|(_, name)| *name == word).map(|(which, _)| *which)
    }
}

impl Trouble {
    /// One word.
    pub fn word(self) -> &'static str {
        TROUBLES.iter().find(|(trouble, _)| *trouble == self).map_or("?", |(_, word)| word)
    }

    /// What [`Trouble::word`] names.
    pub fn parse(word: &str) -> Option<Self> {
        TROUBLES.iter().find(|(_, name)| *name == word).map(|(trouble, _)| *trouble)
    }
}
