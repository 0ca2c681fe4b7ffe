//! `/`: the chapters as a path.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use simulation::Mechanism;

use super::page;
use super::standing::{Onward, Standings};
use crate::contents::{self, Chapter, Part};
use crate::interleavings::{self, Model};
use crate::run::Runs;
use crate::{mechanisms, stage};

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    parts: &'static [Part],
    first: Option<&'static Chapter>,
    standings: Standings,
    lab: &'static [&'static Mechanism],
    models: &'static [Model],
    figure: String,
}

/// `/`.
pub async fn home(State(runs): State<Runs>) -> Response {
    let standings = Standings::load(&runs);
    let first = contents::chapters().find(|chapter| chapter.lesson.is_some());
    let (lab, models) = (mechanisms::all(), interleavings::models());
    let parts = contents::parts();
    page(&Home { parts, first, standings, lab, models, figure: figure() })
}

/// One frame, so that the first page shows what the book is about; should it
/// be impossible to draw, the page does without.
fn figure() -> String {
    let drawn = mechanisms::by_name("token-bucket").and_then(|mechanism| {
        let run = mechanism.curated("overload")?;
        stage::embed(mechanism, &run.scenario, run.at_ms, CAPTION).ok()
    });
    drawn.unwrap_or_default()
}

const CAPTION: &str = "Twelve requests a second meet a limit of eight: one frame of a run.";
