//! The left panel of a window: what it goes by, over what really passed.

use askama::Template;
use clock::Moment;
use simulation::{Trace, text};

use super::super::bound::{clamped, px};
use super::super::channels::{Channels, Points};
use super::super::geometry::{line, n, stairs, whole};
use super::super::points::points;
use super::super::reel::Span;
use super::super::ribbon::start_of;
use super::super::scale::index;
use super::bars::{Bars, OVER, following};
use super::piles::{Look, WIDTH};
use super::{Kind, NOW_X, Windows, along_second, words};

/// Where the bars stand, and how high one is that is as large as the limit.
pub(super) const FLOOR: f64 = 168.0;
pub(super) const HEIGHT: f64 = 92.0;
/// Where the beads stand.
const GROUND: f64 = 246.0;
/// The words of the limit stay above what is counted.
const WORDS_LOWEST: f64 = 144.0;

/// What the template draws.
#[derive(Debug, Template)]
#[template(path = "stage-windows-past.html")]
pub(in super::super) struct Past {
    title: String,
    about: &'static str,
    label: &'static str,
    bars: Bars,
    /// Brings the present to its place.
    follow: String,
    /// Whether there are layers of a farther past.
    far: bool,
    dots: String,
    thick: String,
    cap: &'static str,
    piles: [Pile; 2],
    /// Where the beads of the past end: behind it, piles may not be complete.
    ends: String,
    /// Where the bracket begins, and back to where it was.
    edge: (String, String),
    limit_y: String,
    /// The bracket of the most so far.
    most: String,
    counted: &'static str,
    length: String,
}

/// A pile that is still growing, or has just been.
#[derive(Debug)]
struct Pile {
    shown: String,
    moved: String,
    stroke: String,
}

impl Past {
    pub(in super::super) fn of(windows: &Windows) -> Self {
        let look = look(windows);
        let pile = |i: u8| Pile {
            shown: format!("pile-{i} 1"),
            moved: following(windows, &format!("pile-{i}-at")),
            stroke: look.stroke(&format!("pile-{i}")),
        };
        let each = HEIGHT / whole(windows.limit_max);
        let lowest = (FLOOR + 5.0 - WORDS_LOWEST) / each;
        Self {
            title: words::title(windows),
            about: words::about(windows.kind),
            label: words::labels(windows.kind)[0],
            bars: Bars::of(windows),
            follow: format!("translate({} 0)", px("t", -windows.px_per_ns(), NOW_X)),
            far: windows.is_long(),
            dots: look.dots(),
            thick: n(look.thick),
            cap: if look.beads { "cap" } else { "" },
            piles: [pile(0), pile(1)],
            ends: n(NOW_X - 1.5 * WIDTH),
            edge: (px("edge", 1e-3, 0.0), format!("translate({} -172)", px("edge", -1e-3, 0.0))),
            limit_y: clamped("limit", 1.0, 0.0, (lowest, 1e9), -each, FLOOR + 5.0),
            most: following(windows, "most-at"),
            counted: words::counted(windows.kind),
            length: words::length(windows.window_ns),
        }
    }
}

fn look(windows: &Windows) -> Look {
    Look::of(windows.limit_max, GROUND)
}

/// One second of the beads.
pub(super) fn beads(windows: &Windows, second: u64) -> String {
    let piles = windows.piles.strokes(second, windows.px_per_ns(), look(windows));
    let path =
        if piles.is_empty() { piles } else { format!("<path class=\"piles\" d=\"{piles}\"/>") };
    placed(windows, second, &path)
}

/// One second of the limit and of the boundaries.
pub(super) fn lines(windows: &Windows, trace: &Trace, second: u64) -> String {
    let (from, until) = (start_of(second), start_of(second + 1).min(trace.until));
    let Some(limit) = index(trace, "limit").filter(|_| from < until) else { return String::new() };
    let each = HEIGHT / whole(windows.limit_max);
    let points = points(trace, from, until, &|values| FLOOR - each * whole(values(limit)));
    let place = |(at, y): (Moment, f64)| (along_second(second, at, windows.px_per_ns()), y);
    let limit = line(&stairs(&points.into_iter().map(place).collect::<Vec<_>>()));
    let walls = walls(windows, second, until);
    placed(windows, second, &format!("{walls}<path class=\"s-ink w15 dashes\" d=\"{limit}\"/>"))
}

