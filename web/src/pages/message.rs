//! The page that says what did not work, and leads on.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;

use super::{nearest, page};
use crate::contents::{self, Chapter};

/// A page of a few sentences and links.
#[derive(Debug, Template)]
#[template(path = "message.html")]
pub struct Message {
    status: StatusCode,
    title: String,
    lines: Vec<String>,
    links: Vec<(String, String)>,
}

impl Message {
    /// A page that says `title`.
    pub fn new(status: StatusCode, title: &str) -> Self {
        Self { status, title: title.to_owned(), lines: vec![], links: vec![] }
    }

    /// With one more sentence.
    #[must_use]
    pub fn line(mut self, line: &str) -> Self {
        self.lines.push(line.to_owned());
        self
    }

    /// With one more link.
    #[must_use]
    pub fn link(mut self, to: &str, says: &str) -> Self {
        self.links.push((to.to_owned(), says.to_owned()));
        self
    }

    /// With the link to the start.
    #[must_use]
    pub fn home(self) -> Self {
        self.link("/", "All chapters and exercises")
    }

    /// As an answer.
    pub fn answer(self) -> Response {
        let mut response = page(&self);
        if response.status().is_success() {
            *response.status_mut() = self.status;
        }
        response
    }
}

/// There is nothing at `path`: what there is instead.
pub fn not_found(path: &str) -> Response {
    let what = missing(path);
    let what = match nearest::page(path) {
        Some(near) => what.link(&near.to, &format!("Did you mean “{}”?", near.title)),
        None => what,
    };
    what.home().answer()
}

fn missing(path: &str) -> Message {
    let message = |title: &str| Message::new(StatusCode::NOT_FOUND, title);
    let whole = path.trim_matches('/');
    let (kind, name) = whole.split_once('/').unwrap_or((whole, ""));
    match (kind, name) {
        _ if name.contains('/') => nothing(path),
        ("chapters" | "exercises" | "lab", "") => message("There is no page here")
            .line("The chapters, the exercises and the lab are listed on the first page."),
        ("chapters", name) => match contents::chapter(name) {
            Some(&Chapter { number, title, lesson: None, .. }) => {
                message("This chapter is still to come")
                    .line(&format!("Chapter {number}, {title}, is not written yet."))
            }
            _ => {
                message("There is no such chapter").line(&format!("No chapter is called “{name}”."))
            }
        },
        ("exercises", name) => {
            message("There is no such exercise").line(&format!("No exercise is called “{name}”."))
        }
        ("lab", name) => message("There is no such mechanism")
            .line(&format!("Nothing in the lab is called “{name}”.")),
        _ => nothing(path),
    }
}

fn nothing(path: &str) -> Message {
    Message::new(StatusCode::NOT_FOUND, "There is no such page")
        .line(&format!("Nothing is at {path}."))
}
