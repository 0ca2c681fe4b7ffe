//! The pages, each with its template.

use askama::Template;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};

pub mod chapter;
mod events;
pub mod exercise;
pub mod home;
pub mod message;
pub mod nearest;
pub(crate) mod predict;
pub(crate) mod standing;

/// A template as an answer. Writing into a string fails only if a template's
/// own value does; the page then says so.
pub fn page(template: &impl Template) -> Response {
    match template.render() {
        Ok(html) => Html(html).into_response(),
        Err(error) => {
            let text = format!("This page cannot be written: {error}");
            (StatusCode::INTERNAL_SERVER_ERROR, text).into_response()
        }
    }
}
