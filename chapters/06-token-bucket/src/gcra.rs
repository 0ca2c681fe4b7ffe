use clock::Moment;

use super::limit::{Limit, Pace};
use super::refused::Refused;

/// The bucket turned inside out: instead of tokens it keeps one moment, the
/// *theoretical arrival time*, at which the bucket would be full again.
///
/// This is the generic cell rate algorithm of ITU-T I.371. It needs one word,
/// and a late caller with an old `now` cannot turn that word back; such a caller
/// finds fewer tokens, and what it did not get is there later. The period of a
/// token is a whole number of nanoseconds, rounded **up**: never more than the
/// rate, and less by r²/10⁹ tokens a second at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gcra {
    pace: Pace,
    /// Nanoseconds that one token needs; unused unless the pace is `Every`.
    period_ns: u64,
    burst: u32,
}

impl Gcra {
    /// The word of a bucket that is full: it was full long ago.
    pub const FULL: u64 = 0;

    /// The rule for `limit`.
    pub fn new(limit: Limit) -> Self {
        let period_ns = match limit.pace() {
            Pace::Every { tokens, period_ns } => period_ns.div_ceil(tokens),
            Pace::Never | Pace::Always => 0,
        };
        Self { pace: limit.pace(), period_ns, burst: limit.burst() }
    }

    /// What the word becomes if `n` tokens are taken, and when they are there.
    ///
    /// The new word, the verdict and the moment all come from the one `word`
    /// that was read; who loses the swap must decide anew.
    #[inline]
    pub fn take(
        &self,
        word: u64,
        n: u32,
        now: Moment,
        latest: Option<Moment>,
    ) -> Result<(u64, Moment), Refused> {
        if n == 0 || self.pace == Pace::Always {
            return Ok((word, now));
        }
        if n > self.burst {
            return Err(Refused::OverBurst { asked: n, burst: self.burst });
        }
        if self.pace == Pace::Never {
            // Nothing flows in, so the word simply counts what was taken.
            let taken = word.saturating_add(u64::from(n));
            let fits = taken <= u64::from(self.burst);
            return if fits { Ok((taken, now)) } else { Err(Refused::Never) };
        }
        let next = word.max(now.as_nanos()).checked_add(self.cost_ns(n)).ok_or(Refused::Never)?;
        // They are there when the word is ahead by no more than what the bucket
        // holds besides these `n`.
        let ahead = self.cost_ns(self.burst - n);
        let ready = Moment::from_nanos(word.saturating_sub(ahead)).max(now);
        if latest.is_some_and(|latest| ready > latest) {
            return Err(Refused::Until(ready));
        }
        Ok((next, ready))
    }

    /// How far the word moves for `n` tokens, `n` ≤ burst: nanoseconds, below 2⁶³ + 2³².
    pub fn cost_ns(&self, n: u32) -> u64 {
        self.period_ns * u64::from(n)
    }

    /// Whether a bucket with this `word` is full at `now`: nobody can tell it from a
    /// new one any more, and so it may be forgotten.
    pub fn is_full(&self, word: u64, now: Moment) -> bool {
        match self.pace {
            Pace::Never => word == Self::FULL,
            Pace::Always => true,
            Pace::Every { .. } => word <= now.as_nanos(),
        }
    }

    /// What a bucket with this `word` holds at `now`, in millionths of a token,
    /// rounded down.
    pub fn micro_tokens(&self, word: u64, now: Moment) -> i64 {
        let micro = match self.pace {
            Pace::Never => (i128::from(self.burst) - i128::from(word)) * 1_000_000,
            Pace::Always => i128::from(self.burst) * 1_000_000,
            Pace::Every { .. } => {
                (self.credit_ns(word, now) * 1_000_000).div_euclid(i128::from(self.period_ns))
            }
        };
        i64::try_from(micro).unwrap_or(if micro < 0 { i64::MIN } else { i64::MAX })
    }

    /// The word with which `next` goes on where this bucket stands at `now`:
    /// the same balance, a debt too, cut off at the new burst.
    ///
    /// It is the balance that is carried and not the word: the same moment
    /// means another number of tokens at another rate.
    pub fn carry(&self, word: u64, next: &Self, now: Moment) -> u64 {
        let full = i128::from(next.burst);
        let (balance, token) = match self.pace {
            Pace::Never => (i128::from(self.burst) - i128::from(word), 1),
            Pace::Always => (full, 1),
            Pace::Every { .. } => (self.credit_ns(word, now), i128::from(self.period_ns)),
        };
        let word = match next.pace {
            // Whole tokens only: a fraction cannot flow on without a rate.
            Pace::Never => full - balance.div_euclid(token).min(full),
            Pace::Always => 0,
            Pace::Every { .. } => {
                let period = i128::from(next.period_ns);
                let whole = balance.div_euclid(token).saturating_mul(period);
                let credit = whole.saturating_add(balance.rem_euclid(token) * period / token);
                i128::from(now.as_nanos()) + full * period - credit.min(full * period)
            }
        };
        u64::try_from(word).unwrap_or(u64::MAX)
    }

    /// What the bucket holds at `now`, in nanoseconds' worth of tokens.
    fn credit_ns(&self, word: u64, now: Moment) -> i128 {
        let owed = word.saturating_sub(now.as_nanos());
        i128::from(self.cost_ns(self.burst)) - i128::from(owed)
    }
}
