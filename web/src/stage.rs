//! The stage: one frame of a run, drawn.
//!
//! Two panels and a tape. Left is the past that decides, right the mechanism
//! as it is now; it stands over the now-line of the tape, which runs below.
//! Everything is inline SVG with classes: the page's security policy allows no
//! style in an element. What moves while a run is played is an element of its
//! own, and the tape is cut in seconds, so that a player has only to bind them.

use askama::Template;
use clock::Moment;
use simulation::{Frame, Mechanism, Scenario};

use crate::query;

pub mod bound;
mod breaker;
mod bucket;
mod camera;
pub mod channels;
mod curve;
mod density;
mod geometry;
mod history;
mod keyed;
mod leaky;
mod outcome;
mod overview;
mod own;
mod plain;
mod played;
mod points;
mod record;
mod reel;
mod ribbon;
mod ring;
mod row;
mod rule;
mod scale;
mod shape;
mod stack;
mod sticking;
mod table;
mod ticks;
mod tokens;
mod transport;
mod verdict;
mod windows;
mod wire;

pub use played::Played;
pub(crate) use played::capital;
pub use reel::Chunks;
pub(crate) use row::{PX_PER_MS, Row, Ticks, row_legend, scroll, seconds};
pub use shape::Shape;

use breaker::Breaker;
use camera::Camera;
use outcome::Outcome;
use plain::Number;
use ribbon::Ribbon;
use transport::Transport;
pub(crate) use transport::icons;

/// How much of the stage a page wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether there are links to step through the run.
    pub transport: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { transport: true }
    }
}

/// One frame of a run, ready to be written into a page.
#[derive(Debug, Template)]
#[template(source = "{{ html|safe }}", ext = "html")]
pub struct Stage {
    html: String,
    frame: Frame,
}

impl Stage {
    /// What the frame shows.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }
}

/// The picture of a whole run, with bindings where it moves.
#[derive(Debug, Template)]
#[template(path = "stage.html")]
struct Skeleton {
    at_ms: u64,
    until_ms: u64,
    mechanism: &'static str,
    query: String,
    shape: String,
    panels: Panels,
    ribbon: Ribbon,
    transport: Option<Transport>,
    table: Vec<(String, String)>,
}

/// One entry of a legend: a mark of 16 × 16 and its word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legend {
    /// The class that gives the mark its colour.
    pub class: &'static str,
    /// The mark's path.
    pub path: String,
    /// Its word.
    pub word: &'static str,
}

/// The entries of `outcomes`.
fn legend(outcomes: impl IntoIterator<Item = Outcome>) -> Vec<Legend> {
    let entry = |outcome: Outcome| Legend {
        class: outcome.class(),
        path: outcome.mark(8.0, 8.0, false),
        word: outcome.word(),
    };
    outcomes.into_iter().map(entry).collect()
}

/// All marks that a tape may show.
pub fn all_marks() -> Vec<Legend> {
    let marks = legend(Outcome::ALL.into_iter().filter(|outcome| *outcome != Outcome::Answered));
    marks.into_iter().chain([probe()]).collect()
}

/// The ring around a probe.
fn probe() -> Legend {
    Legend { class: "probe", path: ribbon::ring(8.0, 8.0, 5.5), word: "probe" }
}

/// What stands above the tape.
#[derive(Debug)]
enum Panels {
    /// The bucket, which has drawings of its own.
    Bucket(Camera),
    /// The breaker, which has its own, too.
    Breaker(Box<Breaker>),
    /// Another one with panels of its own, drawn already.
    Own(String),
    /// Any other mechanism: its numbers, and the height that they need.
    Plain(([Vec<Number>; 2], String)),
}

/// Draws the frame at `at_ms` of this run.
///
/// The error is a sentence for the page: a parameter that the mechanism does
/// not take, or a run over the limits, with what to lower.
pub fn draw(
    mechanism: &Mechanism,
    scenario: &Scenario,
    at_ms: u64,
    options: &Options,
) -> Result<Stage, String> {
    Ok(Played::run(mechanism, scenario)?.draw(at_ms, options))
}

/// Draws the frame for a lesson: a figure with its caption, which is plain text,
/// and a link to the same frame in the lab. The error is a sentence, as in [`draw`].
pub fn embed(
    mechanism: &Mechanism,
    scenario: &Scenario,
    at_ms: u64,
    caption: &str,
) -> Result<String, String> {
    let link = query::link(mechanism, scenario, at_ms);
    let stage = draw(mechanism, scenario, at_ms, &Options { transport: false })?;
    Figure { stage, link, caption }.render().map_err(|error| error.to_string())
}

/// A stage within a text.
#[derive(Template)]
#[template(path = "stage-figure.html")]
struct Figure<'f> {
    stage: Stage,
    link: String,
    caption: &'f str,
}

/// The whole millisecond at which what happens at `at` has happened: up.
pub(crate) fn link_ms(at: Moment) -> u64 {
    at.as_nanos().div_ceil(1_000_000)
}
