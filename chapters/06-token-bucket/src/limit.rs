use std::fmt;
use std::time::Duration;

/// How fast tokens flow in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// Nothing flows in: what the bucket holds is all there will ever be.
    Zero,
    /// `tokens` in each `per`, evenly.
    Per {
        /// How many tokens.
        tokens: u64,
        /// In what time.
        per: Duration,
    },
    /// Everything passes.
    Unlimited,
}

impl Rate {
    /// `tokens` a second; none is [`Rate::Zero`].
    pub const fn per_second(tokens: u64) -> Self {
        match tokens {
            0 => Self::Zero,
            _ => Self::Per { tokens, per: Duration::from_secs(1) },
        }
    }

    /// One token every `period`.
    pub const fn every(period: Duration) -> Self {
        Self::Per { tokens: 1, per: period }
    }

    /// The rate that a URL or a file writes as a number of tokens a second, to
    /// nine decimals below 10¹⁰ and to whole tokens above. Infinity is
    /// [`Rate::Unlimited`].
    ///
    /// Floats end here: inside, a rate is two integers.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above it")]
    pub fn from_f64(per_second: f64) -> Result<Self, ConfigError> {
        match per_second {
            _ if per_second.is_nan() || per_second < 0.0 => Err(ConfigError::NotARate),
            f64::INFINITY => Ok(Self::Unlimited),
            0.0 => Ok(Self::Zero),
            1e10.. => Ok(Self::per_second(per_second as u64)),
            _ => match (per_second * 1e9).round() as u64 {
                0 => Err(ConfigError::TooSlow),
                tokens => Ok(Self::Per { tokens, per: Duration::from_secs(1_000_000_000) }),
            },
        }
    }
}

/// A rate and a burst that go together.
///
/// Two numbers, two decisions (spec T-14): the burst is the spike that is
/// survived, the rate is the average in the long run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    pace: Pace,
    burst: u32,
}

/// A rate in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    Never,
    /// `tokens` in each `period_ns`; neither is 0.
    Every {
        tokens: u64,
        period_ns: u64,
    },
    Always,
}

impl Limit {
    /// Checks the two against each other.
    ///
    /// A burst of 0 would refuse everything, whatever the rate; that is a
    /// mistake and not a limit (spec T-06). From empty to full a bucket may take
    /// 2⁶³ nanoseconds, 292 years: what cannot be counted is refused here, since
    /// a count that saturates later would let everything through.
    pub fn new(rate: Rate, burst: u32) -> Result<Self, ConfigError> {
        if burst == 0 {
            return Err(ConfigError::ZeroBurst);
        }
        let pace = match rate {
            Rate::Zero | Rate::Per { tokens: 0, .. } => Pace::Never,
            Rate::Unlimited => Pace::Always,
            Rate::Per { tokens, per } => {
                let period_ns = u64::try_from(per.as_nanos()).map_err(|_| ConfigError::TooSlow)?;
                if period_ns == 0 {
                    return Err(ConfigError::NotARate);
                }
                if period_ns >> 63 != 0 {
                    return Err(ConfigError::TooSlow);
                }
                let common = gcd(tokens, period_ns);
                let pace = (tokens / common, period_ns / common);
                if u128::from(pace.1) * u128::from(burst) > u128::from(pace.0) << 63 {
                    return Err(ConfigError::TooSlow);
                }
                Pace::Every { tokens: pace.0, period_ns: pace.1 }
            }
        };
        Ok(Self { pace, burst })
    }

    /// How many tokens a full bucket holds.
    pub const fn burst(self) -> u32 {
        self.burst
    }

    pub(crate) const fn pace(self) -> Pace {
        self.pace
    }
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Why a limit cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// The burst is 0: everything would be refused.
    ZeroBurst,
    /// The rate is negative, not a number, or tokens in no time.
    NotARate,
    /// To fill the bucket would take longer than 292 years.
    TooSlow,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ZeroBurst => "a burst of 0 refuses everything: use 1 or more",
            Self::NotARate => "a rate is zero or more tokens, in a time longer than zero",
            Self::TooSlow => "to fill it takes over 292 years: raise the rate or lower the burst",
        })
    }
}

impl std::error::Error for ConfigError {}
