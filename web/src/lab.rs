//! The lab page: one stage at full width, with everything that changes its run.
//!
//! It works without a script. A step is a link, a parameter a form, a press a
//! link to the run that has it; so every frame is a URL.

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use clock::Moment;
use simulation::{Mechanism, text};

use crate::query::{self, Asked};
use crate::run::Runs;
use crate::stage::{self, Options, Played, Stage};
use crate::{compare, live, mechanisms};

mod actions;
mod code;
mod controls;
mod guess;
mod log;
mod parts;
mod saved;
mod tasks;

use actions::Action;
use code::Code;
use controls::{Choice, Controls};
use guess::Guess;
use log::Row;
use parts::Part;
use tasks::Tasks;

/// The routes under `/lab`.
pub fn routes(runs: Runs) -> Router {
    Router::new()
        .route("/lab/{mechanism}", get(lab))
        .route("/lab/{mechanism}/trace", get(live::trace))
        .route("/lab/{mechanism}/run.txt", get(saved::file))
        .route("/lab/{mechanism}/tasks", get(tasks::list))
        .route("/tasks/{name}/{number}", post(tasks::keep))
        .with_state(runs)
}

async fn lab(
    Path(name): Path<String>,
    RawQuery(raw): RawQuery,
    State(runs): State<Runs>,
) -> Response {
    let Some(mechanism) = mechanisms::by_name(&name) else {
        return page(StatusCode::NOT_FOUND, &Missing { name, known: mechanisms::all() });
    };
    let mut pairs = query::decode(&raw.unwrap_or_default());
    let guess = Guess::take(&mut pairs);
    let asked = query::parse_pairs(mechanism, &pairs);
    // What a form sends is longer than the link to the same frame; a reader
    // should find the link in the address bar.
    if asked.from_form && asked.notes.is_empty() {
        return Redirect::to(&query::link(mechanism, &asked.scenario, asked.at_ms)).into_response();
    }
    let guess = guess.and_then(|guess| Guess::of(&guess, mechanism, &asked.scenario));
    match Lab::of(mechanism, &asked, guess, &runs) {
        lab @ Lab { error: Some(_), .. } => page(StatusCode::UNPROCESSABLE_ENTITY, &lab),
        lab => page(StatusCode::OK, &lab),
    }
}

fn page(status: StatusCode, template: &impl Template) -> Response {
    match template.render() {
        Ok(html) => (status, Html(html)).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// There is no such mechanism.
#[derive(Template)]
#[template(path = "lab-missing.html")]
struct Missing {
    name: String,
    known: &'static [&'static Mechanism],
}

#[derive(Template)]
#[template(path = "lab.html")]
struct Lab {
    title: &'static str,
    question: &'static str,
    clock: String,
    legend: Vec<stage::Legend>,
    notes: Vec<String>,
    /// What was predicted of this run.
    guess: Option<Guess>,
    tasks: Option<Tasks>,
    /// Why there is no picture.
    error: Option<String>,
    stage: Option<Stage>,
    log: Vec<Row>,
    actions: Vec<Action>,
    controls: Controls,
    parts: Vec<Part>,
    choices: Vec<Choice>,
    code: Option<Code>,
    keys: Vec<(&'static [&'static str], &'static str)>,
    link: String,
    /// Where it stands beside others, if it is a limiter.
    beside: Option<String>,
    /// Where this run can be had as a file, and how long its link would be, if
    /// that is too long for one.
    saved: Option<(String, usize)>,
}

impl Lab {
    fn of(mechanism: &Mechanism, asked: &Asked, guess: Option<Guess>, runs: &Runs) -> Self {
        let Asked { scenario, at_ms, notes, .. } = asked;
        let link = query::link(mechanism, scenario, *at_ms);
        let played = Played::run(mechanism, scenario);
        let error = played.as_ref().err().map(|error| stage::capital(error));
        let played = played.ok();
        let reading = played.as_ref().map(|run| run.trace().reading(Moment::from_millis(*at_ms)));
        let failing = reading.and_then(|reading| reading.get("failing"));
        let actions = actions::actions(mechanism, scenario, *at_ms, failing);
        let breaks = actions.iter().any(|action| action.key == "X");
        Self {
            title: mechanism.title,
            question: mechanism.question,
            clock: text::seconds(Moment::from_millis(*at_ms)),
            legend: played.as_ref().map_or_else(Vec::new, Played::legend),
            notes: notes.clone(),
            guess,
            tasks: Tasks::of(mechanism, played.as_ref().map(Played::trace), &link, runs),
            error,
            log: played
                .as_ref()
                .map_or_else(Vec::new, |played| log::rows(played, mechanism, scenario, *at_ms)),
            stage: played.as_ref().map(|played| played.draw(*at_ms, &Options::default())),
            actions,
            controls: Controls::of(mechanism, scenario, *at_ms),
            parts: parts::parts(mechanism, scenario, *at_ms),
            choices: controls::choices(mechanism, scenario),
            code: played.as_ref().and_then(|played| code::of(mechanism, played, *at_ms)),
            keys: KEYS.into_iter().filter(|key| key.0 != ["X"] || breaks).collect(),
            beside: compare::beside(mechanism.name),
            saved: query::too_long(&link).then(|| (saved::address(&link), link.len())),
            link,
        }
    }
}

/// The keys, as the help says them.
const KEYS: [(&[&str], &str); 13] = [
    (&["Space", "."], "Play, pause"),
    (&["\u{2190}", "\u{2192}"], "Previous event, next event"),
    (&["Shift \u{2190}", "Shift \u{2192}"], "100 ms back, 100 ms ahead"),
    (&["P", "N"], "Previous, next step that ends otherwise than the one before it"),
    (&["Home", "End"], "First moment, last moment"),
    (&["[", "]"], "Slower, faster"),
    (&["S"], "Send one"),
    (&["B"], "Send 10"),
    (&["X"], "Break the service, or heal it"),
    (&["G"], "Hide or show the old run"),
    (&["F"], "Projector: everything larger, and only the stage"),
    (&["?"], "This list"),
    (&["Esc"], "Close this list, leave the projector"),
];
