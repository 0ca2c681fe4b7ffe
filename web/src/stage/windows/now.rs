//! The right panel of a window: what it counts now, against its limit.

use askama::Template;
use clock::Moment;
use simulation::{Keyframe, Trace, text};

use super::super::bound::{clamped, px};
use super::super::bucket;
use super::super::channels::{Channels, Points};
use super::super::geometry::{n, whole};
use super::super::history::{Decision, Verdict};
use super::super::outcome::Outcome;
use super::super::reel::Span;
use super::super::scale::index;
use super::super::verdict::Verdicts;
use super::{Kind, Windows, words};

/// The floor of the gauge, and the height of the highest limit above it.
const FLOOR: f64 = 296.0;
const HEIGHT: f64 = 236.0;
/// Over the limit is so much room; with what is under it, so many thousandths of that.
const OVER: f64 = 23.6;
const OVER_MILLI: i64 = 1100;
/// Its walls.
const LEFT: f64 = 184.0;
const WIDTH: f64 = 56.0;
/// The line of the limit goes so far, and its words are beside it.
const RIM_END: f64 = 252.0;
/// A request of less than this is not told from the next one.
const NOTCH_MIN: f64 = 8.0;
/// The words of the limit stay out of these heights: there is the number.
const NUMBER: (f64, f64) = (82.0, 208.0);

/// What the template draws.
#[derive(Debug, Template)]
#[template(path = "stage-windows-now.html")]
pub(in super::super) struct Now {
    label: &'static str,
    counted: &'static str,
    number: &'static str,
    /// From these values on, and to these, the number is long.
    long: (&'static str, &'static str),
    fills: Vec<Fill>,
    over: (String, String),
    notches: String,
    walls: String,
    limit: String,
    drops: &'static str,
    two: bool,
}

/// A part of what is in the gauge: its bindings.
#[derive(Debug)]
struct Fill {
    class: &'static str,
    y: String,
    height: String,
}

impl Now {
    pub(in super::super) fn of(windows: &Windows) -> Self {
        let each = HEIGHT / whole(windows.limit_max);
        let two = windows.kind == Kind::Two;
        let fill = |class, channel: &str, k: f64| {
            let most = (HEIGHT + OVER) / each;
            let height = |m, c| clamped(channel, k, 0.0, (0.0, most), m, c);
            Fill { class, y: height(-each, FLOOR), height: height(each, 0.0) }
        };
        let fills = if two {
            vec![fill("bar-before", "counted", 1e-6), fill("f-ok", "current", 1.0)]
        } else {
            vec![fill("f-ok", "inside", 1.0)]
        };
        let rim = px("limit", -each, FLOOR);
        Self {
            label: words::labels(windows.kind)[1],
            counted: words::counted(windows.kind),
            number: if two { "{counted|tokens}" } else { "{counted}" },
            long: if two {
                ("counted 100000000", "counted 0 100000000")
            } else {
                ("counted 1000", "counted 0 1000")
            },
            fills,
            over: (
                clamped("counted", 1.0, 0.0, (0.0, (HEIGHT + OVER) / each), -each, FLOOR),
                clamped("excess", 1e-3, 0.0, (0.0, 1e9), each, 0.0),
            ),
            notches: notches(each, windows.limit_max),
            walls: format!("M{LEFT} {rim}V{FLOOR}H{}V{rim}", LEFT + WIDTH),
            limit: format!("M{} {rim}H{RIM_END}", LEFT - 12.0),
            drops: words::drops(windows.kind),
            two,
        }
    }
}

/// The gaps between requests that can be told apart, else tenths of the limit.
fn notches(each: f64, limit: i64) -> String {
    let (step, reach) = if each >= NOTCH_MIN { (1.0, WIDTH) } else { (whole(limit) / 10.0, 8.0) };
    let heights = (1_u8..).map(|i| f64::from(i) * step * each).take_while(|h| *h < HEIGHT - 0.5);
    heights.fold(String::new(), |path, height| {
        path + &format!("M{LEFT} {}h{reach}", n(FLOOR - height))
    })
}

/// Writes the panel's channels of one part of a run.
pub(super) fn write(
    windows: &Windows,
    trace: &Trace,
    decisions: &[Decision],
    span: Span,
    channels: &mut Channels,
) {
    let verdicts = Verdicts::in_words(decisions, small);
    bucket::said(&verdicts, span, channels);
    channels.lin.insert("fade".to_owned(), bucket::fade(decisions, &verdicts, span));
    levels(windows, trace, span, channels);
    if windows.kind != Kind::Two {
        channels.lin.insert("drop".to_owned(), countdown(windows, trace, span));
        channels.step.insert("drop-says".to_owned(), dropping(windows, trace, span));
    }
}

