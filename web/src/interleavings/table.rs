//! The table of a schedule: the same on the page of a model, where it can be
//! stepped through, and beside a learner's own code.

use askama::Template;

use super::swim::{Row, Swim};

/// A schedule to be drawn.
#[derive(Debug, Template)]
#[template(path = "lanes.html")]
pub(crate) struct Table<'s> {
    pub(crate) swim: &'s Swim,
    pub(crate) stops: Option<&'s Stops>,
    /// The file whose lines are on the page.
    pub(crate) file: &'s str,
    /// Each of them has this and its number as an id.
    pub(crate) code: &'s str,
}

/// Where a reader can stop: before the first step is 0, the end is after the last.
#[derive(Debug)]
pub(crate) struct Stops {
    pub(crate) at: usize,
    pub(crate) addresses: Vec<String>,
    pub(crate) outcome: String,
    pub(crate) keeps: bool,
    /// The rule, and whether it holds, in a sentence.
    pub(crate) rule: String,
}

impl Table<'_> {
    /// What is told at `stop`.
    pub(crate) fn says(&self, stop: usize) -> String {
        let Some(row) = stop.checked_sub(1) else {
            let known = self.swim.before_words();
            let known = if known.is_empty() { known } else { format!(" {known}.") };
            return format!("Before the first step.{known}");
        };
        match (self.swim.rows.get(row), self.stops) {
            (Some(row), _) => {
                let all = self.swim.rows.len();
                format!("Step {stop} of {all}, line {}: {}", row.line, row.says)
            }
            (None, Some(stops)) => format!("The end: {}. {}", stops.outcome, stops.rule),
            (None, None) => String::new(),
        }
    }

    /// How the row of `stop` stands to the one that is shown.
    fn class(&self, stop: usize) -> &'static str {
        match self.stops.map(|stops| stop.cmp(&stops.at)) {
            Some(std::cmp::Ordering::Equal) => "now",
            Some(std::cmp::Ordering::Greater) => "to-come",
            _ => "done",
        }
    }

    fn is_now(&self, stop: usize) -> bool {
        self.class(stop) == "now"
    }

    fn last(&self) -> usize {
        self.swim.rows.len() + 1
    }

    fn address(&self, stop: usize) -> Option<&str> {
        self.stops.and_then(|stops| stops.addresses.get(stop)).map(String::as_str)
    }

    /// The columns of threads, their line and their memory.
    fn width(&self) -> usize {
        self.swim.threads.len() + 1 + self.swim.memory.len()
    }

    /// Whether the line of `row` is on the page.
    fn has_line(&self, row: &Row) -> bool {
        row.file == self.file
    }
}
