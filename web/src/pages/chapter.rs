//! `/chapters/{name}`: a lesson.

use askama::Template;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;

use super::standing::Standings;
use super::{message, page, predict};
use crate::contents::{self, Chapter};
use crate::lesson::Lesson;
use crate::run::Runs;
use crate::stage::{self, Legend};

#[derive(Template)]
#[template(path = "chapter.html")]
struct Page {
    chapter: &'static Chapter,
    lesson: &'static Lesson,
    /// Its text, with what was predicted.
    text: String,
    /// The nearest chapters that exist.
    before: Option<&'static Chapter>,
    after: Option<&'static Chapter>,
    standings: Standings,
    /// The marks of its figures, if it has any.
    marks: Vec<Legend>,
}

/// `/chapters/{name}`.
pub async fn chapter(
    Path(name): Path<String>,
    RawQuery(raw): RawQuery,
    State(runs): State<Runs>,
) -> Response {
    let found =
        contents::chapter(&name).and_then(|chapter| Some((chapter, chapter.lesson.as_deref()?)));
    let Some((chapter, lesson)) = found else {
        return message::not_found(&format!("/chapters/{name}"));
    };
    let exist = || contents::chapters().filter(|chapter| chapter.lesson.is_some());
    let before = exist().rev().find(|other| other.number < chapter.number);
    let after = exist().find(|other| other.number > chapter.number);
    let has_figures = lesson.html.contains("<figure class=\"stage\"");
    let marks = if has_figures { stage::all_marks() } else { Vec::new() };
    let standings = Standings::load(&runs);
    let at = format!("/chapters/{name}");
    let text = predict::asking(lesson, &at, &runs, raw.as_deref());
    page(&Page { chapter, lesson, text, before, after, standings, marks })
}
