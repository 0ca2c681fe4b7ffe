//! A run in motion: windows of it as JSON, for the player in the page.
//!
//! `GET /lab/{mechanism}/trace?QUERY&from=MS&to=MS` answers with what the
//! picture needs between two moments of the run that `QUERY` says, and nothing
//! of it is remembered: the same address has the same answer. A cache of whole
//! runs only saves time.
//!
//! | key | what |
//! |---|---|
//! | `from`, `to` | the window, in ms; its end goes up to a whole second, or to the end of the run |
//! | `was`, `fork` | the query of an old run, and the ms from which it is drawn dashed |
//! | `shape` | what the picture has room for, as the page's stage says |
//! | `quick` | the run need not be computed after the window |
//! | `overview` | with the strip over the scrub bar |

use axum::extract::{Path, RawQuery};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use simulation::{Mechanism, Scenario, limits};

use crate::mechanisms;
use crate::query::{self, Asked};
use crate::stage::{Played, Shape};

mod runs;
mod window;

pub use window::Window;

/// The longest window, in milliseconds.
pub const WINDOW_MS_MAX: u64 = 30_000;
/// The player and the server understand each other if both say this number.
pub const VERSION: u32 = 1;

/// `/lab/{mechanism}/trace`.
pub async fn trace(Path(name): Path<String>, RawQuery(raw): RawQuery) -> Response {
    let Some(mechanism) = mechanisms::by_name(&name) else {
        return refused(StatusCode::NOT_FOUND, "There is no such mechanism in the lab.");
    };
    let request = match Request::parse(mechanism, &raw.unwrap_or_default()) {
        Ok(request) => request,
        Err(sentence) => return refused(StatusCode::BAD_REQUEST, sentence),
    };
    // A long run takes tens of milliseconds: other requests need not wait for it.
    let answered = tokio::task::spawn_blocking(move || request.answer(mechanism)).await;
    match answered {
        Ok(Ok(window)) => json(StatusCode::OK, &window),
        Ok(Err(sentence)) => refused(StatusCode::UNPROCESSABLE_ENTITY, &sentence),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "This run could not be computed."),
    }
}

/// Why there is no window.
#[derive(Serialize)]
struct Refused<'s> {
    error: &'s str,
}

fn refused(status: StatusCode, error: &str) -> Response {
    json(status, &Refused { error })
}

fn json(status: StatusCode, body: &impl Serialize) -> Response {
    match serde_json::to_string(body) {
        Ok(body) => (status, [(CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// What is asked for.
#[derive(Debug)]
struct Request {
    asked: Asked,
    from_ms: u64,
    to_ms: u64,
    was: Option<(Asked, u64)>,
    shape: Option<Shape>,
    quick: bool,
    overview: bool,
}

impl Request {
    fn parse(mechanism: &Mechanism, raw: &str) -> Result<Self, &'static str> {
        let (mut run, mut own) = (Vec::new(), Vec::new());
        for (key, value) in query::decode(raw) {
            let mine = ["from", "to", "was", "fork", "shape", "quick", "overview"];
            if mine.contains(&key.as_str()) {
                own.push((key, value));
            } else {
                run.push((key, value));
            }
        }
        let find = |name: &str| own.iter().find(|(key, _)| key == name).map(|(_, value)| value);
        let number = |name: &str, none: u64| find(name).map_or(Ok(none), |value| value.parse());
        let asked = query::parse_pairs(mechanism, &run);
        let end_ms = asked.scenario.until_ms;
        let sentence = "\u{201c}from\u{201d}, \u{201c}to\u{201d} and \u{201c}fork\u{201d} are whole milliseconds.";
        let from_ms = number("from", 0).map_err(|_| sentence)?.min(end_ms);
        let to_ms = number("to", from_ms + 1000).map_err(|_| sentence)?;
        let fork_ms = number("fork", 0).map_err(|_| sentence)?;
        if to_ms < from_ms || to_ms - from_ms > WINDOW_MS_MAX {
            return Err("A window begins before it ends, and is 30 s long at most.");
        }
        let was = find("was").map(|was| (query::parse(mechanism, was), fork_ms));
        Ok(Self {
            from_ms,
            to_ms: to_ms.div_ceil(1000).saturating_mul(1000).min(end_ms),
            was,
            shape: find("shape").and_then(|words| Shape::parse(words)),
            quick: find("quick").is_some(),
            overview: find("overview").is_some(),
            asked,
        })
    }

    fn answer(&self, mechanism: &'static Mechanism) -> Result<Window, String> {
        let scenario = &self.asked.scenario;
        let cut = self.cut();
        let trace = runs::run(mechanism, cut.as_ref().unwrap_or(scenario), self.from_ms)?;
        let mut played = match self.shape {
            Some(shape) => Played::shaped(mechanism, scenario, trace, shape),
            None => Played::of(mechanism, scenario, trace),
        };
        if let Some((was, fork_ms)) = &self.was {
            let old = runs::run(mechanism, &was.scenario, self.from_ms)?;
            played = played.beside(old, clock::Moment::from_millis(*fork_ms));
        }
        let mut window = Window::of(&played, mechanism, self.from_ms, self.to_ms);
        window.notes.clone_from(&self.asked.notes);
        window.overview = self.overview.then(|| played.overview());
        Ok(window)
    }

    /// The run without what comes after the window.
    fn cut(&self) -> Option<Scenario> {
        let scenario = &self.asked.scenario;
        (self.quick && self.shape.is_some() && self.to_ms < scenario.until_ms)
            .then(|| Scenario { until_ms: self.to_ms, ..scenario.clone() })
    }
}

/// Whether a run can become longer.
fn can_grow(scenario: &Scenario) -> bool {
    scenario.until_ms < limits::UNTIL_MS_MAX
}
