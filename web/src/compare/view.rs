//! What the page shows of a comparison, in the form in which its template writes it.

use clock::Moment;
use simulation::{Mechanism, text};

use super::asked::{Asked, ROWS_MAX};
use super::budget::{self, limiters};
use super::runs::{Comparison, Lane, SoFar};
use super::streams::{STREAMS, Stream};
use crate::query;
use crate::stage::{Row, icons};

/// A short step, in milliseconds.
const SHORT_MS: u64 = 100;
/// The whole run over the scrub bar is so wide.
const OVERVIEW: u64 = 1000;

/// One limiter's row.
#[derive(Debug)]
pub(crate) struct RowView {
    pub(crate) title: &'static str,
    /// Its lab, with this run if a link can hold it.
    pub(crate) lab: String,
    pub(crate) is_held: bool,
    /// What it was built from.
    pub(crate) params: String,
    pub(crate) tape: Row,
    pub(crate) so_far: SoFar,
    /// Its own sentence about its last decision, and why.
    pub(crate) sentence: String,
}

impl RowView {
    pub(crate) fn of(lane: &Lane, asked: &Asked) -> Self {
        let now = Moment::from_millis(asked.at_ms);
        let held = lab(lane, asked.at_ms);
        Self {
            title: lane.limiter.title,
            is_held: held.is_some(),
            lab: held.unwrap_or_else(|| format!("/lab/{}", lane.limiter.name)),
            params: budget::words(lane.limiter, &lane.scenario.params).join(" · "),
            tape: Row::of(&lane.trace, &lane.scenario, now),
            so_far: lane.so_far(asked.at_ms),
            sentence: without_press(&lane.trace.frame(now, lane.limiter.narrator).sentence),
        }
    }
}

/// Before anything happens, a stage says what a visitor can do. Nobody can here.
fn without_press(sentence: &str) -> String {
    sentence.trim_end_matches(" Send a request, or press play.").to_owned()
}

/// The same run in the lab: a knob there may not go so far, and a long list of
/// arrivals fits into no link.
fn lab(lane: &Lane, at_ms: u64) -> Option<String> {
    let link = query::link(lane.limiter, &lane.scenario, at_ms);
    let (_, raw) = link.split_once('?').unwrap_or((&link, ""));
    if query::too_long(&link) {
        return None;
    }
    let read = query::parse(lane.limiter, raw);
    (read.notes.is_empty() && read.scenario == lane.scenario).then_some(link)
}

/// Whose labs do not open with this run, in words.
pub(crate) fn not_held(rows: &[RowView]) -> Option<String> {
    let mut names: Vec<&str> =
        rows.iter().filter(|row| !row.is_held).map(|row| row.title).collect();
    names.dedup();
    let last = names.pop()?;
    let first = names.join(", ");
    Some(if first.is_empty() { last.to_owned() } else { format!("{first} and {last}") })
}

/// How often they differed, in words.
pub(crate) fn differ_words(compared: &Comparison, now: Moment) -> String {
    let so_far = compared.arrivals.partition_point(|&at| at <= now);
    let waits = if compared.lanes.iter().any(Lane::can_wait) {
        "; one that waits counts as let through"
    } else {
        ""
    };
    match (so_far, compared.differing(now)) {
        (0, _) => "nothing has arrived yet".to_owned(),
        (_, 0) => format!("not yet: all {so_far} were decided alike{waits}"),
        (_, differ) => {
            let so_far = text::counted(so_far, "request", "requests");
            format!("{differ} of {so_far} so far: some refused, some did not{waits}")
        }
    }
}

/// All differences of the run over the scrub bar.
pub(crate) fn overview(compared: &Comparison, asked: &Asked) -> String {
    let place = |at: &Moment| at.as_millis() * OVERVIEW / asked.stream.until_ms.max(1);
    let mut places: Vec<u64> = compared.differences.iter().map(place).collect();
    places.dedup();
    places.iter().fold(String::new(), |path, x| format!("{path}M{x} 2v12"))
}

/// One link of the transport; without an address it leads nowhere from here.
#[derive(Debug)]
pub(crate) struct Move {
    /// Its name for the script.
    pub(crate) key: &'static str,
    pub(crate) icon: &'static str,
    pub(crate) name: &'static str,
    /// The moment and its address.
    pub(crate) to: Option<(u64, String)>,
}

pub(crate) fn moves(compared: &Comparison, asked: &Asked) -> Vec<Move> {
    let (at_ms, end_ms) = (asked.at_ms, asked.stream.until_ms);
    let (next, previous) = (compared.next_difference(at_ms), compared.previous_difference(at_ms));
    let places = [
        ("first", icons::FIRST, "Start", Some(0)),
        ("previous", icons::BACK, "Previous difference", previous),
        ("back", icons::BACK_SHORT, "100 ms back", Some(at_ms.saturating_sub(SHORT_MS))),
        ("ahead", icons::AHEAD_SHORT, "100 ms ahead", Some((at_ms + SHORT_MS).min(end_ms))),
        ("next", icons::AHEAD, "Next difference", next),
        ("last", icons::LAST, "End", Some(end_ms)),
    ];
    let to = |(key, icon, name, ms): (_, _, _, Option<u64>)| {
        let to = ms.filter(|&ms| ms != at_ms).map(|ms| (ms, asked.link(ms)));
        Move { key, icon, name, to }
    };
    places.map(to).into()
}

/// One of the four places where a limiter can stand.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) key: &'static str,
    pub(crate) label: &'static str,
    /// Whether it may stay empty.
    pub(crate) is_optional: bool,
    pub(crate) options: Vec<(&'static Mechanism, bool)>,
}

pub(crate) fn places(asked: &Asked) -> Vec<Place> {
    const LABELS: [&str; ROWS_MAX] = ["First", "Second", "Third", "Fourth"];
    let place = |(i, (key, name)): (usize, (&'static str, &'static str))| Place {
        key,
        label: LABELS[i],
        is_optional: i >= 2,
        options: limiters().map(|limiter| (limiter, limiter.name == name)).collect(),
    };
    asked.places().into_iter().enumerate().map(place).collect()
}

/// A stream that can be chosen.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) title: &'static str,
    pub(crate) link: String,
    pub(crate) is_current: bool,
}

pub(crate) fn choices(asked: &Asked) -> Vec<Choice> {
    let choice = |stream: &'static Stream| Choice {
        title: stream.title,
        link: asked.link_to_stream(stream),
        is_current: std::ptr::eq(stream, asked.stream),
    };
    STREAMS.iter().map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::super::asked;
    use super::*;

    #[test]
    fn nobody_is_asked_to_send_a_request_where_nobody_can() {
        for limiter in limiters() {
            let pairs = [("a", limiter.name), ("t", "0")];
            let pairs = pairs.map(|(key, value)| (key.to_owned(), value.to_owned()));
            let asked = asked::parse(&pairs).unwrap();
            let compared = Comparison::of(&asked).unwrap();
            for sentence in compared.lanes.iter().map(|lane| RowView::of(lane, &asked).sentence) {
                assert!(sentence.starts_with("Nothing has happened yet."), "{sentence}");
                assert!(!sentence.contains("Send a request"), "{sentence}");
            }
        }
    }
}
