//! What a breaker's gauges say at one moment, with the rule that it judges by.
//!
//! `breaker::stage` lists the gauges. Whatever has them is drawn as a breaker.

use clock::Moment;
use simulation::{Gauge, Trace};

/// Without these a subject is no breaker.
const NEEDED: [&str; 5] = ["state", "samples", "failed", "threshold", "cool-off"];

/// Whether these are a breaker's gauges.
pub(super) fn is_breaker(heads: &[Gauge]) -> bool {
    NEEDED.iter().all(|name| heads.iter().any(|head| head.name == *name))
}

/// What the breaker does with calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Closed,
    Open,
    HalfOpen,
    Recovering,
    ForcedOpen,
    ForcedClosed,
}

impl State {
    pub(super) const fn of(gauge: i64) -> Self {
        match gauge {
            1 => Self::Open,
            2 => Self::HalfOpen,
            3 => Self::Recovering,
            4 => Self::ForcedOpen,
            5 => Self::ForcedClosed,
            _ => Self::Closed,
        }
    }

    /// Its name on the tape.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::HalfOpen => "half-open",
            Self::Recovering => "recovering",
            Self::ForcedOpen => "forced open",
            Self::ForcedClosed => "forced closed",
        }
    }

    /// Its name where there is less room.
    pub(super) const fn short(self) -> &'static str {
        match self {
            Self::HalfOpen => "half",
            other => other.word(),
        }
    }

    /// Whether all calls pass, and their results are counted.
    pub(super) const fn counts(self) -> bool {
        matches!(self, Self::Closed | Self::ForcedClosed)
    }

    /// Whether none passes.
    pub(super) const fn refuses(self) -> bool {
        matches!(self, Self::Open | Self::ForcedOpen)
    }
}

/// Where a breaker's gauges stand, and those that never change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    places: [Option<usize>; 3],
    /// In percent; 0 if failures in a row are counted.
    pub(super) threshold: i64,
    /// With fewer results it does not judge.
    pub(super) min_samples: i64,
    /// Cells, or failures in a row.
    pub(super) window: i64,
    /// Nanoseconds; 0 if the window is a number of calls.
    pub(super) window_all: i64,
}

/// State and counts at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) state: State,
    pub(super) samples: i64,
    pub(super) failed: i64,
}

impl Rule {
    /// Of a run, if it is a breaker's.
    pub(super) fn of(trace: &Trace) -> Option<Self> {
        is_breaker(&trace.heads).then(|| {
            let first = trace.reading(Moment::ZERO);
            let get = |name| first.get(name).unwrap_or(0);
            Self {
                places: ["state", "samples", "failed"].map(|name| super::scale::index(trace, name)),
                threshold: get("threshold"),
                min_samples: get("min-samples"),
                window: get("window"),
                window_all: get("window-all"),
            }
        })
    }

    /// Out of the gauges of one moment.
    pub(super) fn counts(&self, gauge: impl Fn(usize) -> i64) -> Counts {
        let [state, samples, failed] = self.places.map(|place| place.map_or(0, &gauge));
        Counts { state: State::of(state), samples, failed }
    }

    /// Whether failures in a row decide, and no percentage.
    pub(super) const fn in_a_row(&self) -> bool {
        self.threshold <= 0
    }

    /// How much of the gauge is full: failed ones, and of how many.
    pub(super) fn part(&self, counts: Counts) -> (i64, i64) {
        let all = if self.in_a_row() { self.window } else { counts.samples };
        (counts.failed.min(all.max(0)), all.max(1))
    }

    /// The same in percent, rounded down.
    pub(super) fn percent(&self, counts: Counts) -> i64 {
        let (failed, all) = self.part(counts);
        failed * 100 / all
    }

    /// Whether there are too few results to judge by.
    pub(super) const fn is_locked(&self, counts: Counts) -> bool {
        counts.state.counts() && !self.in_a_row() && counts.samples < self.min_samples
    }

    /// The height at which it opens, in percent.
    pub(super) const fn opens_at(&self) -> i64 {
        if self.in_a_row() { 100 } else { self.threshold }
    }

    /// The same in words.
    pub(super) fn opens_at_words(&self) -> String {
        if self.in_a_row() {
            format!("{} in a row", self.window)
        } else {
            format!("{}\u{a0}%", self.threshold)
        }
    }
}
