//! The piece of the run that is drawn, and its grid.

use clock::Moment;

use super::super::density::AXIS;
use super::super::geometry::{along, n};
use super::BEHIND_S;

/// How much is drawn in front of the present, in seconds.
const AHEAD_S: u64 = 2;

/// What lies behind everything.
#[derive(Debug)]
pub(crate) struct Grid {
    /// `x` and the words of each second.
    pub(crate) seconds: Vec<(String, String)>,
    pub(crate) halves: String,
    pub(crate) axis: String,
    /// The end of the run, if it is near.
    pub(crate) end: Option<String>,
}

/// The piece of the run that is drawn.
pub(super) struct Window {
    pub(super) from: Moment,
    pub(super) now: Moment,
    pub(super) until: Moment,
}

impl Window {
    /// Whole seconds behind the present; in front of it, not further than the run.
    pub(super) fn around(now: Moment, end: Moment) -> Self {
        let second = now.as_millis() / 1000;
        let until = start_of(second + AHEAD_S + 1).min(end);
        Self { from: start_of(second.saturating_sub(BEHIND_S)), now, until }
    }

    /// The grid of a run that ends at `end`.
    pub(super) fn grid(&self, end: Moment) -> Grid {
        Grid {
            seconds: self.seconds(),
            halves: self.halves(),
            axis: format!("M{} {AXIS}H{}", n(along(self.from)), n(along(self.until))),
            end: (end <= self.until).then(|| n(along(end))),
        }
    }

    fn seconds(&self) -> Vec<(String, String)> {
        let seconds = self.from.as_millis() / 1000..=self.until.as_millis() / 1000;
        seconds.map(|s| (n(along(start_of(s))), format!("{s}\u{a0}s"))).collect()
    }

    fn halves(&self) -> String {
        let seconds = self.from.as_millis() / 1000..=self.until.as_millis() / 1000;
        let halves = seconds.map(|s| Moment::from_millis(s * 1000 + 500));
        let halves = halves.filter(|&at| at <= self.until);
        halves.fold(String::new(), |path, at| path + "M" + &n(along(at)) + " 84V216")
    }
}

pub(super) fn start_of(second: u64) -> Moment {
    Moment::from_millis(second.saturating_mul(1000))
}
