//! `/interleavings/{model}`: a shipped model, explored in another process, and
//! the simplest schedule that breaks its rule as swimlanes.
//!
//! To read a page never starts a process: a step through a schedule is a link,
//! and what the links show was found before.

use askama::Template;
use axum::Router;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use crate::pages::exercise::{Fields, token};
use crate::pages::message::Message;
use crate::pages::page;
use crate::run::{Explored, Off, Runs};

mod act;
mod bounds;
mod code;
mod models;
mod names;
mod schedule;
mod swim;
mod table;
mod told;

pub(crate) use bounds::Bounds;
pub(crate) use code::lines;
pub(crate) use told::Told;

use bounds::{PERMUTATIONS_MAX, PREEMPTIONS_MAX};
pub(crate) use models::{Model, all as models};
use schedule::{Shown, View};

#[derive(Template)]
#[template(path = "interleavings.html")]
struct Page {
    model: &'static Model,
    runs: Runs,
    bounds: Bounds,
    /// What of the bounds had to be changed, in words.
    notes: Vec<String>,
    shown: Option<Shown>,
    /// The model's code, with the line lit that the step is at.
    code: String,
}

/// The pages of the models, and what explores them.
pub(crate) fn routes(runs: Runs) -> Router {
    Router::new()
        .route("/interleavings", get(first))
        .route("/interleavings/{model}", get(model))
        .route("/interleavings/{model}/explore", get(back).post(explore))
        .with_state(runs)
}

async fn first() -> Redirect {
    Redirect::to(&format!("/interleavings/{}", models::all()[0].name))
}

async fn model(
    Path(name): Path<String>,
    State(runs): State<Runs>,
    query: Result<Query<Fields>, QueryRejection>,
) -> Response {
    let Some(model) = models::by_name(&name) else { return missing(&name) };
    let pairs = query.map(|query| query.0).unwrap_or_default();
    let (bounds, notes) = Bounds::read(&pairs);
    let view = View::read(&pairs);
    let explored = runs.explored((model.name, bounds));
    let shown = explored.map(|explored| Shown::new(model, bounds, &explored, view));
    let lit = shown.as_ref().and_then(Shown::line);
    page(&Page { model, runs, bounds, notes, shown, code: lines(model.code, "m", lit) })
}

/// Whoever opens the address of a form by hand wants the page with the form.
async fn back(Path(name): Path<String>) -> Response {
    match models::by_name(&name) {
        Some(model) => Redirect::to(&format!("/interleavings/{}", model.name)).into_response(),
        None => missing(&name),
    }
}

async fn explore(
    Path(name): Path<String>,
    State(runs): State<Runs>,
    headers: HeaderMap,
    form: Result<Form<Fields>, FormRejection>,
) -> Response {
    let Some(model) = models::by_name(&name) else { return missing(&name) };
    if let Some(off) = runs.is_off() {
        return refuse(model, StatusCode::FORBIDDEN, "Nothing is explored here", off_words(off));
    }
    let fields = form.map(|form| form.0).unwrap_or_default();
    if !token(&headers, Some(&fields)).is_some_and(|token| runs.knows(&token)) {
        return refuse(model, StatusCode::FORBIDDEN, "This page is too old", TOO_OLD);
    }
    let (bounds, _) = Bounds::read(&fields);
    match runs.explore((model.name, bounds)).await {
        Ok(()) => Redirect::to(&asked_for(model, &fields)).into_response(),
        Err(_) => refuse(model, StatusCode::TOO_MANY_REQUESTS, "Other runs come first", TOO_MANY),
    }
}

/// The result, at an address that says what was asked for: should it have been
/// too much, the page says so.
fn asked_for(model: &Model, fields: &Fields) -> String {
    let number = |name: &str| {
        let value = fields.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())?;
        let plain = !value.is_empty() && value.len() < 20;
        let plain = plain && value.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| format!("{name}={value}"))
    };
    let query: Vec<String> =
        ["preemptions", "permutations"].into_iter().filter_map(number).collect();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("/interleavings/{}{mark}{}#schedule", model.name, query.join("&"))
}

fn missing(name: &str) -> Response {
    let message = Message::new(StatusCode::NOT_FOUND, "There is no such model")
        .line(&format!("No model is called “{name}”. There are these:"));
    let link = |message: Message, model: &Model| {
        message.link(&format!("/interleavings/{}", model.name), model.title)
    };
    models::all().iter().fold(message, link).answer()
}

fn refuse(model: &Model, status: StatusCode, title: &str, line: &str) -> Response {
    Message::new(status, title)
        .line(line)
        .link(&format!("/interleavings/{}", model.name), "Back to the model")
        .answer()
}

impl Page {
    fn before(&self) -> Option<&'static Model> {
        let at = models::all().iter().position(|model| model.name == self.model.name)?;
        models::all().get(at.checked_sub(1)?)
    }

    fn next(&self) -> Option<&'static Model> {
        let at = models::all().iter().position(|model| model.name == self.model.name)?;
        models::all().get(at + 1)
    }

    /// Why nothing is explored here, if so.
    fn off_words(&self) -> Option<&'static str> {
        self.runs.is_off().map(off_words)
    }

    /// Whether the chapter can be read yet.
    fn has_chapter() -> bool {
        crate::contents::chapter("interleavings").is_some_and(|chapter| chapter.lesson.is_some())
    }
}

pub(crate) fn off_words(off: Off) -> &'static str {
    match off {
        Off::Asked => {
            "This workbook was started with --no-run, so it shows the models and explores none. \
             The command below does it in a terminal."
        }
        Off::Reachable => {
            "Others can reach this workbook over the network, so it shows the models and explores \
             none. The command below does it in a terminal."
        }
        Off::Nowhere => {
            "The folder of the workbook was not found, so the models can be shown and not \
             explored. Start the workbook inside that folder."
        }
    }
}

const TOO_OLD: &str = "The server was started again since, and starts programs only for pages of \
     its own. Open the model once more, and press Explore there.";
const TOO_MANY: &str = "One run at a time is made, and several wait already. Press Explore again \
     in a minute.";
