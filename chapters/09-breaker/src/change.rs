use std::fmt;

use clock::Moment;

/// What a breaker does with calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// It lets all through and counts what comes of them.
    Closed,
    /// It lets none through until the cool-off is over.
    Open,
    /// It lets a few through, to see.
    HalfOpen,
    /// It lets a part through, to see.
    Recovering {
        /// How many of a hundred.
        percent: u8,
    },
    /// Somebody opened it: it lets none through until somebody says otherwise.
    ForcedOpen,
    /// Somebody closed it: it counts, and never opens.
    ForcedClosed,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => write!(f, "closed"),
            Self::Open => write!(f, "open"),
            Self::HalfOpen => write!(f, "half-open"),
            Self::Recovering { percent } => write!(f, "recovering at {percent} %"),
            Self::ForcedOpen => write!(f, "forced open"),
            Self::ForcedClosed => write!(f, "forced closed"),
        }
    }
}

/// A change of state, once it has happened (spec R-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The state that was left.
    pub from: State,
    /// The state that it is in now.
    pub to: State,
    /// What made it change.
    pub why: Why,
    /// When.
    pub at: Moment,
    /// The generation that begins: one more at every change. What was admitted
    /// in an earlier one counts no more (spec R-08).
    pub generation: u64,
    /// Results that the state that was left had counted.
    pub samples: u64,
    /// Failed ones among them.
    pub failed: u64,
}

/// What made a breaker change its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// So many calls in a row failed.
    Consecutive {
        /// How many.
        failures: u32,
    },
    /// Too large a part of the recent calls failed.
    Ratio {
        /// Failed calls in the window.
        failed: u64,
        /// Calls in the window.
        samples: u64,
    },
    /// Too large a part of the recent calls was slow: of the window, or of the
    /// newest slot where the 95th percentile is watched.
    Slow {
        /// Slow calls in it.
        slow: u64,
        /// Calls in it.
        samples: u64,
    },
    /// The cool-off was over when somebody asked.
    CoolOffOver,
    /// A probe failed.
    ProbeFailed,
    /// A probe took too long.
    ProbeSlow,
    /// So many in a row were good.
    Good {
        /// How many.
        successes: u32,
    },
    /// Somebody wanted it.
    Forced,
    /// Somebody wanted it as new.
    Reset,
}

/// The right to make one call, as data: whoever has it must report, or give it
/// back, once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "report it, or give it back"]
pub struct Ticket {
    /// The generation that admitted the call.
    pub generation: u64,
    /// When it was admitted.
    pub sent: Moment,
    /// Whether it was let through to see if the service is well again.
    pub probe: bool,
}

/// What came of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The service is well.
    Success,
    /// The service is not well.
    Failure,
    /// It says nothing about the service, and is not counted.
    Ignored,
}

/// What became of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// It counts.
    Yes,
    /// It says nothing, and its place is free again.
    Ignored,
    /// It came from before a change of state, and changed nothing (spec R-08).
    Late,
}
