use clock::Moment;

use super::change::State;
use super::watch::Watch;

/// A state, with what is known in it and in no other: what belongs to a state
/// ends with it, and nobody has to remember to clear it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// All go through.
    Closed {
        /// What came of them.
        watch: Watch,
    },
    /// None goes through.
    Open {
        /// The end of the cool-off: the first moment at which one does.
        until: Moment,
    },
    /// A few go through at a time.
    HalfOpen {
        /// Probes that have not reported.
        out: u32,
        /// Good results in a row.
        good: u32,
    },
    /// A part goes through.
    Recovering {
        /// Which of the steps it is.
        step: usize,
        /// The step's percentage.
        percent: u8,
        /// Calls since one passed; at 0 the next one passes.
        turn: u8,
        /// Those that passed and have not reported.
        out: u32,
        /// Good results in a row.
        good: u32,
    },
    /// None goes through, whatever the time.
    ForcedOpen,
    /// All go through, whatever comes of them.
    ForcedClosed {
        /// What came of them.
        watch: Watch,
    },
}

impl Phase {
    /// Its name.
    pub const fn state(&self) -> State {
        match self {
            Self::Closed { .. } => State::Closed,
            Self::Open { .. } => State::Open,
            Self::HalfOpen { .. } => State::HalfOpen,
            Self::Recovering { percent, .. } => State::Recovering { percent: *percent },
            Self::ForcedOpen => State::ForcedOpen,
            Self::ForcedClosed { .. } => State::ForcedClosed,
        }
    }
}
