//! A question out of its block.

use std::sync::OnceLock;

use simulation::{Answer, Query};

use super::{Choice, Kind, Question};
use crate::block::{Block, Named};

/// Who answers a question.
#[derive(Debug)]
pub(super) enum Source {
    /// A run, by a query. A gauge may be named in its words, so they are read
    /// when the run is there.
    Run { named: Box<Named>, query: String },
    /// Two runs, by where they part.
    Two { named: Box<Named>, other: Box<Named> },
    /// All schedules of a model, by a number of them.
    Model { model: String, query: Counts },
}

/// What is counted of a model's schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    Schedules,
    Broken,
    Fresh,
    FreshBroken,
    Outcomes,
}

const COUNTS: [(&str, Counts); 5] = [
    ("schedules", Counts::Schedules),
    ("broken", Counts::Broken),
    ("fresh", Counts::Fresh),
    ("fresh-broken", Counts::FreshBroken),
    ("outcomes", Counts::Outcomes),
];

impl Question {
    /// Reads the lines of a block.
    pub fn parse(name: &str, number: usize, text: &str) -> Result<Self, String> {
        let mut block = Block::parse(text)?;
        let ask = block.need("ask")?.to_owned();
        let why = block.take("why").unwrap_or_default().to_owned();
        let unit = block.take("unit").unwrap_or_default().to_owned();
        let tolerance = block.take("tolerance").map_or(Ok(0.0), |words| {
            words.parse().map_err(|_| format!("“{words}” is no tolerance"))
        })?;
        let (kind, options) = (block.take("kind"), block.take("options"));
        let source = source(block, kind == Some("same"))?;
        let kind = read_kind(kind, options, &source)?;
        let (name, truth) = (name.to_owned(), OnceLock::new());
        Ok(Self { name, number, ask, kind, unit, why, tolerance, source, truth })
    }
}

fn source(mut block: Block<'_>, two: bool) -> Result<Source, String> {
    if two {
        let other = block.other().ok_or("it has no line other.…=…")?;
        let (named, other) = (Box::new(block.named()?), Box::new(other.named()?));
        return Ok(Source::Two { named, other });
    }
    let query = block.need("query")?;
    if let Some(model) = block.take("model") {
        let known = COUNTS.iter().find(|(word, _)| *word == query).map(|(_, counts)| *counts);
        let query = known.ok_or_else(|| format!("“{query}” counts nothing of a model"))?;
        // It becomes a word of a command line, and is to be no option there.
        let plain = model.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        if !plain || model.starts_with('-') {
            return Err(format!("“{model}” is not the name of a model"));
        }
        return Ok(Source::Model { model: model.to_owned(), query });
    }
    if read_query(query, |_| Some(0)).is_none() {
        return Err(format!("“{query}” is not a query"));
    }
    Ok(Source::Run { named: Box::new(block.named()?), query: query.to_owned() })
}

/// A query whose gauge may have a name: `gauge-at 1020 state`.
pub(crate) fn read_query(words: &str, gauge: impl Fn(&str) -> Option<usize>) -> Option<Query> {
    let numbered = words.strip_prefix("gauge-at ").and_then(|rest| {
        let (at, name) = rest.trim().split_once(' ')?;
        let by_name = name.parse::<usize>().is_err();
        by_name.then(|| gauge(name).map(|index| format!("gauge-at {at} {index}")))
    });
    match numbered {
        Some(words) => Query::parse(&words?),
        None => Query::parse(words),
    }
}

fn read_kind(kind: Option<&str>, options: Option<&str>, source: &Source) -> Result<Kind, String> {
    match (kind, options) {
        (Some("choice"), Some(options)) => Ok(Kind::Choice(choices(options)?)),
        (Some("choice"), None) => Err("it has no line options=…".to_owned()),
        (_, Some(_)) => Err("it has options, but its kind is not choice".to_owned()),
        (Some("number"), None) => Ok(Kind::Number),
        (Some("time"), None) => Ok(Kind::Time),
        (Some("same"), None) => Ok(Kind::Same),
        (Some(kind), None) => Err(format!("“{kind}” is no kind of prediction")),
        (None, None) if answers_with_a_moment(source) => Ok(Kind::Time),
        (None, None) => Ok(Kind::Number),
    }
}

/// Whether a query is one about a moment. It is asked of a run of nothing: no
/// list of such queries has to be kept.
fn answers_with_a_moment(source: &Source) -> bool {
    let Source::Run { query, .. } = source else { return false };
    let asked = read_query(query, |_| None).map(|query| query.ask(&simulation::Trace::default()));
    let place = query.starts_with("place-of") || query.starts_with("gauge-at");
    asked == Some(Answer::Never) && !place
}

fn choices(options: &str) -> Result<Vec<Choice>, String> {
    let choice = |option: &str| {
        let (label, value) = option.split_once(':').unwrap_or((option, option));
        Choice { label: label.trim().to_owned(), value: value.trim().to_owned() }
    };
    let choices: Vec<Choice> = options.split('|').map(choice).collect();
    let empty = choices.iter().any(|choice| choice.label.is_empty() || choice.value.is_empty());
    if choices.len() < 2 || empty {
        return Err(format!("“{options}” is not a list of options"));
    }
    Ok(choices)
}

impl Choice {
    pub(super) fn value(&self) -> &str {
        &self.value
    }
}
