//! The left panel of the queue: each request from its arrival to its departure.
//!
//! Every request that is accepted has a lane, in the order in which they leave.
//! The camera follows the departures: whoever leaves does so at the same place of
//! the panel, and under it stand those who wait. So a burst, which is a column
//! where it arrives, is seen to become a staircase of equal steps.

use std::collections::VecDeque;
use std::fmt::Write as _;

use clock::Moment;
use simulation::{Outcome as Ended, Output, RequestId, Trace, What};

use super::super::bound::px;
use super::super::channels::Points;
use super::super::geometry::{along, n, point, tenths, whole};
use super::super::outcome::Outcome;
use super::super::reel::Span;
use super::super::sticking;

/// Pieces of a bar overlap by so much.
const OVERLAP: f64 = 0.7;
/// The present.
const NOW: f64 = 332.0;
/// The upper and the lower end of the lanes.
const TOP: f64 = 52.0;
const BOTTOM: f64 = 304.0;
/// Lanes are at most so far apart, and at least.
const PITCH: (f64, f64) = (4.0, 22.0);
/// Room for so many that are refused at one instant.
const REFUSED: i64 = 2;
/// With less room for a lane its marks are small.
const SMALL: f64 = 13.0;
/// And its bar thin.
const THIN: f64 = 8.0;

/// What the template draws.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Lanes {
    pitch: f64,
    /// The height at which one leaves.
    pub(super) spout: f64,
}

impl Lanes {
    /// With room for so many places, and for one second of departures.
    pub(super) fn of(rate: i64, places: i64) -> Self {
        let pitch = ((BOTTOM - TOP) / whole(places + REFUSED + rate)).clamp(PITCH.0, PITCH.1);
        let pitch = tenths(pitch);
        let below = pitch * (whole(places + REFUSED) - 0.5);
        let spout = tenths((BOTTOM - below).clamp(TOP + 60.0, BOTTOM - 56.0));
        Self { pitch, spout }
    }

    /// Brings the present, and who leaves next, to their place.
    pub(super) fn follow(self) -> String {
        let (x, y) = (px("t", -160.0 / 1e9, NOW), px("gone", -self.pitch / 1e6, self.spout));
        format!("translate({x} {y})")
    }

    /// How high the lanes are of those who wait.
    pub(super) fn depth(self) -> String {
        px("depth", self.pitch / 1e6, 0.0)
    }

    /// One second of the lanes.
    pub(super) fn chunk(self, trace: &Trace, span: Span) -> String {
        let all = replay(trace, span);
        let bars = all.bars.iter().filter_map(|bar| self.bar(bar, span)).collect::<String>();
        let mut html = String::new();
        let width = if self.pitch < THIN { "w2" } else { "w4" };
        path(&mut html, &format!("wait {width}"), &bars);
        let inside = |spot: &&Spot| spot.at < end(span, trace);
        for outcome in [Outcome::Waits, Outcome::Admitted, Outcome::Refused] {
            let mine = all.spots.iter().filter(|spot| spot.outcome == outcome).filter(inside);
            let (mut class, mut marks) = (String::new(), String::new());
            for (mark_class, d) in mine.map(|&spot| self.mark(spot)) {
                class = mark_class;
                marks.push_str(&d);
            }
            path(&mut html, &class, &marks);
        }
        html
    }

    /// What has just happened, for the window's channels.
    pub(super) fn sticking(self, trace: &Trace, span: Span) -> Points<String> {
        let seen = Span { from: sticking::start(span), ..span };
        let mark = |spot: Spot| {
            let (class, d) = self.mark(spot);
            sticking::Mark { at: spot.at, class, d }
        };
        let marks: Vec<_> = replay(trace, seen).spots.into_iter().map(mark).collect();
        sticking::sticking(&marks, span)
    }

    /// A mark's class, and its path.
    fn mark(self, Spot { lane, at, outcome }: Spot) -> (String, String) {
        let small = self.pitch < SMALL;
        let size = if small { " small" } else { "" };
        let d = outcome.mark(along(at), self.y(lane), small);
        (format!("mark {}{size}", outcome.class()), d)
    }

    /// The departures of an old run, as a staircase.
    pub(super) fn ghost(self, trace: &Trace, span: Span) -> String {
        let all = replay(trace, span);
        let gone = |spot: &&Spot| spot.outcome == Outcome::Admitted;
        let mut stairs = String::new();
        for spot in all.spots.iter().filter(gone) {
            let (x, y) = (along(spot.at), self.y(spot.lane));
            let corner = format!("H{}V{}", n(x), n(y));
            let start = format!("M{}", point(x, y));
            stairs.push_str(if stairs.is_empty() { &start } else { &corner });
        }
        let mut html = String::new();
        path(&mut html, "ghost", &stairs);
        html
    }

