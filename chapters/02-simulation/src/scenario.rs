use std::collections::BTreeMap;
use std::fmt;

use crate::{Arrivals, RequestId, Setting};

/// How much one run may hold.
pub mod limits {
    /// Requests of one run, counted as they arrive: attempts and outputs are not counted.
    pub const REQUESTS_MAX: usize = 20_000;
    /// The length of one run, in milliseconds: ten minutes.
    pub const UNTIL_MS_MAX: u64 = 600_000;
    /// Interventions of one run.
    pub const INTERVENTIONS_MAX: usize = 200;
    /// Requests of one press, and of one burst.
    pub const BURST_MAX: u32 = 20_000;
}

/// The named numbers that a mechanism is built from. What they mean, and their
/// units, is the chapter's business.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params(BTreeMap<String, u64>);

impl Params {
    /// No parameters.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with `name` set to `value`.
    #[must_use]
    pub fn with(mut self, name: &str, value: u64) -> Self {
        self.0.insert(name.to_owned(), value);
        self
    }

    /// The value of `name`, or `default` if it is not set.
    pub fn get(&self, name: &str, default: u64) -> u64 {
        self.0.get(name).copied().unwrap_or(default)
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, &value)| (name.as_str(), value))
    }
}

/// Everything that decides a run, except for the mechanism itself.
///
/// Times are whole milliseconds: what a person can type, share and read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// What the mechanism is built from.
    pub params: Params,
    /// Where the random numbers start.
    pub seed: u64,
    /// When the run ends, in milliseconds. What happens at this very moment
    /// still belongs to it.
    pub until_ms: u64,
    /// Who comes, and when.
    pub arrivals: Vec<Arrivals>,
    /// What the reader did, in order of time.
    pub interventions: Vec<Intervention>,
}

/// One thing that the reader did to a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intervention {
    /// When, in milliseconds.
    pub at_ms: u64,
    /// What.
    pub press: Press,
}

impl Intervention {
    /// Turns the knob `name` to `value`.
    pub fn set(at_ms: u64, name: &str, value: u64) -> Self {
        Self { at_ms, press: Press::Set(Setting { name: name.to_owned(), value }) }
    }
}

/// What a reader can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Send this many requests at once.
    Send(u32),
    /// Send one request that is not of the ordinary kind.
    SendOne(Planned),
    /// Drop a request that waits: its caller went away.
    Drop(RequestId),
    /// Turn a knob.
    Set(Setting),
}

/// One request that somebody planned by hand; as a [`Press`], `at_ms` is that
/// of the intervention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// When it arrives, in milliseconds.
    pub at_ms: u64,
    /// What it asks for.
    pub cost: u32,
    /// How long it is ready to wait, in milliseconds.
    pub patience_ms: Option<u64>,
}

impl Planned {
    /// An ordinary request at `at_ms`: it costs 1.
    pub const fn at(at_ms: u64) -> Self {
        Self { at_ms, cost: 1, patience_ms: None }
    }

    /// The same, asking for `cost`.
    #[must_use]
    pub const fn cost(mut self, cost: u32) -> Self {
        self.cost = cost;
        self
    }

    /// The same, ready to wait for `patience_ms`.
    #[must_use]
    pub const fn patience_ms(mut self, patience_ms: u64) -> Self {
        self.patience_ms = Some(patience_ms);
        self
    }
}

impl Scenario {
    /// Checks the run against the [`limits`].
    pub fn check(&self) -> Result<(), ScenarioError> {
        if self.until_ms > limits::UNTIL_MS_MAX {
            return Err(ScenarioError::TooLong { until_ms: self.until_ms });
        }
        if self.interventions.len() > limits::INTERVENTIONS_MAX {
            return Err(ScenarioError::TooManyInterventions { count: self.interventions.len() });
        }
        Ok(())
    }
}

/// Why a scenario cannot be run. A run is never cut short: it is whole, or it
/// is this error, which names what to lower.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScenarioError {
    /// Longer than [`limits::UNTIL_MS_MAX`].
    TooLong {
        /// The length that was asked for, in milliseconds.
        until_ms: u64,
    },
    /// More than [`limits::INTERVENTIONS_MAX`].
    TooManyInterventions {
        /// How many there were.
        count: usize,
    },
    /// More than [`limits::REQUESTS_MAX`].
    TooManyRequests {
        /// How long the run was to be, in milliseconds.
        until_ms: u64,
    },
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { until_ms } => write!(
                f,
                "this run would last {} s, and a run lasts {} s at most: lower its length",
                until_ms.div_ceil(1000),
                limits::UNTIL_MS_MAX / 1000
            ),
            Self::TooManyInterventions { count } => write!(
                f,
                "this run has {count} presses, and a run has {} at most: take some back, or \
                 send several requests with one press",
                limits::INTERVENTIONS_MAX
            ),
            Self::TooManyRequests { until_ms } => write!(
                f,
                "more than {} requests would arrive in these {} s, the most that one run may \
                 hold: lower the arrivals per second or the length of the run, or take presses back",
                limits::REQUESTS_MAX,
                until_ms / 1000
            ),
        }
    }
}

impl std::error::Error for ScenarioError {}
