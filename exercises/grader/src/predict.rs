//! Questions that are asked before a run is shown.
//!
//! A README holds the question and never its answer: that comes from a query
//! over a run, from two runs side by side, or from a walk through all schedules
//! of a model. The page and the terminal ask the same questions.
//!
//! | line of a `predict` block | what |
//! |---|---|
//! | `ask` | the question, as Markdown |
//! | `why` | the reason, which is shown with the answer |
//! | `kind` | `number`, `time`, `choice` or `same`; without it, what the query answers with |
//! | `unit` | `requests`; of a moment `ms`, or `s` |
//! | `options` | of a choice: `label: value`, parted by bars; without a value the label is it |
//! | `tolerance` | a guess that is off by so much is right, in the unit |
//! | `query` | a [`simulation::Query`], whose gauge may be named; of a model `schedules`, `broken`, `fresh`, `fresh-broken`, `outcomes` |
//! | `model` | a shipped model whose schedules answer |
//! | `other.KEY` | of `same`: what the second run has instead |
//! | all others | the run, in the words of a link: [`query`](crate::query) |

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, iter};

use crate::block::{Block, Named};
use crate::explored::Found;
use crate::group::Leash;
use crate::session::Workbook;

mod ask;
mod numeral;
mod said;
mod spell;
mod truth;

pub(crate) use ask::read_query;

use ask::Source;
use said::Said;
use truth::Truth;

/// One question.
#[derive(Debug)]
pub struct Question {
    /// The chapter or exercise that asks it: `token-bucket`.
    pub name: String,
    /// Its number there, from 1.
    pub number: usize,
    /// What is asked, as Markdown.
    pub ask: String,
    /// What a prediction is.
    pub kind: Kind,
    /// What a number counts; `ms` or `s` of a moment.
    pub unit: String,
    /// Why the answer is what it is, as Markdown. It is part of the answer.
    why: String,
    tolerance: f64,
    source: Source,
    truth: OnceLock<Result<Truth, String>>,
}

/// What a prediction is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// How many.
    Number,
    /// When, or never.
    Time,
    /// One of these.
    Choice(Vec<Choice>),
    /// Whether two runs are the same.
    Same,
}

/// One that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it says.
    pub label: String,
    /// What the run must answer for it to be right.
    value: String,
}

/// What came of a prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Whether it was right.
    pub right: bool,
    /// What the run says.
    pub answer: String,
    /// Why, as Markdown.
    pub why: String,
    /// When it is, if it is a moment, in milliseconds of the run.
    pub moment_ms: Option<u64>,
    /// Whether the run could be asked; if not, `answer` says why not.
    pub known: bool,
}

impl Judged {
    /// The run could not be asked, because of this.
    pub fn unknown(why: &str) -> Self {
        let answer = why.to_owned();
        Self { right: false, answer, why: String::new(), moment_ms: None, known: false }
    }
}

/// What is kept of somebody who did not want to predict.
pub const SKIPPED: &str = "skipped";

/// The questions of the chapter or exercise `name`, as its README asks them.
/// Those that cannot be understood are left out; a test finds them.
pub fn questions(root: &Path, name: &str) -> Vec<Question> {
    let text = readme(root, name).and_then(|path| fs::read_to_string(path).ok());
    read(name, &text.unwrap_or_default()).into_iter().filter_map(Result::ok).collect()
}

/// The questions that `markdown` asks, which is the README of `name`; of one
/// that cannot be understood, why.
pub fn read(name: &str, markdown: &str) -> Vec<Result<Question, String>> {
    let texts = Block::texts(markdown, "predict");
    let question = |(text, number): (&String, _)| Question::parse(name, number, text);
    texts.iter().zip(1..).map(question).collect()
}

/// The README of a chapter or an exercise, whose folder has a number in front.
fn readme(root: &Path, name: &str) -> Option<PathBuf> {
    let is = |folder: &PathBuf| {
        let folder = folder.file_name().and_then(|folder| folder.to_str()).unwrap_or_default();
        folder.split_once('-').is_some_and(|(number, rest)| {
            rest == name && number.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
    };
    let folders = ["chapters", "exercises"].into_iter().flat_map(|parent| {
        let entries = fs::read_dir(root.join(parent)).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.path()))
    });
    folders.filter(is).map(|folder| folder.join("README.md")).find(|path| path.is_file())
}

