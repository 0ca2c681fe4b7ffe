//! What has just happened: its marks stand over the present with their whole
//! width, while those behind them end at it.
//!
//! The tape is cut at the present, so that nothing is drawn before it happens.
//! A mark is wider than its moment, and would be cut in half just when a reader
//! has stepped to it.

use std::time::Duration;

use clock::Moment;

use super::super::channels::Points;
use super::super::density::{Placed, Side};
use super::super::reel::Span;
use super::{Sides, chunk};

/// So long a mark sticks out: half a column is eight pixels.
const SEEN: Duration = Duration::from_millis(50);
/// In a dense stream the cut does not show. These came together.
const TOGETHER: usize = 6;

/// The marks that stick out, as a step channel.
pub(in super::super) fn fresh(sides: &Sides, span: Span) -> Points<String> {
    let marks = near(sides, span);
    let at = |mark: &Placed| mark.at.as_nanos();
    let until = |mark: &Placed| (mark.at + SEEN).as_nanos();
    let mut moments: Vec<u64> =
        marks.iter().flat_map(|mark| [at(mark), until(mark)]).chain([0]).collect();
    moments.sort_unstable();
    moments.dedup();
    let mut points = Points::default();
    let mut first = 0;
    for now in span.held(&moments, |&now| Moment::from_nanos(now)) {
        while marks.get(first).is_some_and(|mark| until(mark) <= *now) {
            first += 1;
        }
        let out = marks[first..].iter().take_while(|mark| at(mark) <= *now);
        points.hold(Moment::from_nanos(*now), chunk::paths(out.copied()));
    }
    points
}

/// Those of the window and those before it that its first value needs, in
/// order of time.
fn near(sides: &Sides, span: Span) -> Vec<&Placed> {
    let mut near: Vec<&Placed> = Vec::new();
    for Side { marks, .. } in sides {
        let stands_alone = |mark: &&Placed| {
            let first = marks.partition_point(|other| other.at < mark.at);
            let after = marks.partition_point(|other| other.at <= mark.at);
            !mark.small || after - first >= TOGETHER
        };
        let start = marks.partition_point(|mark| mark.at <= span.from);
        let end = marks.partition_point(|mark| mark.at <= span.until);
        // The last one before the window, and whatever still stood out with it.
        let mut before = marks[..start].iter().rev().filter(stands_alone).peekable();
        let last = before.peek().map_or(span.from, |last| last.at);
        let mut before: Vec<&Placed> =
            before.take_while(|mark| last.since(mark.at) < 2 * SEEN).collect();
        before.reverse();
        near.append(&mut before);
        near.extend(marks[start..end].iter().filter(stands_alone));
    }
    near.sort_by_key(|mark: &&Placed| mark.at);
    near
}
