// Caught by: a_late_failure_does_not_open_it
// Shipped by: tower-resilience-circuitbreaker 0.13.0, live when this was written: late-failure-reopens
// Ask: X went at 0 ms, and its failure comes at 1030, in half-open. Which half of the condition counts it, and of which time does it speak?
// A failure counts whenever it comes; only the rest can be late.

use std::time::Duration;

use clock::Moment;

/// Stands between callers and a dependency.
///
/// `threshold` failures in a row open it. When `cool_off` is over, `probes` calls
/// at a time may try; `successes` good ones in a row close it again.
pub struct Breaker {
    threshold: u32,
    probes: u32,
    successes: u32,
    cool_off: Duration,
    state: State,
    /// Grows with every change of state.
    generation: u64,
    late: u64,
}

/// Where it stands, and what it has to remember there.
enum State {
    /// Calls pass; the last `failures` of them have failed.
    Closed { failures: u32 },
    /// No call passes before `until`.
    Open { until: Moment },
    /// So many probes are `out`, and so many have been `good` in a row.
    HalfOpen { out: u32, good: u32 },
}

/// The right to make one call. It comes back with the call's report.
pub struct Permit {
    generation: u64,
}

/// What a call has to say when it comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// The dependency answered.
    Good,
    /// It failed, or did not answer in time.
    Failed,
    /// Nobody knows: the caller went away.
    NotCounted,
}

/// Why a call may not go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Not before this moment.
    Open { until: Moment },
    /// All probes are out, and nobody can say when one comes back.
    HalfOpenFull,
}

impl Breaker {
    /// A closed breaker; `threshold`, `probes` and `successes` are at least 1.
    pub fn new(threshold: u32, probes: u32, successes: u32, cool_off: Duration) -> Self {
        let state = State::Closed { failures: 0 };
        Self { threshold, probes, successes, cool_off, state, generation: 0, late: 0 }
    }

    /// Asks whether a call may go.
    pub fn acquire(&mut self, now: Moment) -> Result<Permit, Refused> {
        if let State::Open { until } = self.state {
            if now < until {
                return Err(Refused::Open { until });
            }
            self.change(State::HalfOpen { out: 0, good: 0 });
        }
        if let State::HalfOpen { out, .. } = &mut self.state {
            if *out >= self.probes {
                return Err(Refused::HalfOpenFull);
            }
            *out += 1;
        }
        Ok(Permit { generation: self.generation })
    }

    /// A call has come back. What it says counts only in the state that let it go;
    /// later it changes nothing, and is counted as late.
    pub fn report(&mut self, permit: Permit, report: Report, now: Moment) {
        if permit.generation == self.generation || report == Report::Failed {
            self.count(report, now);
        } else {
            self.late += 1;
        }
    }

    /// How many calls came back when the state that let them go was over.
    pub fn late(&self) -> u64 {
        self.late
    }

    /// `closed`, `open` or `half-open`, as the last call left it.
    pub fn state(&self) -> &'static str {
        match self.state {
            State::Closed { .. } => "closed",
            State::Open { .. } => "open",
            State::HalfOpen { .. } => "half-open",
        }
    }

    /// Counts the report of a call that the present state let go.
    fn count(&mut self, report: Report, now: Moment) {
        match (&mut self.state, report) {
            (State::Closed { failures }, Report::Good) => *failures = 0,
            (State::Closed { failures }, Report::Failed) => {
                *failures += 1;
                if *failures >= self.threshold {
                    self.change(State::Open { until: now + self.cool_off });
                }
            }
            (State::HalfOpen { out, .. }, Report::NotCounted) => *out = out.saturating_sub(1),
            (State::HalfOpen { .. }, Report::Failed) => {
                self.change(State::Open { until: now + self.cool_off });
            }
            (State::HalfOpen { out, good }, Report::Good) => {
                *out = out.saturating_sub(1);
                *good += 1;
                if *good >= self.successes {
                    self.change(State::Closed { failures: 0 });
                }
            }
            (State::Closed { .. }, Report::NotCounted) | (State::Open { .. }, _) => {}
        }
    }

    fn change(&mut self, to: State) {
        self.state = to;
        self.generation += 1;
    }
}
