//! What a run says to a question.

use std::time::Duration;

use clock::Moment;
use simulation::{Answer, Divergence, Query, Trace, Unit, first_divergence, text};

use super::ask::{Counts, Source, read_query};
use super::said::Said;
use super::spell::plain;
use super::{Choice, Kind, Question};
use crate::block::Named;
use crate::explored::{Counted, Found};

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Truth {
    /// So many, and how that is written, without its unit.
    Number { number: f64, words: String },
    /// A moment.
    At(Moment),
    /// It does not happen.
    Never,
    /// The two runs part at this moment, and then each says its sentence; or
    /// they never do.
    Parts(Option<(Moment, [String; 2])>),
}

impl Truth {
    /// Of a question that a run answers, or two.
    pub(super) fn of_run(question: &Question) -> Result<Self, String> {
        let truth = match &question.source {
            Source::Run { named, query } => asked(named, query)?,
            Source::Two { named, other } => parted(named, other)?,
            Source::Model { model, .. } => return Err(format!("{model} is not explored here")),
        };
        truth.checked(question)
    }

    /// Of a question about threads, whose model ended in `found`.
    pub(super) fn of_model(question: &Question, found: &Found) -> Result<Self, String> {
        let Source::Model { query, .. } = question.source else {
            return Err("a run answers this question, and no model".to_owned());
        };
        match found {
            Found::Counted(counted) if counted.cut => {
                Err("its schedules are too many to count".to_owned())
            }
            Found::Counted(counted) => Self::count(count(counted, query)).checked(question),
            Found::Failed { words, .. } => Err(words.clone()),
        }
    }

    fn count(number: usize) -> Self {
        Self::number(i64::try_from(number).unwrap_or(i64::MAX), None)
    }

    fn number(number: i64, unit: Option<Unit>) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a learner's numbers are small")]
        let exact = number as f64;
        match unit {
            Some(Unit::MicroTokens) => {
                Self::Number { number: exact / 1_000_000.0, words: text::tokens(number) }
            }
            Some(Unit::Nanos) => {
                let words = text::wait(Duration::from_nanos(number.unsigned_abs()));
                Self::Number { number: exact / 1_000_000.0, words }
            }
            Some(Unit::Count) | None => Self::Number { number: exact, words: number.to_string() },
        }
    }

    /// A choice has one right option.
    fn checked(self, question: &Question) -> Result<Self, String> {
        if let Kind::Choice(choices) = &question.kind {
            let right = choices.iter().filter(|choice| self.is_value(choice, question)).count();
            if right != 1 {
                let says = self.plain_words(question);
                return Err(format!("the run says {says}, and so do {right} of the options"));
            }
        }
        Ok(self)
    }

    /// Whether `said` is right.
    pub(super) fn is(&self, said: &Said, question: &Question) -> bool {
        match (self, said) {
            (truth, Said::Option(index)) => match &question.kind {
                Kind::Choice(choices) => {
                    choices.get(*index).is_some_and(|choice| truth.is_value(choice, question))
                }
                _ => false,
            },
            (Self::Number { number, .. }, Said::Number(said)) => {
                near(*number, *said, question.tolerance)
            }
            (Self::At(at), Said::At(said)) => {
                let scale = if question.unit == "s" { 1e9 } else { 1e6 };
                near(nanos(*at) / scale, nanos(*said) / scale, question.tolerance)
            }
            (Self::Never, Said::Never) => true,
            (Self::Parts(parts), Said::Same(same)) => parts.is_none() == *same,
            _ => false,
        }
    }

    /// The moment, if it is one.
    pub(super) fn moment_ms(&self) -> Option<u64> {
        if let Self::At(at) = self { Some(at.as_millis()) } else { None }
    }

    fn is_value(&self, choice: &Choice, question: &Question) -> bool {
        let value = plain(choice.value());
        let said = match self {
            Self::Number { .. } => Said::number(&value, &question.unit),
            Self::At(_) | Self::Never => Said::time(&value, &question.unit),
            Self::Parts(_) => None,
        };
        said.is_some_and(|said| self.is(&said, question))
    }

    /// The answer as the page writes it.
    pub(super) fn words(&self, question: &Question) -> String {
        if let Kind::Choice(choices) = &question.kind
            && let Some(right) = choices.iter().find(|choice| self.is_value(choice, question))
        {
            return right.label.clone();
        }
        self.plain_words(question)
    }

    fn plain_words(&self, question: &Question) -> String {
        let unit = question.unit.as_str();
        match self {
            Self::Never => "never".to_owned(),
            Self::At(at) if unit == "s" && at.as_nanos().is_multiple_of(1_000_000_000) => {
                format!("{}{}s", at.as_millis() / 1000, text::NO_BREAK)
            }
            Self::At(at) if unit == "s" => text::seconds(*at),
            Self::At(at) => at.to_string().replace(' ', &text::NO_BREAK.to_string()),
            Self::Number { words, .. } if unit.is_empty() || words.contains(text::NO_BREAK) => {
                words.clone()
            }
            Self::Number { words, .. } => {
                let unit = if words == "1" { unit.strip_suffix('s').unwrap_or(unit) } else { unit };
                format!("{words}{}{unit}", text::NO_BREAK)
            }
            Self::Parts(None) => "the same, to the end".to_owned(),
            Self::Parts(Some((at, [one, other]))) => {
                format!(
                    "different, from {} on. The one: “{one}” The other: “{other}”",
                    text::seconds(*at)
                )
            }
        }
    }
}

fn nanos(at: Moment) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a run is shorter than 2^53 ns")]
    let nanos = at.as_nanos() as f64;
    nanos
}

/// A guess in seconds is a float, and is not to miss by the last digit.
fn near(truth: f64, said: f64, tolerance: f64) -> bool {
    (truth - said).abs() <= tolerance + 1e-6
}

fn count(counted: &Counted, query: Counts) -> usize {
    match query {
        Counts::Schedules => counted.schedules,
        Counts::Broken => counted.broken,
        Counts::Fresh => counted.fresh,
        Counts::FreshBroken => counted.fresh_broken,
        Counts::Outcomes => counted.outcomes.len(),
    }
}

fn traced(named: &Named) -> Result<Trace, String> {
    named.mechanism.run(&named.asked.scenario)
}

fn asked(named: &Named, words: &str) -> Result<Truth, String> {
    let trace = traced(named)?;
    let gauge = |name: &str| trace.heads.iter().position(|gauge| gauge.name == name);
    let query = read_query(words, gauge).ok_or_else(|| format!("“{words}” is not a query"))?;
    Ok(match query.ask(&trace) {
        Answer::Never => Truth::Never,
        Answer::At(at) => Truth::At(at),
        Answer::Number(number) => Truth::number(number, unit(query, &trace)),
    })
}

/// What a gauge counts in.
fn unit(query: Query, trace: &Trace) -> Option<Unit> {
    let Query::GaugeAt(_, index) = query else { return None };
    trace.heads.get(index).map(|gauge| gauge.unit)
}

fn parted(named: &Named, other: &Named) -> Result<Truth, String> {
    let (left, right) = (traced(named)?, traced(other)?);
    let parts = first_divergence(&left, &right).map(|Divergence { at, .. }| {
        let told =
            |named: &Named, trace: &Trace| trace.frame(at, named.mechanism.narrator).sentence;
        (at, [told(named, &left), told(other, &right)])
    });
    Ok(Truth::Parts(parts))
}
