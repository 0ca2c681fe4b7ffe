//! `/predictions/{name}/{number}`: what was predicted is kept, and the page of
//! the question shows its answer.
//!
//! Without a token nothing is kept: the page is asked with the prediction in
//! its address, and judges it there.

use std::path::Path as File;

use axum::Router;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use grader::predict::{Judged, Question, SKIPPED};
use grader::{Found, Progress, encoded};

use super::exercise::{Fields, token};
use super::message::{self, Message};
use crate::contents;
use crate::interleavings::{self, Bounds};
use crate::lesson::Lesson;
use crate::lesson::prediction::{Answered, State as Standing, Way};
use crate::query;
use crate::run::{Explored, Runs};

/// A longer prediction says more than was asked.
const SAID_MAX: usize = 60;

/// What keeps predictions.
pub(crate) fn routes(runs: Runs) -> Router {
    Router::new().route("/predictions/{name}/{number}", get(back).post(predict)).with_state(runs)
}

/// What an address or a form says of one question.
#[derive(Debug, Default)]
struct Guess {
    number: usize,
    said: String,
    skips: bool,
    /// It should have been kept, and could not be.
    lost: bool,
}

impl Guess {
    fn read(pairs: &[(String, String)]) -> Self {
        let value = |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value);
        Self {
            number: value("question").and_then(|number| number.parse().ok()).unwrap_or_default(),
            said: value("said")
                .map(|said| said.trim().chars().take(SAID_MAX).collect())
                .unwrap_or_default(),
            skips: value("skip").is_some(),
            lost: value("kept").is_some_and(|kept| kept == "no"),
        }
    }

    /// What is kept of it; the error says how to put it.
    fn kept(&self, question: &Question) -> Result<&str, String> {
        if self.skips {
            return Ok(SKIPPED);
        }
        question.hears(&self.said).map(|()| self.said.as_str())
    }

    /// The page at which it is judged.
    fn to(&self, page: &str, number: usize, lost: bool) -> String {
        let said =
            if self.skips { "skip=1".to_owned() } else { format!("said={}", encoded(&self.said)) };
        let kept = if lost { "&kept=no" } else { "" };
        format!("{page}?question={number}&{said}{kept}#prediction-{number}")
    }
}

/// The text of a lesson on its page, asked with `raw` behind its address.
pub(crate) fn asking(lesson: &Lesson, page: &str, runs: &Runs, raw: Option<&str>) -> String {
    if lesson.questions.is_empty() {
        return lesson.html.clone();
    }
    let guess = Guess::read(&query::decode(raw.unwrap_or_default()));
    let progress = runs.root().map(Progress::load);
    let unread = progress.as_ref().and_then(|progress| progress.as_ref().err());
    let trouble = unread.map(|error| format!("What you have done cannot be read: {error}."));
    let progress = progress.and_then(Result::ok);
    let way = Way { token: progress.as_ref().map(|_| runs.token()), page, trouble };
    lesson.asking(&way, |question| standing(question, runs, progress.as_ref(), &guess))
}

fn standing(
    question: &Question,
    runs: &Runs,
    progress: Option<&Progress>,
    guess: &Guess,
) -> Standing {
    let stored = progress.and_then(|progress| progress.prediction(&question.key()));
    if let Some(said) = stored {
        return Standing::Answered(answered(question, runs, said, None));
    }
    if guess.number != question.number {
        return Standing::Asked { said: String::new(), note: None };
    }
    match guess.kept(question) {
        Err(note) => Standing::Asked { said: guess.said.clone(), note: Some(note) },
        Ok(said) => {
            let note = if guess.lost { LOST } else { NOT_KEPT };
            Standing::Answered(answered(question, runs, said, Some(note)))
        }
    }
}

/// The answer to a question; `note` says why the prediction was not kept.
fn answered(question: &Question, runs: &Runs, said: &str, note: Option<&str>) -> Answered {
    let (judged, again) = match question.model() {
        None => (question.judge(said), false),
        Some(model) => of_model(question, runs, said, model),
    };
    Answered {
        said: (said != SKIPPED).then(|| said.to_owned()),
        judged,
        kept: note.is_none(),
        note: note.map(str::to_owned),
        again: again && note.is_none(),
    }
}

