//! `/compare`: limiters side by side, on one stream of arrivals and one budget.
//!
//! It works without a script: a moment is an address, and each difference has a
//! link. The script moves the one playhead over tapes that are drawn already,
//! and asks here for the numbers of the moment at which it stops.

use askama::Template;
use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query as Pairs, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use clock::Moment;
use simulation::text;

use crate::pages::message::Message;
use crate::pages::page;
use crate::stage::{Legend, PX_PER_MS, Ticks, capital, row_legend, scroll, seconds};

mod asked;
mod band;
mod budget;
mod numbers;
mod runs;
mod seeds;
mod streams;
mod turns;
mod view;

use asked::{Asked, Wrong};
use band::Band;
use budget::{LIMIT_MAX, limiters};
use numbers::Line;
use runs::Comparison;
use seeds::{SEEDS_MAX, Seeds};
use streams::STREAMS;
use turns::Turns;
use view::{Choice, Move, Place, RowView};

/// How many seeds are offered.
const SEEDS: u32 = 200;

/// The route of the comparison.
pub(crate) fn routes() -> Router {
    Router::new().route("/compare", get(compare)).with_state(Turns::new())
}

/// The address that puts the mechanism `name` beside another one, if it is a limiter.
pub(crate) fn beside(name: &str) -> Option<String> {
    budget::limiter(name).map(|limiter| format!("/compare?a={}", limiter.name))
}

async fn compare(
    State(turns): State<Turns>,
    query: Result<Pairs<Vec<(String, String)>>, QueryRejection>,
) -> Response {
    let pairs = query.map(|query| query.0).unwrap_or_default();
    let asked = match asked::parse(&pairs) {
        Ok(asked) => asked,
        Err(wrong) => return refuse(&wrong),
    };
    // What a form sends is longer than the link to the same frame.
    if asked.from_form && asked.notes.is_empty() && asked.seeds.is_none() {
        return Redirect::to(&asked.link(asked.at_ms)).into_response();
    }
    let turn = turns.turn(&asked).await;
    // Hundreds of runs take their time: other pages do not wait for them. The turn ends
    // with the runs, also if nobody waits for the page any more.
    let made = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        Page::of(&asked)
    })
    .await;
    match made {
        Ok(Ok(made)) => made.answer(),
        Ok(Err(error)) => sorry(&capital(&error)),
        Err(_) => sorry("A run ended in a panic"),
    }
}

fn sorry(error: &str) -> Response {
    Message::new(StatusCode::UNPROCESSABLE_ENTITY, "This cannot be compared")
        .line(&format!("{error}."))
        .link("/compare", "Compare the usual two")
        .home()
        .answer()
}

fn refuse(wrong: &Wrong) -> Response {
    let message = match wrong {
        Wrong::Unknown { name, near } => {
            let message = Message::new(StatusCode::NOT_FOUND, "There is no such limiter")
                .line(&format!("No limiter is called “{name}”."));
            match near {
                Some((near, link)) => {
                    message.link(link, &format!("Did you mean “{}”?", near.title))
                }
                None => message,
            }
        }
        Wrong::NoLimiter(mechanism) => Message::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "This is no limiter that can be compared",
        )
        .line(&format!(
            "{} decides by more than when a request comes, and the streams here say \
                     nothing else.",
            mechanism.title
        ))
        .link(&format!("/lab/{}", mechanism.name), &format!("{} in the lab", mechanism.title)),
        Wrong::NoStream(name) => {
            let name: String = name.chars().take(40).collect();
            let message = Message::new(StatusCode::NOT_FOUND, "There is no such stream")
                .line(&format!("No stream is called “{name}”. There are these:"));
            return STREAMS
                .iter()
                .fold(message, |message, stream| {
                    message.link(&format!("/compare?stream={}", stream.name), stream.title)
                })
                .home()
                .answer();
        }
    };
    let beside = |message: Message, limiter: &simulation::Mechanism| {
        message.link(&format!("/compare?a={}", limiter.name), limiter.title)
    };
    limiters().fold(message.line("These can stand side by side:"), beside).home().answer()
}

#[derive(Template)]
#[template(path = "compare.html")]
struct Page {
    asked: Asked,
    link: String,
    clock: String,
    told: String,
    legend: Vec<Legend>,
    scroll: String,
    /// The seconds over all rows.
    seconds: String,
    /// All that arrives.
    offered: Ticks,
    rows: Vec<RowView>,
    /// Which rows' labs open with another run.
    not_held: Option<String>,
    differ: Ticks,
    differ_words: String,
    overview: String,
    moves: Vec<Move>,
    lines: Vec<Line>,
    places: Vec<Place>,
    choices: Vec<Choice>,
    bands: Option<(Vec<Band>, usize)>,
    /// Why there are no bands, though they were asked for.
    bands_error: Option<String>,
}

impl Page {
    fn of(asked: &Asked) -> Result<Self, String> {
        let compared = Comparison::of(asked)?;
        let now = Moment::from_millis(asked.at_ms);
        let rows: Vec<RowView> =
            compared.lanes.iter().map(|lane| RowView::of(lane, asked)).collect();
        let (bands, bands_error) = match asked.seeds.map(|count| Seeds::of(asked, count)) {
            None => (None, None),
            Some(Ok(seeds)) => (Some(band::bands(&seeds, share(asked))), None),
            Some(Err(error)) => (None, Some(capital(&error))),
        };
        Ok(Self {
            link: asked.link(asked.at_ms),
            clock: text::seconds(now),
            told: compared.told(now),
            legend: row_legend(),
            scroll: scroll(now),
            seconds: seconds(asked.stream.until_ms),
            offered: Ticks::of(&compared.arrivals, None),
            not_held: view::not_held(&rows),
            rows,
            differ: Ticks::of(&compared.differences, Some(now)),
            differ_words: view::differ_words(&compared, now),
            overview: view::overview(&compared, asked),
            moves: view::moves(&compared, asked),
            lines: numbers::lines(&compared, asked.at_ms),
            places: view::places(asked),
            choices: view::choices(asked),
            bands,
            bands_error,
            asked: asked.clone(),
        })
    }

    fn answer(&self) -> Response {
        let mut response = page(self);
        if self.bands_error.is_some() && response.status().is_success() {
            *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
        }
        response
    }

    /// The seeds that were run, or those that are offered.
    fn seeds(&self) -> u32 {
        self.asked.seeds.unwrap_or(SEEDS)
    }
}

/// A tenth of a second's share of the budget; none if that is no whole number.
fn share(asked: &Asked) -> usize {
    let share = if asked.limit.is_multiple_of(10) { asked.limit / 10 } else { 0 };
    usize::try_from(share).unwrap_or(0)
}