    /// What of a bar lies in the window.
    fn bar(self, bar: &Bar, span: Span) -> Option<String> {
        let from = bar.from.max(span.from);
        let until = bar.until.unwrap_or(span.until).min(span.until);
        (from < until).then(|| {
            // Into the next piece, or a hairline shows between them.
            let overlap = if until == span.until { OVERLAP } else { 0.0 };
            let start = point(along(from), self.y(bar.lane));
            format!("M{start}H{}", n(along(until) + overlap))
        })
    }

    fn y(self, lane: i64) -> f64 {
        whole(lane) * self.pitch
    }
}

/// The last second of a run has its end inside.
fn end(span: Span, trace: &Trace) -> Moment {
    if span.until < trace.until { span.until } else { Moment::MAX }
}

fn path(html: &mut String, class: &str, d: &str) {
    if !d.is_empty() {
        let _ = write!(html, "<path class=\"{class}\" d=\"{d}\"/>");
    }
}

/// A stay in one lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bar {
    lane: i64,
    from: Moment,
    /// `None` if it lasts longer than what was read.
    until: Option<Moment>,
}

/// A mark in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    lane: i64,
    at: Moment,
    outcome: Outcome,
}

#[derive(Debug, Default)]
struct All {
    bars: Vec<Bar>,
    spots: Vec<Spot>,
}

/// Who stood in which lane within the window.
fn replay(trace: &Trace, span: Span) -> All {
    let mut all = All::default();
    let mut waiting: VecDeque<(RequestId, Moment)> = VecDeque::new();
    let (mut left, mut refused) = (0, None);
    for event in trace.events.iter().take_while(|event| event.at <= span.until) {
        let at = event.at;
        let mut spot = |lane, outcome| {
            if span.from <= at {
                all.spots.push(Spot { lane, at, outcome });
            }
        };
        let behind = left + i64::try_from(waiting.len()).unwrap_or(0);
        match &event.what {
            What::Out(Output::Hold { id, .. }) => {
                spot(behind, Outcome::Waits);
                waiting.push_back((*id, at));
            }
            What::Out(Output::Admit(id)) => {
                spot(left, Outcome::Admitted);
                if let Some((_, from)) = waiting.pop_front_if(|(first, _)| first == id) {
                    all.bars.push(Bar { lane: left, from, until: Some(at) });
                }
                left += 1;
            }
            What::Out(Output::Refuse { .. }) => {
                // Several at one instant stand under each other.
                let under = match refused {
                    Some((last, under)) if last == at => under + 1,
                    _ => 0,
                };
                refused = Some((at, under));
                spot(behind + under, Outcome::Refused);
            }
            What::Finish(id, Ended::Dropped) => {
                let Some(place) = waiting.iter().position(|(one, _)| one == id) else { continue };
                // Those behind it move up: their bars go on in the next lane.
                for (place, (_, from)) in waiting.iter_mut().enumerate().skip(place) {
                    let lane = left + i64::try_from(place).unwrap_or(0);
                    all.bars.push(Bar { lane, from: *from, until: Some(at) });
                    *from = at;
                }
                waiting.remove(place);
            }
            _ => {}
        }
    }
    let still = waiting.iter().enumerate().map(|(place, &(_, from))| {
        let lane = left + i64::try_from(place).unwrap_or(0);
        Bar { lane, from, until: None }
    });
    all.bars.extend(still);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanisms;

    /// The lanes of the refused ones of a curated run, counted from its departures.
    fn refused(curated: &str, at_ms: u64) -> Vec<i64> {
        let mechanism = mechanisms::by_name("leaky-queue").unwrap();
        let scenario = mechanism.curated(curated).unwrap().scenario;
        let trace = mechanism.run(&scenario).unwrap();
        let at = Moment::from_millis(at_ms);
        let all = replay(&trace, Span { from: at, until: at });
        let mine = all.spots.iter().filter(|spot| spot.outcome == Outcome::Refused);
        mine.map(|spot| spot.lane).collect()
    }

    #[test]
    fn the_refused_stand_under_those_who_wait_and_leave_no_lane_out() {
        // The first of eight is in lane 0, and five wait below it.
        assert_eq!(refused("burst", 0), [6, 7]);
        // Three left long ago; of eight, again one goes and five wait.
        assert_eq!(refused("after-a-pause", 5000), [9, 10]);
    }
}
