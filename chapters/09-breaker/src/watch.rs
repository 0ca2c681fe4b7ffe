use std::time::Duration;

use clock::Moment;

use super::change::Why;
use super::p95::P95;
use super::recent::{Held, Recent};
use super::ring::Ring;
use super::settings::{Settings, Slow, Trigger};
use super::slots::Slots;

/// What a closed breaker remembers of its calls, and whether it is too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    failures: Failures,
    slow: Option<SlowCalls>,
}

/// What the trigger counts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Failures {
    InARow { count: u32, most: u32 },
    Recent(Recent),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum SlowCalls {
    Ratio { over: Duration, recent: Recent },
    P95(P95),
}

impl Watch {
    /// Nothing seen yet.
    pub fn new(settings: &Settings) -> Self {
        let failures = match settings.trigger {
            Trigger::Consecutive(most) => Failures::InARow { count: 0, most },
            Trigger::Ratio { percent, window, min_samples } => {
                Failures::Recent(Recent::new(percent, window, min_samples))
            }
        };
        let slow = settings.slow.map(|slow| match slow {
            Slow::Ratio { over, percent, window, min_samples } => {
                SlowCalls::Ratio { over, recent: Recent::new(percent, window, min_samples) }
            }
            Slow::P95 { times, lasting } => SlowCalls::P95(P95::new(times, lasting)),
        });
        Self { failures, slow }
    }

    /// Counts a result, and says whether that opens the breaker. A success is
    /// looked at as well: it may be the one that makes the samples enough.
    pub fn record(&mut self, now: Moment, failed: bool, took: Duration) -> Option<Why> {
        let failures = match &mut self.failures {
            Failures::InARow { count, most } => {
                *count = if failed { count.saturating_add(1) } else { 0 };
                (*count >= *most).then_some(Why::Consecutive { failures: *count })
            }
            Failures::Recent(recent) => {
                recent.record(now, failed).map(|(failed, samples)| Why::Ratio { failed, samples })
            }
        };
        let slow = self.slow.as_mut().and_then(|slow| match slow {
            SlowCalls::Ratio { over, recent } => {
                recent.record(now, took > *over).map(|(slow, samples)| Why::Slow { slow, samples })
            }
            SlowCalls::P95(p95) => {
                p95.record(now, took).map(|(slow, samples)| Why::Slow { slow, samples })
            }
        });
        failures.or(slow)
    }

    /// Calls that the trigger goes by at `now`, and failed ones among them. For
    /// failures in a row, both are that row's length.
    pub fn counts(&self, now: Moment) -> (u64, u64) {
        match &self.failures {
            Failures::InARow { count, .. } => (u64::from(*count), u64::from(*count)),
            Failures::Recent(recent) => recent.counts(now),
        }
    }

    /// Calls that the second trigger goes by at `now`, and slow ones among them.
    pub fn slow_counts(&self, now: Moment) -> Option<(u64, u64)> {
        match &self.slow {
            Some(SlowCalls::Ratio { recent, .. }) => Some(recent.counts(now)),
            _ => None,
        }
    }

    /// What is over this is slow, if slowness is watched and the limit is known.
    pub fn slow_limit(&self) -> Option<Duration> {
        match &self.slow {
            Some(SlowCalls::Ratio { over, .. }) => Some(*over),
            Some(SlowCalls::P95(p95)) => p95.limit(),
            None => None,
        }
    }

    /// Whether a call that took this long is slow. A probe that is, is no good one.
    pub fn is_slow(&self, took: Duration) -> bool {
        self.slow_limit().is_some_and(|limit| took > limit)
    }

    /// The last calls as they lie in memory, if the trigger goes by a number of calls.
    pub const fn ring(&self) -> Option<&Ring> {
        match &self.failures {
            Failures::Recent(Recent { held: Held::Calls(ring), .. }) => Some(ring),
            _ => None,
        }
    }

    /// The ten slots, if the trigger goes by time.
    pub const fn slots(&self) -> Option<&Slots> {
        match &self.failures {
            Failures::Recent(Recent { held: Held::Time(slots), .. }) => Some(slots),
            _ => None,
        }
    }
}
