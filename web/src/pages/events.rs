//! `/exercises/{name}/events`: what happens in the runs of an exercise, as a
//! stream of server-sent events. While it is open, a save is graded.
//!
//! Following runs code, so the page's token is asked for, in a header: an
//! address would be kept in logs and histories.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;

use super::exercise::{TOO_OLD, token};
use super::message::{self, Message};
use crate::contents;
use crate::run::{Cannot, Follower, News, Runs};

/// Whoever has gone is noticed at the next of these, if not before.
const ALIVE_EVERY: Duration = Duration::from_secs(15);

/// What the page knows already.
#[derive(Debug, Deserialize)]
pub(super) struct Known {
    /// The mark of the answer as the page last saw it.
    answer: Option<String>,
}

pub(super) async fn events(
    Path(name): Path<String>,
    State(runs): State<Runs>,
    known: Query<Known>,
    headers: HeaderMap,
) -> Response {
    let Some((_, exercise)) = contents::exercise(&name) else {
        return message::not_found(&format!("/exercises/{name}/events"));
    };
    if let Some(off) = runs.is_off() {
        return refuse(StatusCode::FORBIDDEN, "Nothing is run here", off.words());
    }
    if !token(&headers, None).is_some_and(|token| runs.knows(&token)) {
        return refuse(StatusCode::FORBIDDEN, "This page is too old", TOO_OLD);
    }
    // The files are read, and a disk may take its time.
    let (follows, seen) = (runs.clone(), known.0.answer);
    let follow = move || follows.follow(exercise, seen.as_deref());
    match tokio::task::spawn_blocking(follow).await.unwrap_or(Err(Cannot::Over)) {
        Ok(mut follower) => {
            if let Some(number) = last(&headers, runs.boot()) {
                follower.knows(number);
            }
            told(follower, runs.boot().to_owned())
        }
        Err(Cannot::Full) => refuse(StatusCode::TOO_MANY_REQUESTS, "Others follow", TOO_MANY),
        Err(Cannot::Over) => refuse(StatusCode::SERVICE_UNAVAILABLE, "The workbook ends", ENDS),
    }
}

/// The number of what was heard last, if it was heard from this start of the
/// server.
fn last(headers: &HeaderMap, boot: &str) -> Option<u64> {
    let (heard, number) = headers.get("last-event-id")?.to_str().ok()?.split_once(':')?;
    number.parse().ok().filter(|_| heard == boot)
}

fn told(follower: Follower, boot: String) -> Response {
    let next = |(mut follower, boot): (Follower, String)| async move {
        let news = follower.next().await?;
        let event = event(&news, &boot);
        Some((Ok::<_, Infallible>(event), (follower, boot)))
    };
    let alive = KeepAlive::new().interval(ALIVE_EVERY);
    Sse::new(stream::unfold((follower, boot), next)).keep_alive(alive).into_response()
}

fn event(news: &News, boot: &str) -> Event {
    Event::default().id(format!("{boot}:{}", news.number)).event(news.kind).data(&news.data)
}

/// The script shows the sentence.
fn refuse(status: StatusCode, title: &str, line: &str) -> Response {
    Message::new(status, title).line(line).home().answer()
}

const TOO_MANY: &str = "So many pages follow the editor already that this one cannot. Close some \
     of them, and follow again.";
const ENDS: &str = "The workbook is being stopped.";
