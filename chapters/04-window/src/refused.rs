use std::fmt;

use clock::Moment;

/// Why a request may not go, and when it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Not yet. At this moment, and not a nanosecond earlier, the same request
    /// passes, if nobody else comes before.
    Until(Moment),
    /// Not ever: the moment is later than any clock can tell.
    Never,
    /// It asks for more than a whole window lets through. Waiting does not help:
    /// this is a mistake of the caller, or of the configuration.
    OverLimit {
        /// How many were asked for.
        asked: u32,
        /// How many pass in a window.
        limit: u32,
    },
}

impl Refused {
    /// Not before `at_ns`, which may be later than a clock can tell.
    pub(crate) fn until(at_ns: u128) -> Self {
        u64::try_from(at_ns).map_or(Self::Never, |at| Self::Until(Moment::from_nanos(at)))
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Until(at) => write!(f, "the window is full until {at}"),
            Self::Never => write!(f, "the window stays full for as long as clocks can tell"),
            Self::OverLimit { asked, limit } => {
                write!(f, "{asked} at once, where {limit} pass in a whole window")
            }
        }
    }
}

impl std::error::Error for Refused {}
