//! What was found of a model, as its page tells it.

use std::time::Duration;

use super::models::Model;
use super::swim::Swim;
use super::table::{Stops, Table};
use super::{Bounds, Explored};
use crate::pages::exercise::Fields;
use grader::{Counted, Found, Lanes, Trouble, Which};

/// Which schedule and which step an address shows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct View {
    which: Option<Which>,
    step: Option<usize>,
}

impl View {
    pub(super) fn read(pairs: &Fields) -> Self {
        let value =
            |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        Self {
            which: value("show").and_then(Which::parse),
            step: value("step").and_then(|step| step.parse().ok()),
        }
    }
}

/// The result of an exploration.
#[derive(Debug, Default)]
pub(super) struct Shown {
    pub(super) title: String,
    /// What else there is to say about it.
    pub(super) lines: Vec<String>,
    pub(super) outcomes: Vec<(String, bool)>,
    /// The words of a tool, if one failed.
    pub(super) words: String,
    /// The schedules to choose from: what it is, its address, whether it is shown.
    pub(super) choices: Vec<(&'static str, String, bool)>,
    pub(super) drawn: Option<Drawn>,
}

/// The schedule that is drawn.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) stops: Stops,
    pub(super) swim: Swim,
    file: &'static str,
}

impl Shown {
    pub(super) fn new(model: &Model, bounds: Bounds, explored: &Explored, view: View) -> Self {
        match explored {
            Explored::Stopped(stopped) => Self {
                title: stopped.title.clone(),
                lines: stopped.lines.clone(),
                words: stopped.words.trim_end().to_owned(),
                ..Self::default()
            },
            Explored::Found { found: Found::Counted(counted), took } => {
                Self::counted(model, bounds, (counted, *took), view)
            }
            Explored::Found { found: Found::Failed { trouble, words, lanes }, .. } => {
                Self::failed(model, bounds, (*trouble, words, lanes.as_ref()), view)
            }
        }
    }

    fn counted(
        model: &Model,
        bounds: Bounds,
        (counted, took): (&Counted, Duration),
        view: View,
    ) -> Self {
        let shown = counted.shown.iter().find(|shown| Some(shown.which) == view.which);
        let shown = shown.or(counted.shown.first());
        let address = Address { model, bounds, which: shown.map(|shown| shown.which) };
        let drawn = shown.map(|shown| {
            let end = end(model, counted, &shown.lanes);
            Drawn::new(address, &shown.lanes, end, view.step)
        });
        Self {
            title: title(counted),
            lines: lines(model, bounds, counted, took),
            outcomes: counted.outcomes.iter().map(|one| (one.text.clone(), one.keeps)).collect(),
            choices: counted.shown.iter().map(|shown| choice(address, shown.which)).collect(),
            drawn,
            ..Self::default()
        }
    }

    fn failed(
        model: &Model,
        bounds: Bounds,
        (trouble, words, lanes): (Trouble, &str, Option<&Lanes>),
        view: View,
    ) -> Self {
        let (title, line) = told(trouble);
        let words = if trouble == Trouble::Deadlock { "" } else { words };
        let end = (false, format!("That breaks the rule: {}.", model.rule));
        let address = Address { model, bounds, which: None };
        Self {
            title: title.to_owned(),
            lines: vec![line.to_owned()],
            words: words.to_owned(),
            drawn: lanes.map(|lanes| Drawn::new(address, lanes, end, view.step)),
            ..Self::default()
        }
    }

    /// The line that the step is at.
    pub(super) fn line(&self) -> Option<u32> {
        let drawn = self.drawn.as_ref()?;
        drawn.swim.rows.get(drawn.stops.at.checked_sub(1)?).map(|row| row.line)
    }
}

/// Whether the schedule keeps the rule, and that in a sentence.
fn end(model: &Model, counted: &Counted, lanes: &Lanes) -> (bool, String) {
    let keeps = counted.outcomes.iter().any(|one| one.keeps && one.text == lanes.outcome);
    let verb = if keeps { "keeps" } else { "breaks" };
    (keeps, format!("That {verb} the rule: {}.", model.rule))
}

fn choice(address: Address<'_>, which: Which) -> (&'static str, String, bool) {
    let words = match which {
        Which::Broken => "breaks the rule",
        Which::Stale => "breaks it by an old value",
        Which::Typical => "keeps the rule",
    };
    let here = address.which == Some(which);
    (words, Address { which: Some(which), ..address }.of(None), here)
}

