//! Marks of a left panel that have just been made: they stand over the present
//! with their whole width, while the layer behind them ends at it.

use std::collections::BTreeMap;

use clock::Moment;

use super::channels::Points;
use super::reel::Span;

/// So long a mark sticks out, in nanoseconds: half of it is eight pixels.
const SEEN_NS: u64 = 50_000_000;
/// With more moments than this in so short a time the cut does not show.
const DENSE: usize = 3;

/// One mark of the layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) at: Moment,
    pub(super) class: String,
    pub(super) d: String,
}

/// Where a window must start to read for it.
pub(super) fn start(span: Span) -> Moment {
    Moment::from_nanos(span.from.as_nanos().saturating_sub(SEEN_NS))
}

/// The marks that stick out, as a step channel; `marks` are in order of time.
pub(super) fn sticking(marks: &[Mark], span: Span) -> Points<String> {
    let at = |mark: &Mark| mark.at.as_nanos();
    let inside = |ns: &u64| (span.from.as_nanos()..=span.until.as_nanos()).contains(ns);
    let changes = marks.iter().flat_map(|mark| [at(mark), at(mark) + SEEN_NS]).filter(inside);
    let mut moments: Vec<u64> = changes.chain([span.from.as_nanos()]).collect();
    moments.sort_unstable();
    moments.dedup();
    let mut points = Points::default();
    for now in moments {
        let first = marks.partition_point(|mark| at(mark) + SEEN_NS <= now);
        let end = marks.partition_point(|mark| at(mark) <= now);
        points.hold(Moment::from_nanos(now), markup(marks.get(first..end).unwrap_or(&[])));
    }
    points
}

fn markup(marks: &[Mark]) -> String {
    let mut moments: Vec<Moment> = marks.iter().map(|mark| mark.at).collect();
    moments.dedup();
    if moments.len() > DENSE {
        return String::new();
    }
    let mut paths: BTreeMap<&str, String> = BTreeMap::new();
    for mark in marks {
        paths.entry(&mark.class).or_default().push_str(&mark.d);
    }
    let path = |(class, d): (&str, String)| format!("<path class=\"{class}\" d=\"{d}\"/>");
    paths.into_iter().map(path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(at_ms: u64) -> Mark {
        let at = Moment::from_millis(at_ms);
        Mark { at, class: "mark".to_owned(), d: format!("M{at_ms} 0") }
    }

    fn window(from_ms: u64, until_ms: u64) -> Span {
        Span { from: Moment::from_millis(from_ms), until: Moment::from_millis(until_ms) }
    }

    #[test]
    fn a_mark_sticks_out_from_its_moment_on_for_50_ms() {
        let points = sticking(&[mark(100), mark(120)], window(0, 1000));
        let ms: Vec<u64> = points.t.iter().map(|ns| ns / 1_000_000).collect();
        assert_eq!(ms, [0, 100, 120, 150, 170]);
        let path = |d: &str| format!("<path class=\"mark\" d=\"{d}\"/>");
        let expected = ["", &path("M100 0"), &path("M100 0M120 0"), &path("M120 0"), ""];
        assert_eq!(points.v, expected);
    }

    #[test]
    fn a_window_begins_with_what_still_sticks_out() {
        let points = sticking(&[mark(100)], window(130, 1000));
        assert_eq!((points.t[0], points.v[0].is_empty()), (130_000_000, false));
        assert!(sticking(&[mark(100)], window(150, 1000)).v[0].is_empty());
    }

    #[test]
    fn in_a_dense_stream_nothing_stands_out() {
        let marks: Vec<Mark> = (0..50).map(|i| mark(i * 10)).collect();
        let points = sticking(&marks, window(200, 400));
        assert_eq!(points.v, [""]);
    }
}
