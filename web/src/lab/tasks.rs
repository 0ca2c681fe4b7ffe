//! Tasks of a lesson, ticked by the run on the page.

use std::path::Path as Root;

use askama::Template;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use grader::Progress;
use grader::tasks::Task;
use simulation::{Mechanism, Trace};

use crate::contents;
use crate::lesson::inline;
use crate::pages::exercise::{Fields, token};
use crate::pages::message::{self, Message};
use crate::run::Runs;
use crate::stage::Played;
use crate::{mechanisms, query};

/// The list on the page.
#[derive(Debug, Template)]
#[template(path = "lab-tasks.html")]
pub(super) struct Tasks {
    rows: Vec<Row>,
    /// The run, which a form sends along to have it counted.
    run: String,
    token: Option<String>,
}

/// One task.
#[derive(Debug)]
struct Row {
    task: &'static Task,
    ask: String,
    /// This run does it.
    now: bool,
    /// It was done before, and that is kept.
    kept: bool,
}

impl Tasks {
    /// What there is to do with `mechanism`, and what the run at `link` does of
    /// it. A run that cannot be run does nothing.
    pub(super) fn of(
        mechanism: &Mechanism,
        trace: Option<&Trace>,
        link: &str,
        runs: &Runs,
    ) -> Option<Self> {
        let about = |task: &&Task| task.mechanism.name == mechanism.name;
        let progress = runs.root().and_then(|root| Progress::load(root).ok());
        let rows: Vec<Row> = contents::tasks()
            .iter()
            .filter(about)
            .map(|task| Row {
                task,
                ask: inline(&task.ask),
                now: trace.is_some_and(|trace| task.is_done(trace)),
                kept: progress.as_ref().is_some_and(|progress| progress.is_done(&task.key())),
            })
            .collect();
        let run = link.split_once('?').map_or("", |(_, query)| query).to_owned();
        let token = progress.map(|_| runs.token().to_owned());
        (!rows.is_empty()).then_some(Self { rows, run, token })
    }

    fn done(&self) -> usize {
        self.rows.iter().filter(|row| row.now || row.kept).count()
    }
}

impl Row {
    fn is_done(&self) -> bool {
        self.now || self.kept
    }
}

/// `/lab/{mechanism}/tasks`: the list alone, for the script that keeps it fresh.
pub(super) async fn list(
    Path(name): Path<String>,
    RawQuery(raw): RawQuery,
    State(runs): State<Runs>,
) -> Response {
    let Some(mechanism) = mechanisms::by_name(&name) else {
        return message::not_found(&format!("/lab/{name}/tasks"));
    };
    let asked = query::parse(mechanism, &raw.unwrap_or_default());
    let link = query::link(mechanism, &asked.scenario, asked.at_ms);
    let played = Played::run(mechanism, &asked.scenario).ok();
    match Tasks::of(mechanism, played.as_ref().map(Played::trace), &link, &runs) {
        Some(tasks) => crate::pages::page(&tasks),
        None => message::not_found(&format!("/lab/{name}/tasks")),
    }
}

/// `/tasks/{name}/{number}`: the run that is sent along has done it, and that
/// is kept.
pub(super) async fn keep(
    Path((name, number)): Path<(String, String)>,
    State(runs): State<Runs>,
    headers: HeaderMap,
    form: Result<Form<Fields>, FormRejection>,
) -> Response {
    let is = |task: &&Task| task.name == name && task.number.to_string() == number;
    let Some(task) = contents::tasks().iter().find(is) else {
        return message::not_found(&format!("/tasks/{name}/{number}"));
    };
    let Some(root) = runs.root() else { return refuse(task, "Nothing is kept here", OFF) };
    let fields = form.map(|form| form.0).unwrap_or_default();
    if !token(&headers, Some(&fields)).is_some_and(|token| runs.knows(&token)) {
        return refuse(task, "This page is too old", TOO_OLD);
    }
    let run = fields.iter().find(|(key, _)| key == "run").map_or("", |(_, run)| run);
    let asked = query::parse(task.mechanism, run);
    let played = Played::run(task.mechanism, &asked.scenario);
    if !played.is_ok_and(|played| task.is_done(played.trace())) {
        return refuse(task, "This run does not do it", NOT_DONE);
    }
    let link = query::link(task.mechanism, &asked.scenario, asked.at_ms);
    match store(root, task).await {
        Ok(()) => Redirect::to(&format!("{link}#tasks")).into_response(),
        Err(error) => {
            let line = format!("What you have done cannot be written: {error}.");
            refuse(task, "It could not be kept", &line)
        }
    }
}

async fn store(root: &Root, task: &Task) -> Result<(), String> {
    let (root, key) = (root.to_owned(), task.key());
    let change = move || Progress::change(&root, |progress| progress.did(&key));
    match tokio::task::spawn_blocking(change).await {
        Ok(changed) => changed.map(drop).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

fn refuse(task: &Task, title: &str, line: &str) -> Response {
    Message::new(StatusCode::FORBIDDEN, title)
        .line(line)
        .link(&task.start, "Back to the run")
        .answer()
}

const OFF: &str = "This workbook runs no code and keeps nothing. The list in the lab is ticked all \
     the same.";
const TOO_OLD: &str = "The server was started again since, and keeps what pages of its own say. \
     Open the lab once more.";
const NOT_DONE: &str = "What is kept as done was done by a run, and this one does not do it.";
