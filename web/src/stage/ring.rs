//! The left panel of a breaker: the results that decide.
//!
//! A window of calls is a ring, or with many cells a block of rows; a window of
//! time is ten slots. Each cell is a channel of its own, which changes only when
//! it is written: one result costs one cell.

use std::f64::consts::PI;

use askama::Template;
use simulation::{Trace, text};

use super::channels::{Channels, Points};
use super::geometry::{n, point, whole};
use super::outcome::Outcome;
use super::reel::Span;
use super::rule::Rule;

/// More cells than this would be too small around a ring.
const AROUND_MAX: i64 = 24;
const MIDDLE: (f64, f64) = (136.0, 186.0);
const RADIUS: f64 = 94.0;
/// Rows of a block.
const ROW: i64 = 20;
const CELL: f64 = 13.4;
const ROWS_TOP: f64 = 160.0;
/// Slots of a window of time.
const SLOTS: i64 = 10;
const SLOT_PITCH: f64 = 26.0;
const SLOT_TOP: f64 = 150.0;
const SLOT_HEIGHT: f64 = 116.0;
/// Cells are two bits each, 25 in a gauge; slots twenty bits, three in a gauge.
const CELLS_OF_GAUGE: i64 = 25;
const SLOTS_OF_GAUGE: i64 = 3;
const GAUGES: [&str; 4] = ["ring-0", "ring-1", "ring-2", "ring-3"];
/// The gauge of failures at the right: its top and its height.
const BAR: (f64, f64) = (72.0, 224.0);

/// The panel: what of it never changes.
#[derive(Debug, Template)]
#[template(path = "stage-ring.html")]
pub(super) struct Ring {
    pub(super) title: String,
    pub(super) cells: Vec<Place>,
    pub(super) shape: Shape,
    /// Where the large number stands.
    pub(super) number_y: String,
    pub(super) small_y: String,
    /// The bar at which it opens, and the words about it.
    pub(super) opens_y: String,
    pub(super) opens_words_y: String,
    pub(super) opens_number_y: String,
    pub(super) opens: String,
    /// Where the lock's words stand, apart from those of the bar.
    pub(super) lock_y: String,
    pub(super) lock_words: [String; 2],
    pub(super) lock_words_y: [String; 2],
    /// The circle around the cell that decided.
    pub(super) decided_r: String,
}

/// How the cells lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// There is no window to draw.
    None,
    Around,
    Rows,
    Slots,
}

/// Where a cell lies.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) channel: String,
    pub(super) at: String,
}

impl Ring {
    pub(super) fn of(rule: &Rule) -> Self {
        let shape = shape(rule);
        let opens = BAR.0 + BAR.1 * (1.0 - whole(rule.opens_at()) / 100.0);
        // Below the bar's words, or above them if they are low.
        let lock = if opens < 220.0 { 268.0 } else { 116.0 };
        let around = shape == Shape::Around;
        let words = opens.clamp(BAR.0 + 6.0, BAR.0 + BAR.1 - 16.0);
        Self {
            title: title(rule),
            cells: (0..cells(rule)).map(|cell| place(rule, cell)).collect(),
            shape,
            number_y: n(if around { 198.0 } else { 96.0 }),
            small_y: n(if around { 222.0 } else { 122.0 }),
            opens_y: n(opens),
            opens_words_y: n(words - 4.0),
            opens_number_y: n(words + 17.0),
            opens: rule.opens_at_words(),
            lock_y: n(lock),
            lock_words: [
                "locked until".to_owned(),
                text::counted(usize::try_from(rule.min_samples).unwrap_or(0), "call", "calls"),
            ],
            lock_words_y: [n(lock - 2.0), n(lock + 16.0)],
            decided_r: n(radius(rule) + 5.0),
        }
    }

    pub(super) fn is_around(&self) -> bool {
        self.shape == Shape::Around
    }
}

fn title(rule: &Rule) -> String {
    if rule.in_a_row() {
        return "Failures in a row".to_owned();
    }
    match rule.window_all {
        0 => format!("The last {} calls", rule.window),
        all => {
            let all = std::time::Duration::from_nanos(all.unsigned_abs());
            format!("The last {}", text::wait(all))
        }
    }
}

fn shape(rule: &Rule) -> Shape {
    match rule.window {
        _ if rule.window_all > 0 => Shape::Slots,
        window if window <= 0 => Shape::None,
        window if window <= AROUND_MAX => Shape::Around,
        _ => Shape::Rows,
    }
}

fn cells(rule: &Rule) -> i64 {
    let most = CELLS_OF_GAUGE * 4;
    if rule.window_all > 0 { SLOTS } else { rule.window.clamp(0, most) }
}

/// Of a cell around the ring: as large as there is room.
fn radius(rule: &Rule) -> f64 {
    match shape(rule) {
        Shape::Around => (PI * RADIUS / whole(rule.window.max(1)) - 3.0).min(20.0),
        _ => 5.0,
    }
}

