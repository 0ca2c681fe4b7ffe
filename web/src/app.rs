//! All routes, behind the guards.

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;

use crate::pages::{chapter, exercise, home, message, predict};
use crate::run::{Off, Runs};
use crate::safety::{Hosts, guarded};
use crate::{assets, compare, interleavings, lab};

/// The workbook, as a server that is called `hosts` and runs no code.
pub fn app(hosts: Hosts) -> Router {
    running(hosts, Runs::off(Off::Asked))
}

/// The same, with `runs` to run the learner's answers.
pub fn running(hosts: Hosts, runs: Runs) -> Router {
    let router = Router::new()
        .route("/", get(home::home))
        .route("/chapters/{name}", get(chapter::chapter))
        .with_state(runs.clone())
        .route("/assets/{file}", get(assets::asset))
        .route("/favicon.ico", get(assets::favicon))
        .merge(exercise::routes(runs.clone()))
        .merge(interleavings::routes(runs.clone()))
        .merge(predict::routes(runs.clone()))
        .merge(lab::routes(runs))
        .merge(compare::routes())
        .fallback(unknown)
        .method_not_allowed_fallback(unable);
    guarded(router, hosts)
}

async fn unknown(request: Request) -> Response {
    message::not_found(request.uri().path())
}

async fn unable(request: Request) -> Response {
    message::Message::new(StatusCode::METHOD_NOT_ALLOWED, "This page can only be read")
        .line(&format!("It does not take {} requests.", request.method()))
        .home()
        .answer()
}
