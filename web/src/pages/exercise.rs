//! `/exercises/{name}`: a task, and what the learner's answer to it does.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use grader::Outcome;

use super::{message, page};
use crate::contents::{self, Chapter, Exercise};
use crate::lesson::Lesson;
use crate::run::{Beside, Off, Report, Runs, Telling};

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
    runs: Runs,
    report: Option<Arc<Report>>,
    changed: bool,
}

/// The pages of the exercises, and what runs them.
pub fn routes(runs: Runs) -> Router {
    Router::new()
        .route("/exercises/{name}", get(exercise))
        .route("/exercises/{name}/run", get(back).post(run))
        .with_state(runs)
}

async fn exercise(Path(name): Path<String>, State(runs): State<Runs>) -> Response {
    let Some((chapter, exercise)) = contents::exercise(&name) else {
        return message::not_found(&format!("/exercises/{name}"));
    };
    let report = runs.last(exercise);
    let changed = report.as_ref().is_some_and(|report| runs.has_changed(exercise, report));
    let next = contents::exercises().skip_while(|other| other.folder != exercise.folder).nth(1);
    page(&Page { chapter, exercise, next, lesson: &exercise.task, runs, report, changed })
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
    fn words(self) -> &'static str {
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

const TOO_OLD: &str = "The server was started again since, and runs code only for pages of its \
     own. Open the exercise once more, and press Run there.";
const TOO_MANY: &str = "One answer is run at a time, and several wait already. Each ends at its \
     limit; press Run again in a minute.";
