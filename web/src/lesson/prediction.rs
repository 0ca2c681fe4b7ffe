//! A question in a lesson, and what came of a prediction.

use askama::Template;
use grader::encoded;
use grader::predict::{Judged, Kind, Question};

use super::inline;

/// How a question stands on the page.
#[derive(Debug)]
pub(crate) enum State {
    /// It waits for a prediction; `note` says why the last one was none.
    Asked { said: String, note: Option<String> },
    /// It was answered, or skipped if nothing was said.
    Answered(Answered),
}

/// A question with its answer open.
#[derive(Debug)]
pub(crate) struct Answered {
    /// What was predicted; `None` if it was skipped.
    pub(crate) said: Option<String>,
    pub(crate) judged: Judged,
    /// Whether the prediction is in the file.
    pub(crate) kept: bool,
    /// What else there is to say of it.
    pub(crate) note: Option<String>,
    /// Whether the answer can still be had, by asking once more.
    pub(crate) again: bool,
}

/// Where a form leads.
#[derive(Debug)]
pub(crate) struct Way<'w> {
    /// Where it goes with a token, to be kept; without one, the page itself
    /// answers, and keeps nothing.
    pub(crate) token: Option<&'w str>,
    /// The page that asks: `/chapters/token-bucket`.
    pub(crate) page: &'w str,
    /// Why nothing is kept, if something went wrong.
    pub(crate) trouble: Option<String>,
}

#[derive(Template)]
#[template(path = "prediction.html")]
struct Section<'s> {
    question: &'s Question,
    ask: String,
    why: String,
    state: &'s State,
    way: &'s Way<'s>,
}

/// What stands in a lesson's text until its page knows what was predicted.
pub(super) fn place(number: usize) -> String {
    format!("<!--prediction {number}-->\n")
}

/// The question as the page shows it.
pub(crate) fn section(question: &Question, state: &State, way: &Way<'_>) -> String {
    let why = match state {
        State::Answered(answered) => inline(&answered.judged.why),
        State::Asked { .. } => String::new(),
    };
    let ask = inline(&question.ask);
    let section = Section { question, ask, why, state, way };
    section.render().unwrap_or_else(|error| super::problem("This prediction", &error.to_string()))
}

impl Section<'_> {
    fn action(&self) -> String {
        let Question { name, number, .. } = self.question;
        match self.way.token {
            Some(_) => format!("/predictions/{name}/{number}"),
            None => format!("{}#prediction-{number}", self.way.page),
        }
    }

    /// The unit beside the field.
    fn unit(&self) -> &str {
        match self.question.kind {
            Kind::Time if self.question.unit.is_empty() => "ms",
            _ => &self.question.unit,
        }
    }

    /// What can be chosen.
    fn labels(&self) -> Vec<&str> {
        match &self.question.kind {
            Kind::Choice(choices) => choices.iter().map(|choice| choice.label.as_str()).collect(),
            Kind::Same => vec!["same", "different"],
            Kind::Number | Kind::Time => Vec::new(),
        }
    }

    /// The run, with the prediction as a ghost.
    fn link(&self, said: Option<&str>) -> String {
        ghost(&self.question.link(), self.question, said)
    }

    /// The run that it was compared with.
    fn other(&self) -> Option<&str> {
        self.question.other().map(|named| named.lab.as_str())
    }
}

/// The address of a run with what was predicted of it.
fn ghost(link: &str, question: &Question, said: Option<&str>) -> String {
    let Some(said) = said.filter(|_| question.run().is_some()) else { return link.to_owned() };
    let and = if link.contains('?') { '&' } else { '?' };
    format!("{link}{and}question={}&said={}", encoded(&question.key()), encoded(said))
}
