//! The bars that a window goes by: solid is what counts now, pale what no longer
//! does.

use super::super::bound::{clamped, px};
use super::super::geometry::{n, whole};
use super::cells::SEEN;
use super::past::{FLOOR, HEIGHT};
use super::{Kind, LEFT_X, NOW_X, WINDOW_PX, Windows};

/// Over the limit is so much room.
pub(super) const OVER: f64 = 10.0;
/// A narrower bar has no room for its number.
const NUMBER_MIN: f64 = 24.0;
/// The class of a number.
const NUMBER: &str = "p-tick strong mid halo";
/// Less than any length that is seen: at a boundary, the next piece has begun.
const ALMOST: f64 = 1e-6;

/// One bar: its bindings.
#[derive(Debug)]
pub(super) struct Bar {
    pub(super) class: &'static str,
    /// When it is there.
    pub(super) shown: String,
    pub(super) moved: String,
    pub(super) x: String,
    pub(super) width: String,
    pub(super) y: String,
    pub(super) height: String,
    pub(super) fill: Option<&'static str>,
}

/// The number on a bar.
#[derive(Debug)]
pub(super) struct Number {
    pub(super) class: &'static str,
    pub(super) shown: String,
    /// And only then.
    pub(super) only: Option<&'static str>,
    pub(super) moved: String,
    pub(super) x: String,
    pub(super) y: String,
    pub(super) words: String,
}

/// All bars of a run.
#[derive(Debug, Default)]
pub(super) struct Bars {
    pub(super) bars: Vec<Bar>,
    pub(super) numbers: Vec<Number>,
}

impl Bars {
    pub(super) fn of(windows: &Windows) -> Self {
        let mut bars = Self::default();
        let each = HEIGHT / whole(windows.limit_max);
        match windows.kind {
            Kind::Fixed | Kind::First => (0..SEEN).for_each(|i| bars.cell(windows, i, each)),
            Kind::Log => {
                bars.bar("f-ok", "counted", each, (n(LEFT_X), n(WINDOW_PX)));
            }
            Kind::Slots(slots) => bars.slots(windows, slots, each),
            Kind::Two => bars.two(windows, each),
        }
        bars
    }

    /// A bar of a channel's height that stays where it is.
    fn bar(&mut self, class: &'static str, channel: &str, each: f64, place: (String, String)) {
        let (y, height) = heights(channel, each);
        let (x, width) = place;
        self.bars.push(Bar {
            class,
            shown: format!("{channel} 1"),
            moved: String::new(),
            x,
            width,
            y,
            height,
            fill: None,
        });
    }

    /// The last window but `i`; the last one may still be counted.
    fn cell(&mut self, windows: &Windows, i: usize, each: f64) {
        let channel = format!("cell-{i}");
        let moved = following(windows, &format!("{channel}-at"));
        let first = self.bars.len();
        let place = || ("0".to_owned(), n(WINDOW_PX));
        self.bar("bar-past", &channel, each, place());
        if i == 0 {
            self.bar("f-ok", "counted", each, place());
        }
        if windows.kind == Kind::First {
            // It counts those that it refuses.
            let (y, height) = over_heights(&channel, windows.limit_max, each);
            self.bar("owed", &channel, each, place());
            if let Some(bar) = self.bars.last_mut() {
                (bar.y, bar.height, bar.fill) = (y, height, Some("url(#hatch)"));
            }
        }
        for bar in &mut self.bars[first..] {
            bar.moved.clone_from(&moved);
        }
        self.number(NUMBER, &channel, each, (WINDOW_PX / 2.0, moved));
        if let (0, Some(number)) = (i, self.numbers.last_mut()) {
            // As long as it counts, its number stands at the present.
            number.only = Some("counted 0 1");
        }
    }

    fn number(
        &mut self,
        class: &'static str,
        channel: &str,
        each: f64,
        (middle, moved): (f64, String),
    ) {
        // It stands on its bar.
        let y = clamped(channel, each, 5.0, (0.0, HEIGHT + OVER + 5.0), -1.0, FLOOR);
        self.numbers.push(Number {
            class,
            shown: format!("{channel} 1"),
            only: None,
            moved,
            x: n(middle),
            y,
            words: format!("{{{channel}|int 1}}"),
        });
    }

    fn slots(&mut self, windows: &Windows, slots: i64, each: f64) {
        let width = WINDOW_PX / whole(slots);
        let moved = format!("translate({} 0)", rest(windows, width));
        for slot in 1..=slots {
            let channel = format!("slot-{slot}");
            let x = NOW_X - width * whole(slots - slot + 1);
            self.bar("f-ok", &channel, each, (n(x + 1.0), n(width - 2.0)));
            if let Some(bar) = self.bars.last_mut() {
                bar.moved.clone_from(&moved);
            }
            if width >= NUMBER_MIN && slot < slots {
                let place = (x + width / 2.0, moved.clone());
                self.number(NUMBER, &channel, each, place);
            }
        }
    }

    fn two(&mut self, windows: &Windows, each: f64) {
        let rest = rest(windows, WINDOW_PX);
        let moved = format!("translate({rest} 0)");
        self.bar("bar-past", "previous", each, (n(LEFT_X - WINDOW_PX), n(WINDOW_PX)));
        self.bar("f-ok", "current", each, (n(LEFT_X), n(WINDOW_PX)));
        for bar in &mut self.bars {
            bar.moved.clone_from(&moved);
        }
        // As much of the one before as the last window covers: nothing moves it, it shrinks.
        self.bar("bar-before", "previous", each, (n(LEFT_X), rest));
        self.number(NUMBER, "previous", each, (LEFT_X - WINDOW_PX / 2.0, moved));
    }
}

/// Top and height of a bar, no higher than the highest limit: only the first try
/// counts more.
fn heights(channel: &str, each: f64) -> (String, String) {
    let height = |m, c| clamped(channel, 1.0, 0.0, (0.0, HEIGHT / each), m, c);
    (height(-each, FLOOR), height(each, 0.0))
}

/// The same of what is over the limit.
fn over_heights(channel: &str, limit: i64, each: f64) -> (String, String) {
    let height = |m, c| clamped(channel, 1.0, -whole(limit), (0.0, OVER / each), m, c);
    (height(-each, FLOOR - HEIGHT), height(each, 0.0))
}

/// Moves something so that the moment in `channel` is where it lies in time.
pub(super) fn following(windows: &Windows, channel: &str) -> String {
    let each = windows.px_per_ns();
    format!("translate({} 0) translate({} 0)", px("t", -each, NOW_X), px(channel, each, 0.0))
}

/// What is left of the piece of time that the present is in, in pixels: all of
/// it at its beginning.
fn rest(windows: &Windows, width: f64) -> String {
    format!("{{t|turn {} {} {width}}}", -windows.px_per_ns(), -ALMOST)
}
