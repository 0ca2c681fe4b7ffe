//! The panels of the keyed limits: right a small bucket for each tenant over the
//! one of all, left what each tenant got.

use askama::Template;
use clock::Moment;
use simulation::{Params, Trace, What};

use super::bucket;
use super::channels::{Channels, Points};
use super::history::{Decision, Verdict};
use super::own::{has_all, note, places, write_held};
use super::reel::Span;
use super::verdict::Verdicts;

mod buckets;
mod refusals;
mod rows;

pub(super) use rows::past;

use buckets::Buckets;
use rows::Row;

/// Tenants that have a bucket in the picture. Their numbers count from 1.
const SHOWN: usize = 4;
const NAMES: [&str; SHOWN] = ["a", "b", "c", "d"];
/// Without these a subject is no keyed limiter.
const NEEDED: [&str; 5] = ["all", "tenant-a", "passed-a", "remembered", "placed"];

/// What of both panels never changes, and the limits with which the run starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keyed {
    limits: Limits,
    /// `None`: whoever comes is remembered, and the limits never change.
    places: Option<u64>,
}

/// What the buckets hold, as far as the picture goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limits {
    /// Of each tenant; `None` if it is not limited.
    own: Option<i64>,
    burst: i64,
    all: i64,
}

/// Both panels.
#[derive(Debug, Template)]
#[template(path = "stage-keyed.html")]
pub(super) struct Panels {
    rows: Vec<Row>,
    scroll: String,
    /// Places to be had.
    places: Option<u64>,
    falling: String,
}

impl Keyed {
    /// Whether these are a keyed limiter's gauges.
    pub(super) fn has(trace: &Trace) -> bool {
        has_all(trace, &NEEDED)
    }

    /// With all knobs in `params`.
    pub(super) fn of(params: &Params) -> Self {
        let number = |name| i64::try_from(params.get(name, 0)).unwrap_or(i64::MAX);
        let burst = number("burst");
        let own = (params.get("tenants", 0) == 0).then_some(burst);
        let limits = Limits { own, burst, all: number("all-burst") };
        let places = params.get("places", 0);
        Self { limits, places: (places > 0).then_some(places) }
    }

    pub(super) fn panels(&self) -> Panels {
        Panels {
            rows: rows::all(),
            scroll: rows::scroll(),
            places: self.places,
            falling: bucket::falling(),
        }
    }

    /// Writes the channels of one window.
    pub(super) fn write(
        &self,
        trace: &Trace,
        decisions: &[Decision],
        span: Span,
        channels: &mut Channels,
    ) {
        let verdicts = Verdicts::in_words(decisions, small);
        bucket::said(&verdicts, span, channels);
        let fade = bucket::fade(decisions, &verdicts, span);
        channels.lin.insert("fade".to_owned(), fade);
        channels.lin.insert("fall".to_owned(), bucket::fall(decisions, span));
        self.buckets(trace, span, channels);
        rows::write(trace, span, channels);
        refusals::write(&verdicts, span, channels);
        remembered(trace, span, channels);
    }

    /// The buckets, which change with the knobs.
    fn buckets(&self, trace: &Trace, span: Span, channels: &mut Channels) {
        let mut all = vec![(Moment::ZERO, self.limits)];
        let mut limits = self.limits;
        for event in trace.events.iter().take_while(|event| event.at <= span.until) {
            let What::Set(setting) = &event.what else { continue };
            let value = i64::try_from(setting.value).unwrap_or(i64::MAX);
            match setting.name.as_str() {
                "burst" => limits.burst = value,
                "all-burst" => limits.all = value,
                "tenants" => limits.own = (value == 0).then_some(limits.burst),
                _ => {}
            }
            limits.own = limits.own.map(|_| limits.burst);
            if self.places.is_some() {
                note(&mut all, event.at, limits);
            }
        }
        let overflow = self.places.is_some();
        let part = |limits: Limits| Buckets::of(limits, overflow).render().unwrap_or_default();
        write_held(&all, span, "buckets", part, channels);
        write_held(&all, span, "of-all", |limits| format!("of {} for all", limits.all), channels);
        let of = |limits: Limits| match limits.own {
            Some(own) => format!("of {own}"),
            None => "without a limit".to_owned(),
        };
        write_held(&all, span, "of-own", of, channels);
    }
}

/// Who has a place.
fn remembered(trace: &Trace, span: Span, channels: &mut Channels) {
    let [placed] = places(trace, ["placed"]);
    let mut has: [Points<String>; SHOWN] = Default::default();
    let mut without = Points::default();
    for keyframe in span.keyframes(trace) {
        let bits = keyframe.values.get(placed).copied().unwrap_or(0);
        for (i, points) in has.iter_mut().enumerate() {
            points.hold(keyframe.at, (bits >> i & 1).to_string());
        }
        let names = NAMES.into_iter().enumerate().filter(|(i, _)| bits >> i & 1 == 0);
        let names: Vec<&str> = names.map(|(_, name)| name).collect();
        let none = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        without.hold(keyframe.at, none);
    }
    for (i, points) in has.into_iter().enumerate() {
        channels.step.insert(format!("placed-{i}"), points);
    }
    channels.step.insert("without".to_owned(), without);
}

/// Whose request it was. One of nobody has only taken no token.
fn small(verdict: &Verdict) -> Option<String> {
    let key = verdict.request.cost;
    let letter = char::from_digit(key.saturating_add(9), 36).map(String::from);
    (key > 0).then(|| format!("tenant {}", letter.unwrap_or_else(|| key.to_string())))
}

/// The column of a tenant; the last one is that of all others. Nobody's requests
/// have none.
fn column(key: u32) -> Option<usize> {
    usize::try_from(key).ok()?.checked_sub(1).map(|place| place.min(SHOWN))
}