/// The title of a walk that came to no end, and what it means.
fn told(trouble: Trouble) -> (&'static str, &'static str) {
    match trouble {
        Trouble::Deadlock => (
            "Some schedules never end: a deadlock",
            "Each thread waits for a lock that another one holds. The walk stops at the first \
             schedule that does so, so the others are not counted.",
        ),
        Trouble::Endless => ("A loop does not end", "One schedule was still going on:"),
        Trouble::Panicked => ("The model panicked", "Its words were:"),
        Trouble::Unsupported => ("This cannot be explored", "The explorer says:"),
        Trouble::TooMany => ("There are too many schedules", "The explorer says:"),
    }
}

fn title(counted: &Counted) -> String {
    let Counted { schedules, broken, cut, .. } = counted;
    match (broken, schedules, cut) {
        (0, 1, false) => "The only schedule keeps the rule".to_owned(),
        (0, 2, false) => "Both schedules keep the rule".to_owned(),
        (0, all, false) => format!("All {all} schedules keep the rule"),
        (0, all, true) => format!("None of the {all} schedules so far breaks the rule"),
        (1, all, false) => format!("1 of {all} schedules breaks the rule"),
        (broken, all, false) => format!("{broken} of {all} schedules break the rule"),
        (broken, all, true) => format!("{broken} of the {all} schedules so far break the rule"),
    }
}

fn lines(model: &Model, bounds: Bounds, counted: &Counted, took: Duration) -> Vec<String> {
    let Counted { executions, schedules, fresh, fresh_broken, cut, .. } = counted;
    let mut lines = Vec::new();
    let old = schedules - fresh;
    if old > 0 {
        let verb = if *fresh_broken == 1 { "breaks" } else { "break" };
        lines.push(format!(
            "In {old} of the {schedules} a thread reads a value that is no longer the newest, as \
             relaxed memory may; of the other {fresh}, {fresh_broken} {verb} the rule."
        ));
    }
    if *cut {
        lines.push(format!(
            "The walk stopped at {executions} executions: what comes after them was not looked at."
        ));
    }
    let bounded = match bounds.preemptions {
        None => String::new(),
        Some(1) => ", in which a thread is interrupted once at most".to_owned(),
        Some(most) => format!(", in which a thread is interrupted {most} times at most"),
    };
    let several = match model.memory.len() {
        1 => "",
        _ => "; orders of steps on different memory that cannot matter are not all among them",
    };
    let ms = took.as_millis().max(1);
    lines.push(format!("{executions} executions in {ms} ms{bounded}{several}."));
    lines
}

impl Drawn {
    fn new(
        address: Address<'_>,
        lanes: &Lanes,
        (keeps, rule): (bool, String),
        step: Option<usize>,
    ) -> Self {
        let swim = Swim::new(lanes, &address.model.memory, 0);
        let last = swim.rows.len() + 1;
        let stops = Stops {
            at: step.unwrap_or(1).min(last),
            addresses: (0..=last).map(|step| address.of(Some(step))).collect(),
            outcome: lanes.outcome.clone(),
            keeps,
            rule,
        };
        Self { stops, swim, file: address.model.file_name() }
    }

    pub(super) fn table(&self) -> Table<'_> {
        Table { swim: &self.swim, stops: Some(&self.stops), file: self.file, code: "m" }
    }

    /// The step that is shown, in a sentence.
    pub(super) fn says(&self) -> String {
        self.table().says(self.stops.at)
    }

    pub(super) fn back(&self) -> &str {
        &self.stops.addresses[self.stops.at.saturating_sub(1)]
    }

    pub(super) fn ahead(&self) -> &str {
        let last = self.stops.addresses.len() - 1;
        &self.stops.addresses[(self.stops.at + 1).min(last)]
    }
}

/// The address of a step.
#[derive(Clone, Copy)]
struct Address<'m> {
    model: &'m Model,
    bounds: Bounds,
    which: Option<Which>,
}

impl Address<'_> {
    fn of(self, step: Option<usize>) -> String {
        let bounds = Some(self.bounds.query()).filter(|query| !query.is_empty());
        let which = self.which.map(|which| format!("show={}", which.word()));
        let step = step.map(|step| format!("step={step}"));
        let query: Vec<String> = bounds.into_iter().chain(which).chain(step).collect();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("/interleavings/{}{mark}{}#schedule", self.model.name, query.join("&"))
    }
}
