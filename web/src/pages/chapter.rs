//! `/chapters/{name}`: a lesson.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;

use super::{message, page};
use crate::contents::{self, Chapter};
use crate::lesson::Lesson;
use crate::stage::{self, Legend};

#[derive(Template)]
#[template(path = "chapter.html")]
struct Page {
    chapter: &'static Chapter,
    lesson: &'static Lesson,
    /// The nearest chapters that exist.
    before: Option<&'static Chapter>,
    after: Option<&'static Chapter>,
    /// The marks of its figures, if it has any.
    marks: Vec<Legend>,
}

/// `/chapters/{name}`.
pub async fn chapter(Path(name): Path<String>) -> Response {
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
    page(&Page { chapter, lesson, before, after, marks })
}
