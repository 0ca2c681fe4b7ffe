use std::fmt;

use clock::Moment;

/// Why a call was not made. Nothing was sent (spec R-13): this is not a failure
/// of the call, and a retry of it only asks again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refused {
    /// The breaker is open.
    Open {
        /// At this moment, and not a nanosecond earlier, the next call is let
        /// through, if it is the first to come.
        retry_at: Moment,
    },
    /// All probes are out. Nobody knows when one comes back.
    HalfOpenFull,
    /// Only a part of the calls goes through, and this one is not of it.
    Recovering {
        /// How many of a hundred go through.
        percent: u8,
    },
    /// Somebody opened the breaker, and it stays so.
    ForcedOpen,
}

impl Refused {
    /// When to come back, if anybody can know.
    pub const fn retry_at(self) -> Option<Moment> {
        match self {
            Self::Open { retry_at } => Some(retry_at),
            Self::HalfOpenFull | Self::Recovering { .. } | Self::ForcedOpen => None,
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open { retry_at } => write!(f, "not sent: the breaker is open until {retry_at}"),
            Self::HalfOpenFull => write!(f, "not sent: all probes are out"),
            Self::Recovering { percent } => {
                write!(f, "not sent: only {percent} % of the calls go through")
            }
            Self::ForcedOpen => write!(f, "not sent: the breaker was opened by hand"),
        }
    }
}

impl std::error::Error for Refused {}