fn turn(rule: &Rule, cell: i64) -> f64 {
    360.0 * whole(cell) / whole(rule.window.max(1))
}

fn place(rule: &Rule, cell: i64) -> Place {
    let (x, y) = match shape(rule) {
        Shape::Around => {
            let angle = turn(rule, cell).to_radians();
            (MIDDLE.0 + RADIUS * angle.sin(), MIDDLE.1 - RADIUS * angle.cos())
        }
        Shape::Slots => (SLOT_PITCH * whole(cell) + 2.0, SLOT_TOP),
        Shape::Rows | Shape::None => row(cell),
    };
    Place { channel: format!("cell-{cell}"), at: point(x, y) }
}

fn row(cell: i64) -> (f64, f64) {
    (7.0 + CELL * whole(cell % ROW), ROWS_TOP + 2.0 * CELL * whole(cell / ROW))
}

/// Writes the panel's channels of one window.
pub(super) fn write(rule: &Rule, trace: &Trace, span: Span, channels: &mut Channels) {
    let places = GAUGES.map(|name| super::scale::index(trace, name));
    let [head, decided] = ["head", "decided"].map(|name| super::scale::index(trace, name));
    let mut cells: Vec<Points<String>> = vec![Points::default(); index(cells(rule))];
    let (mut heads, mut circles) = (Points::default(), Points::default());
    let mut last = None;
    for keyframe in span.keyframes(trace) {
        let gauge = |place: Option<usize>| {
            place.and_then(|place| keyframe.values.get(place)).copied().unwrap_or(0)
        };
        let packed = places.map(gauge);
        if last != Some(packed) {
            last = Some(packed);
            for (cell, points) in (0..).zip(&mut cells) {
                points.hold(keyframe.at, drawn(rule, value(rule, &packed, cell)));
            }
        }
        heads.hold(keyframe.at, pointer(rule, gauge(head)));
        circles.hold(keyframe.at, circled(rule, gauge(decided) - 1));
    }
    for (cell, points) in cells.into_iter().enumerate() {
        channels.step.insert(format!("cell-{cell}"), points);
    }
    channels.step.insert("head-at".to_owned(), heads);
    channels.step.insert("decided-at".to_owned(), circles);
}

/// What is packed for a cell, or for a slot.
fn value(rule: &Rule, packed: &[i64; 4], cell: i64) -> i64 {
    let (of, bits) = if rule.window_all > 0 { (SLOTS_OF_GAUGE, 20) } else { (CELLS_OF_GAUGE, 2) };
    let gauge = packed.get(index(cell / of)).copied().unwrap_or(0);
    (gauge >> (bits * (cell % of))) & ((1 << bits) - 1)
}

fn index(cell: i64) -> usize {
    usize::try_from(cell).unwrap_or(0)
}

fn drawn(rule: &Rule, value: i64) -> String {
    if rule.window_all > 0 {
        return slot(value >> 10, value & 1023);
    }
    let r = radius(rule);
    let outcome = match value {
        1 => Outcome::Answered,
        2 => Outcome::Failed,
        3 => Outcome::TimedOut,
        _ => return format!("<circle class=\"s-line w15 dash\" r=\"{}\"/>", n(r)),
    };
    format!("<path class=\"big {}\" d=\"{}\"/>", outcome.class(), outcome.big(0.0, 0.0, r))
}

/// A slot: as full as its share of failures, with its number of results.
fn slot(samples: i64, failed: i64) -> String {
    let outline =
        |class: &str| format!("<rect class=\"{class}\" width=\"22\" height=\"{SLOT_HEIGHT}\"/>");
    if samples == 0 {
        return outline("s-line w15 dash");
    }
    let full = SLOT_HEIGHT * whole(failed) / whole(samples);
    format!(
        "<rect class=\"f-ink\" width=\"22\" y=\"{}\" height=\"{}\"/>{}\
         <text class=\"p-tick mid\" x=\"11\" y=\"{}\">{samples}</text>",
        n(SLOT_HEIGHT - full),
        n(full),
        outline("s-ink w15"),
        n(SLOT_HEIGHT + 18.0),
    )
}

/// Moves the triangle to where the next result goes.
fn pointer(rule: &Rule, head: i64) -> String {
    match shape(rule) {
        Shape::Around => {
            let (x, y) = MIDDLE;
            let out = RADIUS + radius(rule) + 3.0;
            format!("rotate({} {x} {y}) translate({x} {})", n(turn(rule, head)), n(y - out))
        }
        Shape::Slots => {
            format!("translate({} {})", n(SLOT_PITCH * whole(SLOTS - 1) + 13.0), n(SLOT_TOP - 4.0))
        }
        Shape::Rows | Shape::None => {
            let (x, y) = row(head);
            format!("translate({})", point(x, y - 6.5))
        }
    }
}

/// Where the circle is; out of sight without a cell.
fn circled(rule: &Rule, cell: i64) -> String {
    if cell < 0 || rule.window_all > 0 {
        return "translate(-900 0)".to_owned();
    }
    format!("translate({})", place(rule, cell).at)
}
