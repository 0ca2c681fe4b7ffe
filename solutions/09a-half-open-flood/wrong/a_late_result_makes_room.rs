// Caught by: a_call_from_before_is_not_the_probe
// Shipped by: failsafe-go and resilience4j, live when this was written: whoever reports gives a permit back
// Ask: P has been out since 1000 ms, and X, which went at 0 ms, is back at 1010 ms. How many calls are at the service once Q has asked?
// A call that went before it opened frees the place of the probe, which is still out.

use std::time::Duration;

use clock::Moment;

/// Stands between callers and a dependency.
///
/// `threshold` failures in a row open it. When `cool_off` is over, one call at a
/// time may try; `successes` good ones in a row close it again.
pub struct Breaker {
    threshold: u32,
    successes: u32,
    cool_off: Duration,
    state: State,
}

/// Where it stands, and what it has to remember there.
enum State {
    /// Calls pass; the last `failures` of them have failed.
    Closed { failures: u32 },
    /// No call passes before `until`.
    Open { until: Moment },
    /// One call at a time passes. `probe_out`: it is under way. So many have
    /// been `good` since half-open began.
    HalfOpen { probe_out: bool, good: u32 },
}

/// The right to make one call. It comes back with the call's result.
pub struct Permit {
    probe: bool,
}

/// Why a call may not go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Not before this moment.
    Open { until: Moment },
    /// The probe is out, and nobody can say when it comes back.
    HalfOpenFull,
}

impl Breaker {
    /// A closed breaker; `threshold` and `successes` are at least 1.
    pub fn new(threshold: u32, successes: u32, cool_off: Duration) -> Self {
        Self { threshold, successes, cool_off, state: State::Closed { failures: 0 } }
    }

    /// Asks whether a call may go.
    pub fn acquire(&mut self, now: Moment) -> Result<Permit, Refused> {
        match &mut self.state {
            State::Closed { .. } => Ok(Permit { probe: false }),
            State::Open { until } if now < *until => Err(Refused::Open { until: *until }),
            State::Open { .. } => {
                self.state = State::HalfOpen { probe_out: true, good: 0 };
                Ok(Permit { probe: true })
            }
            State::HalfOpen { probe_out: true, .. } => Err(Refused::HalfOpenFull),
            State::HalfOpen { probe_out, .. } => {
                *probe_out = true;
                Ok(Permit { probe: true })
            }
        }
    }

    /// A call has come back: it was good, or it failed.
    pub fn report(&mut self, permit: Permit, good: bool, now: Moment) {
        match &mut self.state {
            State::Closed { failures } if good => *failures = 0,
            State::Closed { failures } => {
                *failures += 1;
                if *failures >= self.threshold {
                    self.state = State::Open { until: now + self.cool_off };
                }
            }
            // It went before the breaker opened, so it says nothing about now.
            State::Open { .. } => {}
            State::HalfOpen { probe_out, .. } if !permit.probe => *probe_out = false,
            State::HalfOpen { .. } if !good => {
                self.state = State::Open { until: now + self.cool_off };
            }
            State::HalfOpen { probe_out, good } => {
                *probe_out = false;
                *good += 1;
                if *good >= self.successes {
                    self.state = State::Closed { failures: 0 };
                }
            }
        }
    }

    /// `closed`, `open` or `half-open`, as the last call of the two above left it.
    pub fn state(&self) -> &'static str {
        match self.state {
            State::Closed { .. } => "closed",
            State::Open { .. } => "open",
            State::HalfOpen { .. } => "half-open",
        }
    }
}
