use std::fmt;
use std::time::Duration;

use super::settings::Window;

/// Settings that no breaker can have, and how to mend them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// A trigger of no failures in a row.
    NoFailures,
    /// A threshold that is not 1 to 100 %.
    Percent(u32),
    /// A window of no calls, or of more than [`Window::CALLS_MAX`].
    Calls(u32),
    /// A window so short that a tenth of it is no nanosecond.
    Time(Duration),
    /// It would judge an empty window.
    NoMinSamples,
    /// More samples are wanted than the window can hold: it would never open.
    MinSamples {
        /// Samples that are wanted.
        min_samples: u32,
        /// Calls that the window holds.
        calls: u32,
    },
    /// A multiple of the usual time that is no more than usual.
    Times(u32),
    /// It would never refuse anything.
    NoCoolOff,
    /// It would never close again.
    NoProbes,
    /// It would close without a good result.
    NoSuccesses,
    /// Steps that are not rising, or not 1 to 100 %.
    Steps,
    /// [`PackedBreaker`](super::packed::PackedBreaker) counts failures in a row
    /// and nothing else.
    NotPacked,
    /// A number that [`PackedBreaker`](super::packed::PackedBreaker) has no room for.
    TooLarge {
        /// The setting.
        what: &'static str,
        /// The largest that fits.
        most: u64,
    },
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFailures => write!(f, "0 failures in a row: give at least 1"),
            Self::Percent(percent) => {
                write!(f, "a threshold of {percent} %: give 1 to 100, or use failures in a row")
            }
            Self::Calls(calls) => {
                write!(f, "a window of {calls} calls: give 1 to {}", Window::CALLS_MAX)
            }
            Self::Time(time) => write!(f, "a window of {time:?}: give at least 10 ns"),
            Self::NoMinSamples => write!(f, "0 samples to judge by: give at least 1"),
            Self::MinSamples { min_samples, calls } => write!(
                f,
                "{min_samples} samples of a window that holds {calls}: give at most {calls}"
            ),
            Self::Times(times) => write!(f, "{times} times the usual time: give at least 2"),
            Self::NoCoolOff => write!(f, "a cool-off of 0: give a time in which nothing is sent"),
            Self::NoProbes => write!(f, "0 probes at a time: give at least 1"),
            Self::NoSuccesses => write!(f, "0 good results to close: give at least 1"),
            Self::Steps => write!(f, "give rising steps of 1 to 100 %, or none"),
            Self::NotPacked => {
                write!(f, "give failures in a row, no slow calls, no steps; or use the other one")
            }
            Self::TooLarge { what, most } => write!(f, "{what}: give at most {most}"),
        }
    }
}

impl std::error::Error for ConfigError {}
