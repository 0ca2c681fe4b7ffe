//! What moves in a picture, as numbers and words over time.
//!
//! A channel is `lin` (it moves in straight lines between its points; two
//! points at one moment are a jump) or `step` (it holds until its next point).
//! The law is part of the channel: a step drawn as a line shows values that
//! never were. The page's player reads channels by the same ten lines as
//! [`Channels::number`] and [`Channels::text`].

use std::collections::BTreeMap;

use clock::Moment;
use serde::{Deserialize, Serialize};

use super::geometry::whole;

/// All channels of one window of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channels {
    /// Numbers that move in straight lines.
    pub lin: BTreeMap<String, Points<i64>>,
    /// Words, and pieces of the picture, that hold.
    pub step: BTreeMap<String, Points<String>>,
}

/// The points of one channel, in order of time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points<V> {
    /// When, in nanoseconds of the run.
    pub t: Vec<u64>,
    /// What, one a moment.
    pub v: Vec<V>,
}

impl<V> Default for Points<V> {
    fn default() -> Self {
        Self { t: Vec::new(), v: Vec::new() }
    }
}

impl<V: PartialEq> Points<V> {
    /// One more point.
    pub fn push(&mut self, at: Moment, value: V) {
        self.t.push(at.as_nanos());
        self.v.push(value);
    }

    /// One more point, unless it says nothing new. A later one of the same
    /// moment takes the place of the earlier: of a step only the end is seen.
    pub fn hold(&mut self, at: Moment, value: V) {
        if self.t.last() == Some(&at.as_nanos()) {
            self.t.pop();
            self.v.pop();
        }
        if self.v.last() != Some(&value) {
            self.push(at, value);
        }
    }

    /// How many points there are up to `at`: at a jump, what is after it holds.
    fn past(&self, at: Moment) -> usize {
        self.t.partition_point(|&t| t <= at.as_nanos())
    }
}

/// The least part of a unit that is taken for a mistake of the floating point.
const ALMOST: f64 = 1e-6;

impl Channels {
    /// The number of a channel at `at`, rounded down to a whole one; `t` is the moment itself.
    pub fn number(&self, name: &str, at: Moment) -> f64 {
        if name == "t" {
            return nanos(at.as_nanos());
        }
        let Some(Points { t, v }) = self.lin.get(name) else {
            return self.text(name, at).parse().unwrap_or(0.0);
        };
        let Some(next) = self.lin.get(name).map(|points| points.past(at)).filter(|_| !t.is_empty())
        else {
            return 0.0;
        };
        let from = next.saturating_sub(1);
        let (a, t0) = (whole(v[from]), nanos(t[from]));
        if next == 0 || next == t.len() {
            return a;
        }
        let (b, t1) = (whole(v[next]), nanos(t[next]));
        (a + (b - a) * (nanos(at.as_nanos()) - t0) / (t1 - t0) + ALMOST).floor()
    }

    /// The words of a channel at `at`.
    pub fn text(&self, name: &str, at: Moment) -> &str {
        let Some(points) = self.step.get(name) else { return "" };
        let last = points.past(at).saturating_sub(1);
        points.v.get(last).map_or("", String::as_str)
    }
}

#[expect(clippy::cast_precision_loss, reason = "ten minutes in nanoseconds are exact in an f64")]
const fn nanos(at: u64) -> f64 {
    at as f64
}
