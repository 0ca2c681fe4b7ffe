use std::fmt;

use clock::Moment;

/// Why a meter refuses, and until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Not yet. At this moment, and not a nanosecond earlier, there is room for
    /// the same request, if nobody else comes before.
    Until(Moment),
    /// Not ever: nothing drains, or the moment is later than any clock can tell.
    Never,
    /// It asks for more than the bucket holds when it is empty. Waiting does not
    /// help: this is a mistake of the caller, or of the configuration.
    OverCapacity {
        /// How much was to be poured in.
        asked: u32,
        /// How much the bucket can hold.
        capacity: u32,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Until(at) => write!(f, "no room before {at}"),
            Self::Never => write!(f, "there will never be room"),
            Self::OverCapacity { asked, capacity } => {
                write!(f, "{asked} at once into a bucket that holds {capacity}")
            }
        }
    }
}

impl std::error::Error for Refused {}

/// Why a queue turns a request away, always at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnedAway {
    /// All waiting places are taken. At this moment, and not a nanosecond
    /// earlier, the same request is accepted, if nobody comes or leaves before.
    Full {
        /// That moment.
        until: Moment,
    },
    /// There is a place, and it would wait there longer than it may.
    TooLong {
        /// From this moment on the wait is short enough.
        until: Moment,
    },
    /// Not ever: nothing leaves, or only later than any clock can tell.
    Never,
}

impl fmt::Display for TurnedAway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full { until } => write!(f, "no place in the line before {until}"),
            Self::TooLong { until } => write!(f, "the line is too long until {until}"),
            Self::Never => write!(f, "nobody will leave the line any more"),
        }
    }
}

impl std::error::Error for TurnedAway {}
