use super::change::Verdict;

/// How a call ended, as far as a breaker cares (spec R-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The service answered with this status.
    Status(u16),
    /// It could not be reached, or the connection broke.
    Transport,
    /// This attempt took longer than it may.
    TimedOut,
    /// A bulkhead on this side had no place.
    BulkheadFull,
    /// A limit on this side let it not go.
    Limited,
    /// The caller went away.
    Cancelled,
    /// Something else (spec R-20).
    Unknown,
}

impl Outcome {
    /// What it says about the service.
    ///
    /// A service that answers 404, or 429, is well: somebody asked for too much.
    /// What never reached the service says nothing about it, nor does a caller
    /// that went away.
    pub const fn verdict(self) -> Verdict {
        match self {
            Self::Status(100..=499) => Verdict::Success,
            Self::Status(_) | Self::Transport | Self::TimedOut | Self::Unknown => Verdict::Failure,
            Self::BulkheadFull | Self::Limited | Self::Cancelled => Verdict::Ignored,
        }
    }
}