impl Question {
    /// Its name in the file of what was done: `token-bucket/2`.
    pub fn key(&self) -> String {
        format!("{}/{}", self.name, self.number)
    }

    /// The shipped model whose schedules answer it; `None` if a run does.
    pub fn model(&self) -> Option<&str> {
        match &self.source {
            Source::Model { model, .. } => Some(model),
            _ => None,
        }
    }

    /// The run that answers it.
    pub fn run(&self) -> Option<&Named> {
        match &self.source {
            Source::Run { named, .. } | Source::Two { named, .. } => Some(named),
            Source::Model { .. } => None,
        }
    }

    /// The run that it is compared with.
    pub fn other(&self) -> Option<&Named> {
        if let Source::Two { other, .. } = &self.source { Some(other) } else { None }
    }

    /// Where the answer can be seen, as an address of the workbook: of a run, at the
    /// moment that is asked about or is the answer, if there is one.
    pub fn link(&self) -> String {
        match &self.source {
            Source::Run { named, query } => match self.shown_ms(query) {
                Some(at_ms) => named.lab_at(at_ms),
                None => named.lab.clone(),
            },
            Source::Two { named, .. } => named.lab.clone(),
            Source::Model { model, .. } => format!("/interleavings/{model}"),
        }
    }

    fn shown_ms(&self, query: &str) -> Option<u64> {
        let about = read_query(query, |_| Some(0)).and_then(simulation::Query::about_ms);
        about.or_else(|| self.truth.get()?.as_ref().ok()?.moment_ms())
    }

    /// Whether `said` can be understood as a prediction; if not, what to write.
    pub fn hears(&self, said: &str) -> Result<(), String> {
        Said::read(said, self).map(drop)
    }

    /// `said` as it is kept: of a choice the whole label, whatever short way led
    /// to it. The error says what to write.
    pub fn meant(&self, said: &str) -> Result<String, String> {
        match (&self.kind, Said::read(said, self)?) {
            (Kind::Choice(choices), Said::Option(index)) => {
                Ok(choices.get(index).map_or_else(|| said.to_owned(), |one| one.label.clone()))
            }
            _ => Ok(said.to_owned()),
        }
    }

    /// The moment that `said` names, in milliseconds of the run.
    pub fn moment(&self, said: &str) -> Option<u64> {
        match Said::read(said, self) {
            Ok(Said::At(at)) if self.kind == Kind::Time => Some(at.as_millis()),
            _ => None,
        }
    }

    /// What came of the prediction `said`. A question about threads is answered
    /// by another process, which is built at its first use.
    pub fn judge(&self, said: &str) -> Judged {
        let Some(model) = self.model() else {
            let truth = self.truth.get_or_init(|| Truth::of_run(self));
            return self.judge_by(said, truth.as_ref());
        };
        match explore(model) {
            Ok(found) => self.judge_found(said, &found),
            Err(why) => self.judge_by(said, Err(&why)),
        }
    }

    /// The same of a question about threads, whose model ended in `found`.
    pub fn judge_found(&self, said: &str, found: &Found) -> Judged {
        let truth = Truth::of_model(self, found);
        self.judge_by(said, truth.as_ref())
    }

    fn judge_by(&self, said: &str, truth: Result<&Truth, &String>) -> Judged {
        match truth {
            Ok(truth) => Judged {
                right: Said::read(said, self).is_ok_and(|said| truth.is(&said, self)),
                answer: truth.words(self),
                why: self.why.clone(),
                moment_ms: truth.moment_ms(),
                known: true,
            },
            Err(why) => Judged::unknown(why),
        }
    }
}

fn explore(model: &str) -> Result<Found, String> {
    let workbook = Workbook::find().ok_or("the folder of the workbook was not found")?;
    let leash = Leash::default();
    let found = workbook.explorer(&leash).and_then(|p| workbook.walk(&p, model, &[], &leash));
    found.map_err(|stopped| {
        let lines = stopped.lines.iter().map(String::as_str);
        iter::once(stopped.title.as_str()).chain(lines).collect::<Vec<_>>().join(": ")
    })
}
