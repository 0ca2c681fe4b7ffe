use clock::Moment;

use super::limit::{Limit, Pace};
use super::refused::Refused;

/// The bucket as a value: what it held when it last changed, and what follows
/// from that. It reads no clock and shares nothing.
///
/// Tokens are counted in whole units of which `token` make one token. With the
/// period in nanoseconds as `token`, each nanosecond brings a whole number of
/// units at any rate, and so nothing is ever rounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    limit: Limit,
    /// Units that make one token.
    token: u64,
    /// What the bucket held at `last`; below 0 it is a debt.
    units: i128,
    /// The latest time seen by a call that changed something.
    last: Moment,
}

impl Balance {
    /// A bucket that is full at `now` (spec T-13).
    pub fn full(limit: Limit, now: Moment) -> Self {
        let token = match limit.pace() {
            Pace::Every { period_ns, .. } => period_ns,
            Pace::Never | Pace::Always => 1,
        };
        Self { limit, token, units: whole(limit.burst(), token), last: now }
    }

    /// Takes `n` tokens, or nothing at all.
    pub fn try_take(&mut self, n: u32, now: Moment) -> Result<(), Refused> {
        self.take(n, now, Some(now)).map(drop)
    }

    /// Takes `n` tokens even if they are not there yet (spec T-02), and tells
    /// the moment at which they will be. If that is after `latest`, it takes
    /// nothing (spec T-08); without a `latest` any moment will do.
    pub fn take(&mut self, n: u32, now: Moment, latest: Option<Moment>) -> Result<Moment, Refused> {
        if n == 0 || self.limit.pace() == Pace::Always {
            return Ok(now);
        }
        if n > self.limit.burst() {
            return Err(Refused::OverBurst { asked: n, burst: self.limit.burst() }); // lit: over-burst
        }
        let left = self.at(now).checked_sub(whole(n, self.token)).ok_or(Refused::Never)?;
        let ready = self.reaches(left, 0, now).ok_or(Refused::Never)?; // lit: never
        if latest.is_some_and(|latest| ready > latest) {
            return Err(Refused::Until(ready)); // lit: refused
        }
        self.units = left; // lit: admitted, held
        self.last = self.last.max(now);
        Ok(ready)
    }

    /// Puts back `n` tokens that were taken and not used.
    ///
    /// No time is needed, and no cap: what is above the burst is cut off when
    /// somebody looks, and it makes no difference whether these tokens or those
    /// that flowed in were there first.
    pub fn give_back(&mut self, n: u32) {
        self.units += whole(n, self.token);
    }

    /// Goes on under another limit (spec T-10). What the bucket holds, or owes,
    /// stays: a lower burst cuts it off at once, a higher one adds nothing.
    pub fn set_limit(&mut self, limit: Limit, now: Moment) {
        // First everything up to now at the old rate, or the new rate would
        // count for the past too.
        self.units = self.at(now);
        self.last = self.last.max(now);
        if let Pace::Every { period_ns, .. } = limit.pace() {
            self.units = convert(self.units, self.token, period_ns);
            self.token = period_ns;
        }
        self.limit = limit;
    }

    /// The limit in force.
    pub const fn limit(&self) -> Limit {
        self.limit
    }

    /// What the bucket holds at `now`, in millionths of a token, rounded down.
    pub fn micro_tokens(&self, now: Moment) -> i64 {
        let micro = convert(self.at(now), self.token, 1_000_000);
        i64::try_from(micro).unwrap_or(if micro < 0 { i64::MIN } else { i64::MAX })
    }

    /// When the bucket holds `n` tokens, or owes no more than −`n`, if nobody
    /// takes any: `now` if it does already, `None` if it never will.
    pub fn holds(&self, n: i64, now: Moment) -> Option<Moment> {
        let goal = i128::from(n) * i128::from(self.token);
        if goal > self.capacity() { None } else { self.reaches(self.at(now), goal, now) }
    }

    /// What the bucket holds at `now`: computed when asked, nothing ticks
    /// (spec T-01). A `now` before `last` gives nothing (spec C-04). This is the
    /// one place where the bucket is full.
    fn at(&self, now: Moment) -> i128 {
        let elapsed = now.as_nanos().saturating_sub(self.last.as_nanos());
        let flown = match self.limit.pace() {
            Pace::Never => 0,
            Pace::Every { tokens, .. } => u128::from(tokens) * u128::from(elapsed),
            Pace::Always if elapsed == 0 => 0,
            Pace::Always => u128::MAX,
        };
        let flown = i128::try_from(flown).unwrap_or(i128::MAX);
        self.units.saturating_add(flown).min(self.capacity())
    }

    /// When a bucket that holds `units` at `now` holds `goal`; to the
    /// nanosecond, rounded up.
    fn reaches(&self, units: i128, goal: i128, now: Moment) -> Option<Moment> {
        let missing = u128::try_from(goal.checked_sub(units)?).unwrap_or(0);
        if missing == 0 {
            return Some(now);
        }
        let wait_ns = match self.limit.pace() {
            Pace::Never => return None,
            Pace::Every { tokens, .. } => u64::try_from(missing.div_ceil(tokens.into())).ok()?,
            Pace::Always => 1,
        };
        // If the clock went back, time flows again from `last` on.
        let from = self.last.max(now);
        from.as_nanos().checked_add(wait_ns).map(Moment::from_nanos)
    }

    fn capacity(&self) -> i128 {
        whole(self.limit.burst(), self.token)
    }
}

/// `n` whole tokens in units.
fn whole(n: u32, token: u64) -> i128 {
    i128::from(n) * i128::from(token)
}

/// The same balance in other units, rounded down: a change never mints.
fn convert(units: i128, from: u64, to: u64) -> i128 {
    let (from, to) = (i128::from(from), i128::from(to));
    // Whole tokens and the rest apart: the product of the rest with `to` fits,
    // and that of the whole ones saturates only for debts of many centuries.
    let rest = units.rem_euclid(from) * to / from;
    units.div_euclid(from).saturating_mul(to).saturating_add(rest)
}