/// What begins at a second, in its place: late in a run of short windows its
/// distance from the start would be too long for path data.
fn placed(windows: &Windows, second: u64, html: &str) -> String {
    if html.is_empty() {
        return String::new();
    }
    let x = n(super::ns(start_of(second).as_nanos()) * windows.px_per_ns());
    format!("<g transform=\"translate({x} 0)\">{html}</g>")
}

/// The boundaries of one second. Slots are many, and windows that begin with a
/// request have none before it.
fn walls(windows: &Windows, second: u64, until: Moment) -> String {
    if matches!(windows.kind, Kind::First | Kind::Log) {
        return String::new();
    }
    let piece = windows.piece_ns();
    let from = start_of(second).as_nanos().div_ceil(piece);
    let walls = (from..).map(|i| i * piece).take_while(|at| *at < until.as_nanos());
    let path = walls.fold(String::new(), |path, at| {
        let x = along_second(second, Moment::from_nanos(at), windows.px_per_ns());
        path + &format!("M{} {}V{FLOOR}", n(x), FLOOR - HEIGHT - OVER)
    });
    let fine = matches!(windows.kind, Kind::Slots(slots) if slots > 1);
    let class = if fine { "s-line w1 dots" } else { "s-line w15" };
    if path.is_empty() { path } else { format!("<path class=\"{class}\" d=\"{path}\"/>") }
}

/// Writes the panel's channels of one part of a run.
pub(super) fn write(windows: &Windows, trace: &Trace, span: Span, channels: &mut Channels) {
    let cells = span.held(windows.cells.all(), |&(at, _)| at);
    paired(cells, "cell", channels);
    let piles = started(windows.piles.last(), span);
    paired(&piles, "pile", channels);
    channels.lin.insert("edge".to_owned(), windows.piles.edge(windows.window_ns, span));
    let most = started(&windows.most, span);
    hold("most", &most, channels, |_, count| count.to_string());
    hold("most-at", &most, channels, |at, _| at.as_nanos().to_string());
    hold("most-when", &most, channels, |at, _| text::seconds(at));
    hold("most-says", &most, channels, |at, count| match count {
        0 => String::new(),
        count => format!(" The most so far: {count}, at {}.", text::seconds(at)),
    });
    over(trace, span, channels);
}

/// A channel of what is said of each value.
fn hold<V: Copy>(
    name: &str,
    all: &[(Moment, V)],
    channels: &mut Channels,
    say: impl Fn(Moment, V) -> String,
) {
    let mut points = Points::default();
    for &(at, value) in all {
        points.hold(at, say(at, value));
    }
    channels.step.insert(name.to_owned(), points);
}

/// Counts with their moments, so many at once: a channel for each.
fn paired<const N: usize>(
    all: &[(Moment, [(Moment, i64); N])],
    name: &str,
    channels: &mut Channels,
) {
    for i in (0..N).filter(|_| !all.is_empty()) {
        hold(&format!("{name}-{i}"), all, channels, |_, pairs| pairs[i].1.to_string());
        let at = |_, pairs: [(Moment, i64); N]| pairs[i].0.as_nanos().to_string();
        hold(&format!("{name}-{i}-at"), all, channels, at);
    }
}

/// What holds from the start of the run on, and after it: first, nothing.
fn started<V: Copy + Default>(all: &[(Moment, V)], span: Span) -> Vec<(Moment, V)> {
    let begun = all.partition_point(|&(at, _)| at <= span.from) > 0;
    let nothing = (Moment::ZERO, V::default());
    let held = span.held(all, |&(at, _)| at).iter().copied();
    if begun { held.collect() } else { std::iter::once(nothing).chain(held).collect() }
}

/// Whether more passed than was promised.
fn over(trace: &Trace, span: Span, channels: &mut Channels) {
    let places = ["last-window", "limit"].map(|name| index(trace, name).unwrap_or(0));
    let (mut over, mut says) = (Points::default(), Points::default());
    for keyframe in span.keyframes(trace) {
        let [last, limit] = places.map(|place| keyframe.values.get(place).copied().unwrap_or(0));
        let is_over = last > limit;
        over.hold(keyframe.at, i32::from(is_over).to_string());
        says.hold(keyframe.at, if is_over { ": over the limit" } else { "" }.to_owned());
    }
    channels.step.insert("over".to_owned(), over);
    channels.step.insert("over-says".to_owned(), says);
}
