use std::fmt;
use std::time::Duration;

use clock::Moment;

/// How fast a bucket drains: so many requests in so long, evenly.
///
/// A pace is two integers. A third of a second is no whole number of
/// nanoseconds, so a pace of three a second cannot be told as a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    requests: u64,
    /// Never 0.
    period_ns: u64,
}

impl Pace {
    /// `requests` a second; with none, nothing ever drains.
    pub const fn per_second(requests: u64) -> Self {
        Self { requests, period_ns: 1_000_000_000 }
    }

    /// One request every `period`.
    pub fn every(period: Duration) -> Result<Self, ConfigError> {
        Self::new(1, period)
    }

    /// `requests` in each `per`.
    pub fn new(requests: u64, per: Duration) -> Result<Self, ConfigError> {
        let period_ns = u64::try_from(per.as_nanos()).map_err(|_| ConfigError::TooSlow)?;
        match period_ns {
            0 => Err(ConfigError::NoTime),
            _ if period_ns >> 63 != 0 => Err(ConfigError::TooSlow),
            _ => Ok(Self { requests, period_ns }),
        }
    }

    /// How many requests drain in each period.
    pub(crate) const fn requests(self) -> u64 {
        self.requests
    }

    /// Units that make one request. Each nanosecond drains [`requests`](Self::requests)
    /// of them, a whole number at any pace, and so nothing is ever rounded.
    pub(crate) const fn unit(self) -> u64 {
        self.period_ns
    }

    /// `now` on a scale where one request is [`unit`](Self::unit) long.
    pub(crate) fn units(self, now: Moment) -> u128 {
        u128::from(now.as_nanos()) * u128::from(self.requests.max(1))
    }

    /// The moment at `units` of that scale, rounded up; `None` if no clock can
    /// tell it.
    pub(crate) fn moment(self, units: u128) -> Option<Moment> {
        let nanos = units.div_ceil(u128::from(self.requests.max(1)));
        u64::try_from(nanos).ok().map(Moment::from_nanos)
    }
}

/// Why a bucket cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// It holds nothing: everything would be refused.
    ZeroCapacity,
    /// Requests in no time.
    NoTime,
    /// To drain it would take longer than 292 years.
    TooSlow,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ZeroCapacity => "a capacity of 0 refuses everything: use 1 or more",
            Self::NoTime => "a pace is requests in a time longer than zero",
            Self::TooSlow => "to drain it takes over 292 years: raise the pace or lower the size",
        })
    }
}

impl std::error::Error for ConfigError {}