/// A window takes no tokens: it counts.
fn small(verdict: &Verdict) -> Option<String> {
    (verdict.outcome == Outcome::Admitted).then(|| match verdict.request.cost {
        1 => "counts".to_owned(),
        cost => format!("counts as {cost}"),
    })
}

/// What follows from the gauges: what is over the limit, where its words stand,
/// and what is left of an earlier window.
fn levels(windows: &Windows, trace: &Trace, span: Span, channels: &mut Channels) {
    let each = HEIGHT / whole(windows.limit_max);
    let two = windows.kind == Kind::Two;
    let places = ["counted", "limit", "current"].map(|name| index(trace, name));
    let [mut inside, mut excess, mut height, mut leader] = [(); 4].map(|()| Points::default());
    let mut before = Points::default();
    for keyframe in span.keyframes(trace) {
        let [counted, limit, current] = places
            .map(|place| place.and_then(|place| keyframe.values.get(place)).copied().unwrap_or(0));
        inside.hold(keyframe.at, counted.min(limit).to_string());
        excess.hold(keyframe.at, excess_milli(counted, limit, windows.limit_max).to_string());
        let rim = FLOOR - each * whole(limit);
        let y = limit_y(rim);
        height.hold(keyframe.at, n(y));
        leader.hold(keyframe.at, format!("M{RIM_END} {}L{} {}", n(rim), RIM_END + 8.0, n(y - 5.0)));
        if two {
            before.push(keyframe.at, counted - current * 1_000_000);
        }
    }
    if !two {
        channels.step.insert("inside".to_owned(), inside);
        channels.step.insert("excess".to_owned(), excess);
    }
    channels.step.insert("limit-y".to_owned(), height);
    channels.step.insert("limit-leader".to_owned(), leader);
    if two {
        channels.lin.insert("before".to_owned(), before);
    }
}

/// What is counted over the limit and still seen, in thousandths of a request: the
/// gauge has room for as much over the highest limit as [`OVER`] is of its height.
fn excess_milli(counted: i64, limit: i64, limit_max: i64) -> i64 {
    let seen_milli = limit_max.saturating_mul(OVER_MILLI);
    (counted.saturating_mul(1000).min(seen_milli) - limit * 1000).max(0)
}

/// Where the words of a limit stand that lies at `rim`.
fn limit_y(rim: f64) -> f64 {
    let y = rim + 5.0;
    let (above, below) = NUMBER;
    match y {
        y if y <= above || y >= below => y.min(258.0),
        y if y < f64::midpoint(above, below) => above,
        _ => below,
    }
}

/// How long until what is counted becomes less by itself; 0 if it does not.
fn countdown(windows: &Windows, trace: &Trace, span: Span) -> Points<i64> {
    let inside = span.keyframes(trace);
    let mut points = Points::default();
    let Some(first) = inside.first() else { return points };
    let start = trace.keyframes.partition_point(|keyframe| keyframe.at < first.at);
    // What counted before the first one leads to it.
    let mut last = start.checked_sub(1).map(|before| &trace.keyframes[before]);
    for moment in inside.chunk_by(|a, b| a.at == b.at) {
        let Some(keyframe) = moment.last() else { continue };
        let found = last.map(|last| left(windows, trace, last, keyframe.at));
        let leaves = left(windows, trace, keyframe, keyframe.at);
        if let Some(found) = found.filter(|found| *found != leaves) {
            points.push(keyframe.at, found);
        }
        points.push(keyframe.at, leaves);
        last = Some(keyframe);
    }
    points
}

/// The same for the label, which does not count down.
fn dropping(windows: &Windows, trace: &Trace, span: Span) -> Points<String> {
    let mut points = Points::default();
    for keyframe in span.keyframes(trace) {
        let says = windows
            .drops(trace, keyframe)
            .map_or_else(String::new, |at| format!(" It counts less at {}.", text::seconds(at)));
        points.hold(keyframe.at, says);
    }
    points
}

/// What is left at `now` of the time that was known at a keyframe.
fn left(windows: &Windows, trace: &Trace, keyframe: &Keyframe, now: Moment) -> i64 {
    let drops = windows.drops(trace, keyframe);
    drops.map_or(0, |drops| i64::try_from(drops.since(now).as_nanos()).unwrap_or(i64::MAX))
}
