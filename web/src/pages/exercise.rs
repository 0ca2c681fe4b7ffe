//! `/exercises/{name}`: a task.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;

use super::{message, page};
use crate::contents::{self, Chapter, Exercise};
use crate::lesson::Lesson;

#[derive(Template)]
#[template(path = "exercise.html")]
struct Page {
    chapter: &'static Chapter,
    exercise: &'static Exercise,
    lesson: &'static Lesson,
}

/// `/exercises/{name}`.
pub async fn exercise(Path(name): Path<String>) -> Response {
    match contents::exercise(&name) {
        Some((chapter, exercise)) => page(&Page { chapter, exercise, lesson: &exercise.task }),
        None => message::not_found(&format!("/exercises/{name}")),
    }
}
