//! `/exercises/{name}`: a task, and what the learner's answer to it does.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use grader::Outcome;

use super::{events, message, page, predict};
use crate::contents::{self, Chapter, Exercise};
use crate::lesson::Lesson;
use crate::query;
use crate::run::{After, Beside, Off, Replayed, Report, Runs, Shows, Telling};

/// A request that is no form names its token here.
pub const TOKEN_HEADER: &str = "x-breakwater-token";

#[derive(Template)]
#[template(path = "exercise.html")]
struct Page {
    chapter: &'static Chapter,
    exercise: &'static Exercise,
    /// The one after it, over all chapters.
    next: Option<&'static Exercise>,
    lesson: &'static Lesson,
    /// Its text, with what was predicted.
    text: String,
    runs: Runs,
    report: Option<Arc<Report>>,
    changed: bool,
    /// The test that the address names, and what it did.
    asked: Option<String>,
    replayed: Option<Replayed>,
    after: Option<After>,
}

impl Page {
    /// Whoever asks for a test that was not run wants it to be run: without a
    /// mark of the file, the script has it run when it begins to follow.
    fn wants_run(&self) -> bool {
        self.replayed.as_ref().is_some_and(|replayed| matches!(replayed.what, Shows::NotRun))
    }
}

/// The pages of the exercises, and what runs them.
pub fn routes(runs: Runs) -> Router {
    Router::new()
        .route("/exercises/{name}", get(exercise))
        .route("/exercises/{name}/run", get(back).post(run))
        .route("/exercises/{name}/events", get(events::events))
        .with_state(runs)
}

async fn exercise(
    Path(name): Path<String>,
    RawQuery(raw): RawQuery,
    State(runs): State<Runs>,
) -> Response {
    let Some((chapter, exercise)) = contents::exercise(&name) else {
        return message::not_found(&format!("/exercises/{name}"));
    };
    let report = runs.last(exercise);
    let changed = report.as_ref().is_some_and(|report| runs.has_changed(exercise, report));
    let next = contents::exercises().skip_while(|other| other.folder != exercise.folder).nth(1);
    let lesson = &*exercise.task;
    let at = format!("/exercises/{name}");
    let text = predict::asking(lesson, &at, &runs, raw.as_deref());
    let asked = raw.as_deref().and_then(asked);
    let mut replayed = None;
    if let Some(test) = asked.as_deref().filter(|_| runs.is_off().is_none()) {
        replayed = runs.replayed(exercise, report.as_ref(), test).await;
        if replayed.is_none() {
            return no_test(exercise, test);
        }
    }
    let passed = report.as_ref().filter(|_| !changed);
    let after = passed.and_then(|report| runs.after(exercise, report));
    page(&Page {
        chapter,
        exercise,
        next,
        lesson,
        text,
        runs,
        report,
        changed,
        asked,
        replayed,
        after,
    })
}

/// The test that an address names: `test=grade::name`.
fn asked(raw: &str) -> Option<String> {
    query::decode(raw).into_iter().find(|(name, _)| name == "test").map(|(_, test)| test)
}

fn no_test(exercise: &Exercise, test: &str) -> Response {
    let message = message::Message::new(StatusCode::NOT_FOUND, "There is no such test")
        .line(&format!("No test of “{}” is called “{test}”. Its tests:", exercise.title()));
    let at = format!("/exercises/{}", exercise.name());
    let tests = exercise.tests().iter().fold(message, |message, test| {
        message.link(&format!("{at}?test={test}#replay"), &grader::sentence(test))
    });
    tests.link(&at, "Back to the exercise").answer()
}

/// Whoever opens the address of a form by hand wants the page with the form.
async fn back(Path(name): Path<String>) -> Response {
    match contents::exercise(&name) {
        Some((_, exercise)) => result_of(exercise),
        None => message::not_found(&format!("/exercises/{name}")),
    }
}

async fn run(
    Path(name): Path<String>,
    State(runs): State<Runs>,
    headers: HeaderMap,
    form: Result<Form<Fields>, FormRejection>,
) -> Response {
    let Some((_, exercise)) = contents::exercise(&name) else {
        return message::not_found(&format!("/exercises/{name}"));
    };
    if let Some(off) = runs.is_off() {
        return refuse(exercise, StatusCode::FORBIDDEN, "Nothing is run here", off.words());
    }
    if !token(&headers, form.ok().as_deref()).is_some_and(|token| runs.knows(&token)) {
        return refuse(exercise, StatusCode::FORBIDDEN, "This page is too old", TOO_OLD);
    }
    match runs.run(exercise).await {
        Ok(()) => result_of(exercise),
        Err(_) => {
            refuse(exercise, StatusCode::TOO_MANY_REQUESTS, "Other runs come first", TOO_MANY)
        }
    }
}

/// The fields of a form, in order.
pub(crate) type Fields = Vec<(String, String)>;

/// The token of the header, or else that of the form.
pub(crate) fn token(headers: &HeaderMap, form: Option<&Fields>) -> Option<String> {
    if let Some(token) = headers.get(TOKEN_HEADER) {
        return token.to_str().ok().map(str::to_owned);
    }
    form?.iter().find(|(name, _)| name == "token").map(|(_, token)| token.clone())
}

fn result_of(exercise: &Exercise) -> Response {
    Redirect::to(&format!("/exercises/{}#result", exercise.name())).into_response()
}

fn refuse(exercise: &Exercise, status: StatusCode, title: &str, line: &str) -> Response {
    message::Message::new(status, title)
        .line(line)
        .link(&format!("/exercises/{}#run", exercise.name()), "Back to the exercise")
        .answer()
}

impl Off {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Asked => {
                "This workbook was started with --no-run, so it shows the exercises and runs no \
                 code. The command above does the same in a terminal."
            }
            Self::Reachable => {
                "Others can reach this workbook over the network, so it shows the exercises and \
                 runs no code. The command above does the same in a terminal."
            }
            Self::Nowhere => {
                "The folder with the exercises was not found, so they can be shown and not run. \
                 Start the workbook inside that folder."
            }
        }
    }
}

pub(super) const TOO_OLD: &str = "The server was started again since, and runs code only for pages of its \
     own. Open the exercise once more, and press Run there.";
const TOO_MANY: &str = "One answer is run at a time, and several wait already. Each ends at its \
     limit; press Run again in a minute.";
