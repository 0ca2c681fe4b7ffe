//! What a picture of a run needs to know of the whole run, so that no scale
//! moves while it is played.

use std::fmt;

use simulation::{Law, Output, Trace, What};

use super::rule::is_breaker;
use super::scale::{extremes, index};

/// The extremes of a run's curve, and whether requests end in it.
///
/// A window of a run is computed without what comes after it; so the page says
/// which shape its picture has, and is told when another one is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The least value of the curve.
    pub(super) least: i64,
    /// The largest.
    pub(super) most: i64,
    /// Requests end inside of the mechanism: that is what is marked.
    pub(super) ends: bool,
}

impl Shape {
    /// Of a run, as far as it has been run.
    pub(super) fn of(trace: &Trace) -> Self {
        if is_breaker(&trace.heads) {
            // Its curve is a percentage, and its calls always end in it.
            return Self { least: 0, most: 100, ends: true };
        }
        let all = Self::gauge(trace).and_then(|gauge| extremes(trace, gauge));
        let (least, most) = all.unwrap_or((0, 0));
        let most = super::windows::most(trace).unwrap_or_else(|| most.max(full(trace)));
        let ends = |event: &simulation::Event| matches!(event.what, What::Out(Output::Done(..)));
        // The axis always has its zero: where a curve has its least above it is no matter.
        Self { least: least.min(0), most, ends: trace.events.iter().any(ends) }
    }

    /// The gauge under the tape: a bucket's level or what a window counts, else
    /// the first that moves in lines, or the first of all.
    pub(super) fn gauge(trace: &Trace) -> Option<usize> {
        let lines = || trace.heads.iter().position(|head| head.law == Law::Line);
        let first = || (!trace.heads.is_empty()).then_some(0);
        let decides = index(trace, "level").or_else(|| index(trace, "counted"));
        let decides = decides.or_else(|| index(trace, "in-line"));
        decides.or_else(lines).or_else(first)
    }

    /// What both need.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
            ends: self.ends || other.ends,
        }
    }

    /// Reads what [`fmt::Display`] has written; `None` if it is something else.
    pub fn parse(words: &str) -> Option<Self> {
        let mut parts = words.split('_');
        let least = parts.next()?.parse().ok()?;
        let most = parts.next()?.parse().ok()?;
        let ends = parts.next()? == "1";
        parts.next().is_none().then_some(Self { least, most, ends })
    }
}

/// What a leaky bucket holds at most, in the unit of its curve.
fn full(trace: &Trace) -> i64 {
    let most = |name: &str| extremes(trace, index(trace, name)?).map(|(_, most)| most);
    let brim = |capacity: i64| capacity.saturating_mul(1_000_000);
    most("places").or_else(|| most("capacity").map(brim)).unwrap_or(0)
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}_{}", self.least, self.most, u8::from(self.ends))
    }
}
