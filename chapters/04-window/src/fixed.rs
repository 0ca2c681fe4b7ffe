use clock::Moment;

use super::limit::Limit;
use super::refused::Refused;
use super::rule::Rule;

/// Fixed windows (spec W-02): the time is cut at the multiples of the window's
/// length, and each piece has a count that begins at 0.
///
/// Two numbers, whatever the limit. Its hole: the last moment of one window and
/// the first of the next are neighbours, and each may have the whole limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    limit: Limit,
    /// The number of the window that `taken` is about.
    index: u64,
    taken: u32,
}

impl Fixed {
    /// One that has counted nothing.
    pub const fn new(limit: Limit) -> Self {
        Self { limit, index: 0, taken: 0 }
    }

    /// When the window that `now` is in began.
    pub fn began(&self, now: Moment) -> Moment {
        Moment::from_nanos(self.at(now).0 * self.limit.window_ns())
    }

    /// How many passed in the window that `now` is in.
    pub fn taken(&self, now: Moment) -> u32 {
        self.at(now).1
    }

    /// The window that `now` is in and its count: computed when asked, nothing
    /// ticks. A `now` of an earlier window finds the one that was counted last.
    fn at(&self, now: Moment) -> (u64, u32) {
        let index = self.limit.index(now);
        if index > self.index { (index, 0) } else { (self.index, self.taken) }
    }
}

impl Rule for Fixed {
    fn take(&mut self, n: u32, now: Moment) -> Result<(), Refused> {
        let most = self.limit.most();
        if n == 0 {
            return Ok(());
        }
        if n > most {
            return Err(Refused::OverLimit { asked: n, limit: most }); // lit: over-limit
        }
        let (index, taken) = self.at(now);
        if n > most.saturating_sub(taken) {
            let next = u128::from(index) + 1;
            return Err(Refused::until(next * u128::from(self.limit.window_ns()))); // lit: refused
        }
        (self.index, self.taken) = (index, taken + n); // lit: admitted
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
