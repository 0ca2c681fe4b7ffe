use std::collections::VecDeque;

use clock::Moment;

use super::limit::Limit;
use super::refused::Refused;
use super::rule::Rule;

/// The sliding log (spec W-03): it keeps the moment of everything that passed in
/// the last window, and counts them.
///
/// What passed at `s` counts while `now − s < window`: the window is
/// `(now − window, now]`. Exact at every moment, and the only one of the four
/// that is; the price is eight bytes for each request of a whole window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    limit: Limit,
    /// One moment for each that passed, the oldest in front. Some may have left
    /// the window: a refusal writes nothing, not even that.
    passed: VecDeque<Moment>,
}

impl Log {
    /// One that has counted nothing.
    pub const fn new(limit: Limit) -> Self {
        Self { limit, passed: VecDeque::new() }
    }

    /// How many passed in the last window.
    pub fn taken(&self, now: Moment) -> u32 {
        let gone = self.gone(self.latest(now));
        u32::try_from(self.passed.len() - gone).unwrap_or(u32::MAX)
    }

    /// When the oldest that still counts leaves the window.
    pub fn leaves(&self, now: Moment) -> Option<Moment> {
        let oldest = self.passed.get(self.gone(self.latest(now)))?;
        oldest.checked_add(self.limit.window())
    }

    /// How many of the moments are a whole window old: those in front.
    fn gone(&self, now: Moment) -> usize {
        let window = self.limit.window();
        self.passed.partition_point(|&at| now.since(at) >= window)
    }

    /// Time that goes back stands still.
    fn latest(&self, now: Moment) -> Moment {
        self.passed.back().map_or(now, |&last| last.max(now))
    }
}

impl Rule for Log {
    fn take(&mut self, n: u32, now: Moment) -> Result<(), Refused> {
        let most = self.limit.most();
        if n == 0 {
            return Ok(());
        }
        if n > most {
            return Err(Refused::OverLimit { asked: n, limit: most }); // lit: over-limit
        }
        let now = self.latest(now);
        // For `n` to fit, so many of the oldest must have left. The last of them
        // decides, and says when.
        let must_go = (self.passed.len() + n as usize).saturating_sub(most as usize);
        let gone = self.gone(now);
        if gone < must_go {
            let leaves = u128::from(self.passed[must_go - 1].as_nanos())
                + u128::from(self.limit.window_ns());
            return Err(Refused::until(leaves)); // lit: refused
        }
        self.passed.drain(..gone);
        self.passed.extend((0..n).map(|_| now)); // lit: admitted
        Ok(())
    }

    fn remaining(&self, now: Moment) -> u32 {
        self.limit.most().saturating_sub(self.taken(now))
    }

    fn limit(&self) -> Limit {
        self.limit
    }

    fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
    }
}