/// To read a page never starts a process: what was walked before answers.
fn of_model(question: &Question, runs: &Runs, said: &str, model: &str) -> (Judged, bool) {
    let found = |found: &Found| (question.judge_found(said, found), false);
    let unknown = |words: &str, again| (Judged::unknown(words), again);
    if let Some(off) = runs.is_off() {
        return unknown(interleavings::off_words(off), false);
    }
    let explored = known_model(model).and_then(|model| runs.explored((model, Bounds::default())));
    match explored.as_deref() {
        Some(Explored::Found { found: walked, .. }) => found(walked),
        Some(Explored::Stopped(stopped)) => {
            let line = stopped.lines.first().map(String::as_str).unwrap_or_default();
            unknown(&format!("{}. {line}", stopped.title), true)
        }
        None => unknown(NOT_WALKED, true),
    }
}

fn known_model(name: &str) -> Option<&'static str> {
    interleavings::models().iter().map(|model| model.name).find(|model| *model == name)
}

/// A question by its name, with the page that asks it.
pub(crate) fn question(name: &str, number: usize) -> Option<(&'static Question, String)> {
    let chapter = contents::chapter(name).and_then(|chapter| chapter.lesson.as_deref());
    let (lesson, page) = match chapter {
        Some(lesson) => (lesson, format!("/chapters/{name}")),
        None => (&*contents::exercise(name)?.1.task, format!("/exercises/{name}")),
    };
    let question = lesson.questions.get(number.checked_sub(1)?)?;
    Some((question, page))
}

fn asked(name: &str, number: &str) -> Result<(&'static Question, String), Box<Response>> {
    let found = number.parse().ok().and_then(|number| question(name, number));
    found.ok_or_else(|| Box::new(message::not_found(&format!("/predictions/{name}/{number}"))))
}

/// Whoever opens the address of a form by hand wants the page with the form.
async fn back(Path((name, number)): Path<(String, String)>) -> Response {
    match asked(&name, &number) {
        Ok((question, page)) => open(question, &page),
        Err(missing) => *missing,
    }
}

async fn predict(
    Path((name, number)): Path<(String, String)>,
    State(runs): State<Runs>,
    headers: HeaderMap,
    form: Result<Form<Fields>, FormRejection>,
) -> Response {
    let (question, page) = match asked(&name, &number) {
        Ok(found) => found,
        Err(missing) => return *missing,
    };
    let Some(root) = runs.root() else {
        return refuse(question, &page, "Nothing is kept here", KEEPS_NOTHING);
    };
    let fields = form.map(|form| form.0).unwrap_or_default();
    if !token(&headers, Some(&fields)).is_some_and(|token| runs.knows(&token)) {
        return refuse(question, &page, "This page is too old", TOO_OLD);
    }
    let guess = Guess::read(&fields);
    let Ok(said) = guess.kept(question) else {
        return to(&guess.to(&page, question.number, false));
    };
    let kept = keep(root, question, said).await;
    if let Some(model) = question.model().and_then(known_model) {
        // Should too many wait, the page says that nothing was walked yet.
        let _ = runs.explore((model, Bounds::default())).await;
    }
    if kept { open(question, &page) } else { to(&guess.to(&page, question.number, true)) }
}

/// Whether it is in the file now.
async fn keep(root: &File, question: &Question, said: &str) -> bool {
    let (root, key, said) = (root.to_owned(), question.key(), said.to_owned());
    let change = move || Progress::change(&root, |progress| progress.predict(&key, &said));
    matches!(tokio::task::spawn_blocking(change).await, Ok(Ok(_)))
}

fn open(question: &Question, page: &str) -> Response {
    to(&format!("{page}#prediction-{}", question.number))
}

fn to(address: &str) -> Response {
    Redirect::to(address).into_response()
}

fn refuse(question: &Question, page: &str, title: &str, line: &str) -> Response {
    Message::new(StatusCode::FORBIDDEN, title)
        .line(line)
        .link(&format!("{page}#prediction-{}", question.number), "Back to the question")
        .answer()
}

const NOT_KEPT: &str = "It was judged and not kept.";
const LOST: &str = "It could not be kept: the file .breakwater/progress.txt cannot be written. \
     It was judged all the same.";
const NOT_WALKED: &str = "The schedules were not walked since the workbook was started.";
const KEEPS_NOTHING: &str = "This workbook runs no code and keeps nothing. The page judges a \
     prediction all the same: open it once more, and predict there.";
const TOO_OLD: &str = "The server was started again since, and keeps what pages of its own say. \
     Open the page once more, and predict there.";
