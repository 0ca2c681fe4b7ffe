// Caught by: a_failed_probe_opens_it_for_a_whole_cool_off
// Shipped by: rubyist/circuitbreaker 635d498: the reset forgot the probes, and the next half-open lets nobody in
// Ask: P failed at 1300 ms, and S asks at 2300 ms. Which call is out at that moment, and what makes the breaker think so?
// The flag stands beside the state, and going open does not take it back.

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
    probing: bool,
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
        Self {
            threshold,
            successes,
            cool_off,
            state: State::Closed { failures: 0 },
            probing: false,
        }
    }

    /// Asks whether a call may go.
    pub fn acquire(&mut self, now: Moment) -> Result<Permit, Refused> {
        match &mut self.state {
            State::Closed { .. } => Ok(Permit { probe: false }),
            State::Open { until } if now < *until => Err(Refused::Open { until: *until }),
            State::Open { .. } | State::HalfOpen { .. } if self.probing => {
                Err(Refused::HalfOpenFull)
            }
            State::Open { .. } => {
                self.state = State::HalfOpen { probe_out: true, good: 0 };
                self.probing = true;
                Ok(Permit { probe: true })
            }
            State::HalfOpen { .. } => {
                self.probing = true;
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
            State::HalfOpen { .. } if !permit.probe => {}
            State::HalfOpen { .. } if !good => {
                self.state = State::Open { until: now + self.cool_off };
            }
            State::HalfOpen { good, .. } => {
                self.probing = false;
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
