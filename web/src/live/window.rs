//! One window of a run, as the player reads it.

use std::collections::BTreeMap;

use clock::Moment;
use serde::Serialize;
use simulation::{Mechanism, text};

use super::{VERSION, can_grow};
use crate::query;
use crate::stage::channels::Channels;
use crate::stage::{Chunks, Played, link_ms};

/// The marks of a tenth of a second and the three tenths before it hang together.
const BACK_MS: u64 = 300;

/// What the picture needs between two moments. Times are milliseconds, except
/// within the channels.
#[derive(Debug, Serialize)]
pub struct Window {
    /// See [`VERSION`].
    version: u32,
    /// The shortest query of the run, without a moment.
    query: String,
    /// What the reader did in it, as a piece of the query.
    done: String,
    /// Whether that is too long to be handed out as a link.
    too_long: bool,
    /// What was asked for and could not be taken as it was.
    pub(super) notes: Vec<String>,
    /// What the picture must have room for.
    shape: String,
    from: u64,
    to: u64,
    /// The end of the run, and whether it can become longer.
    end: u64,
    can_grow: bool,
    steps: Vec<Step>,
    /// The last step before the window, and the first one after it.
    before: Option<u64>,
    after: Option<u64>,
    /// The same of changes: steps of another kind than the one before.
    change_before: Option<u64>,
    change_after: Option<u64>,
    #[serde(flatten)]
    channels: Channels,
    chunks: BTreeMap<&'static str, BTreeMap<u64, String>>,
    /// The strip over the scrub bar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) overview: Option<String>,
}

/// All that happened at one instant.
#[derive(Debug, Serialize)]
struct Step {
    /// Its moment, in nanoseconds.
    t: u64,
    /// The whole millisecond at which it has happened.
    at: u64,
    time: String,
    /// What is said of it; nothing if it is not worth a sentence.
    words: String,
    change: bool,
}

impl Window {
    pub(super) fn of(played: &Played<'_>, mechanism: &Mechanism, from_ms: u64, to_ms: u64) -> Self {
        let scenario = played.scenario();
        let (from, until) = (Moment::from_millis(from_ms), Moment::from_millis(to_ms));
        let query = query::query_of(mechanism, scenario);
        let whole = to_ms >= scenario.until_ms;
        let last = if whole { to_ms / 1000 } else { (to_ms / 1000).saturating_sub(1) };
        let seconds = from_ms.saturating_sub(BACK_MS) / 1000..=last;
        let chunks: Chunks = played.chunks(seconds);
        let trace = played.trace();
        Self {
            version: VERSION,
            too_long: query::too_long(&format!("?{query}&t={to_ms}")),
            query,
            done: query::done(scenario),
            notes: Vec::new(),
            shape: played.shape().to_string(),
            from: from_ms,
            to: to_ms,
            end: scenario.until_ms,
            can_grow: can_grow(scenario),
            steps: steps(played, from, until),
            before: trace.previous_step(from).map(link_ms),
            after: trace.next_step(until).map(link_ms),
            change_before: played.change_before(from).map(link_ms),
            change_after: played.change_after(until).map(link_ms),
            channels: played.channels(from, until),
            chunks,
            overview: None,
        }
    }
}

fn steps(played: &Played<'_>, from: Moment, until: Moment) -> Vec<Step> {
    let trace = played.trace();
    let mut told = played.told(from, until).into_iter().peekable();
    let mut steps = Vec::new();
    let mut next = trace.step(from).map(|step| step.at).or_else(|| trace.next_step(from));
    while let Some(at) = next.filter(|&at| at <= until) {
        let words = told.next_if(|(when, _)| *when == at).map(|(_, words)| words);
        let (change, time) = (played.is_change(at), text::seconds(at));
        steps.push(Step {
            t: at.as_nanos(),
            at: link_ms(at),
            time,
            words: words.unwrap_or_default(),
            change,
        });
        next = trace.next_step(at);
    }
    steps
}
