use clock::Moment;

use super::limit::Limit;
use super::refused::Refused;
use super::rule::Rule;

/// The approximation by two windows (spec W-05): the count of this fixed window,
/// and the count of the one before for as much of it as the last window still
/// covers, as if its requests had come evenly.
///
/// With `e` gone of a window of length W, `n` pass if
/// `previous·(W − e) + (current + n)·W ≤ limit·W`: whole numbers, nothing is
/// rounded. Three numbers, whatever the limit. Its error: requests that came
/// all at the end of a window fade away as if they had come evenly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Two {
    limit: Limit,
    /// The latest moment at which something was counted.
    last: Moment,
    /// What passed in the window that `last` is in, and in the one before.
    current: u32,
    previous: u32,
}

/// The two windows as they are at some moment.
#[derive(Clone, Copy, Debug)]
struct At {
    now: Moment,
    began_ns: u128,
    elapsed_ns: u128,
    current: u32,
    previous: u32,
}

impl Two {
    /// One that has counted nothing.
    pub const fn new(limit: Limit) -> Self {
        Self { limit, last: Moment::ZERO, current: 0, previous: 0 }
    }

    /// What passed in the window before the one that `now` is in, and in that one.
    pub fn counts(&self, now: Moment) -> (u32, u32) {
        let at = self.at(now);
        (at.previous, at.current)
    }

    /// When the window that `now` is in began.
    pub fn began(&self, now: Moment) -> Moment {
        let index = self.limit.index(now.max(self.last));
        Moment::from_nanos(index * self.limit.window_ns())
    }

    /// The estimate of what passed in the last window, in millionths, rounded down.
    pub fn estimate_micro(&self, now: Moment) -> i64 {
        let window = u128::from(self.limit.window_ns());
        let micro = self.weighted(self.at(now)) * 1_000_000 / window;
        i64::try_from(micro).unwrap_or(i64::MAX)
    }

    /// Computed when asked. After one boundary the current count is the previous
    /// one; after more than one, a whole window was empty, and both are 0.
    fn at(&self, now: Moment) -> At {
        let now = now.max(self.last);
        let (index, was) = (self.limit.index(now), self.limit.index(self.last));
        let (previous, current) = match index - was {
            0 => (self.previous, self.current),
            1 => (self.current, 0),
            _ => (0, 0),
        };
        let began_ns = u128::from(index) * u128::from(self.limit.window_ns());
        let elapsed_ns = u128::from(now.as_nanos()) - began_ns;
        At { now, began_ns, elapsed_ns, current, previous }
    }

    /// The estimate, times the window's length.
    fn weighted(&self, at: At) -> u128 {
        let window = u128::from(self.limit.window_ns());
        u128::from(at.previous) * (window - at.elapsed_ns) + u128::from(at.current) * window
    }

    /// When `n` fit, if they do not now. `previous` fades in this window; if even
    /// without it there are too many, `current` fades in the next one.
    fn fits_ns(&self, n: u32, at: At) -> u128 {
        let window = u128::from(self.limit.window_ns());
        let room = self.limit.most() - n;
        let (began, fading, room) = match room.checked_sub(at.current) {
            Some(room) => (at.began_ns, at.previous, room),
            None => (at.began_ns + window, at.current, room),
        };
        // fading·(W − e) ≤ room·W, for the smallest e.
        began + window - u128::from(room) * window / u128::from(fading)
    }
}

impl Rule for Two {
    fn take(&mut self, n: u32, now: Moment) -> Result<(), Refused> {
        let most = self.limit.most();
        if n == 0 {
            return Ok(());
        }
        if n > most {
            return Err(Refused::OverLimit { asked: n, limit: most }); // lit: over-limit
        }
        let at = self.at(now);
        let window = u128::from(self.limit.window_ns());
        if self.weighted(at) + u128::from(n) * window > u128::from(most) * window {
            return Err(Refused::until(self.fits_ns(n, at))); // lit: refused
        }
        (self.previous, self.current) = (at.previous, at.current + n);
        self.last = at.now; // lit: admitted
        Ok(())
    }

    fn remaining(&self, now: Moment) -> u32 {
        let window = u128::from(self.limit.window_ns());
        let used = self.weighted(self.at(now)).div_ceil(window);
        self.limit.most().saturating_sub(u32::try_from(used).unwrap_or(u32::MAX))
    }

    fn limit(&self) -> Limit {
        self.limit
    }

    fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
    }
}
