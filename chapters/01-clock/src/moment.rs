use std::fmt;
use std::ops::Add;
use std::time::Duration;

/// A point in time: whole nanoseconds since the origin of its clock.
///
/// The range is 584 years. Arithmetic saturates at both ends, so that no input
/// makes a limiter panic or wrap. `Moment::ZERO` is an ordinary time: tests
/// start there, and no mechanism may take it for "never" (libraries shipped
/// that).
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(u64);

impl Moment {
    /// The origin of the clock.
    pub const ZERO: Self = Self(0);
    /// The last moment that can be told, 584 years after the origin.
    pub const MAX: Self = Self(u64::MAX);

    /// `nanos` nanoseconds after the origin.
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// `millis` milliseconds after the origin; [`Moment::MAX`] if that is later than it.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis.saturating_mul(1_000_000))
    }

    /// Nanoseconds since the origin.
    pub const fn as_nanos(self) -> u64 {
        self.0
    }

    /// Whole milliseconds since the origin, rounded down.
    pub const fn as_millis(self) -> u64 {
        self.0 / 1_000_000
    }

    /// The time from `earlier` to `self`; zero if `earlier` is in fact later.
    ///
    /// A clock that went back must give nothing: no token, no negative age
    /// (spec C-04).
    pub const fn since(self, earlier: Self) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }

    /// `by` later, or [`Moment::MAX`].
    #[must_use]
    pub fn saturating_add(self, by: Duration) -> Self {
        self.checked_add(by).unwrap_or(Self::MAX)
    }

    /// `by` later, or `None` if no moment is that late.
    pub fn checked_add(self, by: Duration) -> Option<Self> {
        let nanos = u64::try_from(by.as_nanos()).ok()?;
        self.0.checked_add(nanos).map(Self)
    }

    /// `by` earlier, or the origin.
    #[must_use]
    pub fn saturating_sub(self, by: Duration) -> Self {
        Self(self.0.saturating_sub(u64::try_from(by.as_nanos()).unwrap_or(u64::MAX)))
    }
}

/// Saturates, as [`Moment::saturating_add`].
impl Add<Duration> for Moment {
    type Output = Self;

    fn add(self, by: Duration) -> Self {
        self.saturating_add(by)
    }
}

/// As it is displayed: failure texts print it, and nobody reads ten digits.
impl fmt::Debug for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Milliseconds, with as many decimals as are not zero: `350 ms`, `0.000001 ms`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (millis, rest) = (self.0 / 1_000_000, self.0 % 1_000_000);
        if rest == 0 {
            return write!(f, "{millis} ms");
        }
        let decimals = format!("{rest:06}");
        write!(f, "{millis}.{} ms", decimals.trim_end_matches('0'))
    }
}
