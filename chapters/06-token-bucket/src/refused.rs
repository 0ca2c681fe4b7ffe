use std::fmt;

use clock::Moment;

/// Why a request may not go, and when it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Not yet. At this moment, and not a nanosecond earlier, the same request
    /// passes, if nobody else takes a token before.
    Until(Moment),
    /// Not ever: nothing flows in (the rate is zero), or the moment is later
    /// than any clock can tell.
    Never,
    /// It asks for more than the bucket holds when it is full. Waiting does not
    /// help: this is a mistake of the caller, or of the configuration.
    OverBurst {
        /// How many tokens were asked for.
        asked: u32,
        /// How many the bucket can hold.
        burst: u32,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Until(at) => write!(f, "not enough tokens before {at}"),
            Self::Never => write!(f, "there will never be enough tokens"),
            Self::OverBurst { asked, burst } => {
                write!(f, "{asked} tokens at once from a bucket that holds {burst}")
            }
        }
    }
}

impl std::error::Error for Refused {}
