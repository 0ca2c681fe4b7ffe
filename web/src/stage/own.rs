//! Mechanisms that have panels of their own besides the bucket and the breaker.
//!
//! Each is known by its gauges, so that a first try stands on the same panels.

use askama::Template as _;
use clock::Moment;
use simulation::{Mechanism, Press, Scenario, Trace};

use super::bound::clamped;
use super::channels::{Channels, Points};
use super::curve::Curve;
use super::keyed::Keyed;
use super::leaky::{Meter, Queue};
use super::reel::Span;
use super::ribbon::start_of;
use super::scale::{extremes, index};
use super::verdict;
use super::windows::Windows;

/// Whose panels they are.
#[derive(Debug)]
pub(super) enum Own {
    Queue(Queue),
    Meter(Meter),
    Keyed(Keyed),
    Windows(Windows),
}

/// A dashed height of the tape's curve that moves with a knob: its bindings.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) y: String,
    pub(super) words_y: String,
    pub(super) words: String,
}

impl Own {
    pub(super) fn of(mechanism: &Mechanism, scenario: &Scenario, trace: &Trace) -> Option<Self> {
        if Queue::has(trace) {
            Some(Self::Queue(Queue::of(trace, scenario)))
        } else if Meter::has(trace) {
            Some(Self::Meter(Meter::of(trace, scenario)))
        } else if Keyed::has(trace) {
            Some(Self::Keyed(Keyed::of(&mechanism.filled(&scenario.params))))
        } else {
            Windows::of(trace, scenario).map(Self::Windows)
        }
    }

    /// Both panels.
    pub(super) fn panels(&self) -> String {
        let drawn = match self {
            Self::Queue(queue) => queue.panels().render(),
            Self::Meter(meter) => meter.panels().render(),
            Self::Keyed(keyed) => keyed.panels().render(),
            Self::Windows(windows) => windows.panels(),
        };
        drawn.unwrap_or_else(|error| error.to_string())
    }

    /// Writes the panels' channels of one window.
    pub(super) fn write(&self, trace: &Trace, span: Span, channels: &mut Channels) {
        let decisions = verdict::near(trace, span.from);
        match self {
            Self::Windows(windows) => windows.write(trace, &decisions, span, channels),
            Self::Queue(queue) => queue.write(trace, &decisions, span, channels),
            Self::Meter(_) => Meter::write(trace, &decisions, span, channels),
            Self::Keyed(keyed) => keyed.write(trace, &decisions, span, channels),
        }
    }

    /// One second of the left panel, layer by layer.
    pub(super) fn chunks(&self, trace: &Trace, second: u64) -> Vec<(&'static str, String)> {
        let span = Span { from: start_of(second), until: start_of(second + 1).min(trace.until) };
        let past = match self {
            // Of a long window more is seen than the second that ends.
            Self::Windows(windows) => return windows.chunks(trace, second),
            _ if span.from >= trace.until => return Vec::new(),
            Self::Queue(queue) => queue.past(trace, span),
            Self::Meter(meter) => meter.past(trace, span),
            Self::Keyed(_) => super::keyed::past(trace, span),
        };
        vec![("past", past)]
    }

    /// The same of an old run.
    pub(super) fn ghost(&self, old: &Trace, span: Span) -> String {
        match self {
            Self::Queue(queue) => queue.ghost(old, span),
            Self::Meter(meter) => meter.ghost(old, span),
            Self::Keyed(_) | Self::Windows(_) => String::new(),
        }
    }

    /// Where the curve's name stands on the tape: away from the dashed height.
    pub(super) const fn name_y(&self) -> &'static str {
        match self {
            // What is full is at the top, or not far below it.
            Self::Queue(_) | Self::Meter(_) => "211",
            // One token of many is at the bottom.
            Self::Keyed(_) => "175",
            Self::Windows(_) => "192",
        }
    }

    /// The dashed height of the curve under the tape; a window's is part of its curve.
    pub(super) fn limit(&self, curve: Curve) -> Option<Limit> {
        let (channel, unit, words) = match self {
            Self::Windows(_) => return None,
            Self::Queue(_) => ("places", 1.0, "{places} = full"),
            Self::Meter(_) => ("capacity", 1e6, "{capacity} = full"),
            Self::Keyed(_) => return Some(curve.fixed_limit(1e6, "1 token")),
        };
        Some(curve.limit(channel, unit, words))
    }
}

impl Curve {
    /// At as many times `unit` as `channel` says.
    fn limit(self, channel: &str, unit: f64, words: &str) -> Limit {
        let (zero, one) = (self.y(0.0), self.y(unit));
        let at = |c: f64| clamped(channel, 1.0, 0.0, (0.0, 1e6), one - zero, c);
        Limit { y: at(zero), words_y: at(zero + 5.0), words: words.to_owned() }
    }

    fn fixed_limit(self, value: f64, words: &str) -> Limit {
        let (y, words_y) = (self.y(value), self.y(value) + 5.0);
        let n = super::geometry::n;
        Limit { y: n(y), words_y: n(words_y), words: words.to_owned() }
    }
}

/// The largest value of a gauge, with what its knob is turned to later.
pub(super) fn most(trace: &Trace, scenario: &Scenario, gauge: &str, knob: &str) -> i64 {
    let presses = scenario.interventions.iter().filter_map(|press| match &press.press {
        Press::Set(setting) if setting.name == knob => i64::try_from(setting.value).ok(),
        _ => None,
    });
    let seen = index(trace, gauge).and_then(|index| extremes(trace, index));
    presses.chain(seen.map(|(_, most)| most)).max().unwrap_or(0)
}

/// Where gauges stand, to be read out of keyframes.
pub(super) fn places<const N: usize>(trace: &Trace, names: [&str; N]) -> [usize; N] {
    names.map(|name| index(trace, name).unwrap_or(usize::MAX))
}

/// Whether a run has all of these gauges.
pub(super) fn has_all(trace: &Trace, names: &[&str]) -> bool {
    names.iter().all(|name| index(trace, name).is_some())
}

/// One more value, unless it is the one that holds.
pub(super) fn note<V: PartialEq>(all: &mut Vec<(Moment, V)>, at: Moment, value: V) {
    match all.last_mut() {
        Some((_, last)) if *last == value => {}
        Some((when, last)) if *when == at => *last = value,
        _ => all.push((at, value)),
    }
}

/// Writes them as a channel, those that the window needs.
pub(super) fn write_held<V: Copy>(
    all: &[(Moment, V)],
    span: Span,
    name: &str,
    words: impl Fn(V) -> String,
    channels: &mut Channels,
) {
    let mut points = Points::default();
    for &(at, value) in span.held(all, |&(at, _)| at) {
        points.hold(at, words(value));
    }
    channels.step.insert(name.to_owned(), points);
}
