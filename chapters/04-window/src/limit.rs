use std::fmt;
use std::time::Duration;

use clock::Moment;

/// So many in each window.
///
/// What is limited here is a rate: how many *begin* in a stretch of time. How
/// many are under way at once is another question, with another answer (a
/// counter that goes up and down, chapter 08; spec W-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    most: u32,
    window_ns: u64,
}

impl Limit {
    /// `most` requests in each `window`.
    ///
    /// A limit of 0 would refuse everything, and a window of no length would
    /// refuse nothing: both are mistakes, and are said here.
    pub fn new(most: u32, window: Duration) -> Result<Self, ConfigError> {
        if most == 0 {
            return Err(ConfigError::ZeroLimit);
        }
        match u64::try_from(window.as_nanos()) {
            Ok(0) => Err(ConfigError::NoWindow),
            Ok(window_ns) => Ok(Self { most, window_ns }),
            Err(_) => Err(ConfigError::TooLong),
        }
    }

    /// How many may pass in one window.
    pub const fn most(self) -> u32 {
        self.most
    }

    /// How long a window is.
    pub const fn window(self) -> Duration {
        Duration::from_nanos(self.window_ns)
    }

    /// How long a window is, in nanoseconds; never 0.
    pub(crate) const fn window_ns(self) -> u64 {
        self.window_ns
    }

    /// The number of the window that `now` is in: windows are aligned to
    /// multiples of their length, and 0 is a window like any other.
    pub(crate) const fn index(self, now: Moment) -> u64 {
        now.as_nanos() / self.window_ns
    }
}

/// Why a limit cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// The limit is 0: everything would be refused.
    ZeroLimit,
    /// The window has no length.
    NoWindow,
    /// The window is longer than 584 years.
    TooLong,
    /// The window cannot be cut into so many slots of the same length.
    UnevenSlots,
    /// The slots are so short, and the limit so large, that the number of a slot
    /// and a count do not fit into one word until the end of time.
    TooFine,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ZeroLimit => "a limit of 0 refuses everything: use 1 or more",
            Self::NoWindow => "a window needs a length: use 1 ns or more",
            Self::TooLong => "a window of over 584 years: no clock here lasts as long",
            Self::UnevenSlots => "the window must be a whole number of slots, each as long",
            Self::TooFine => "slots this short beside a limit this large: use longer slots",
        })
    }
}

impl std::error::Error for ConfigError {}
