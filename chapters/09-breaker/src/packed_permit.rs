use std::thread;

use clock::{Clock, SystemClock};

use super::change::{Counted, Verdict};
use super::packed::PackedBreaker;
use super::word::Generation;

/// The right to make one call, used up by the report. Dropped without one, it
/// gives its place back; dropped by a panic, it is a failure.
#[derive(Debug)]
#[must_use = "report what came of the call; a dropped permit says nothing"]
pub struct PackedPermit<'b, C: Clock = SystemClock> {
    breaker: &'b PackedBreaker<C>,
    generation: Generation,
    probe: bool,
    /// Whether a panic was under way already: that one is not of this call.
    panicking: bool,
    reported: bool,
}

impl<'b, C: Clock> PackedPermit<'b, C> {
    #[inline]
    pub(super) fn new(breaker: &'b PackedBreaker<C>, generation: Generation, probe: bool) -> Self {
        let panicking = thread::panicking();
        Self { breaker, generation, probe, panicking, reported: false }
    }

    /// The call went well.
    #[inline]
    pub fn success(self) -> Counted {
        self.report(Verdict::Success)
    }

    /// The call failed.
    #[inline]
    pub fn failure(self) -> Counted {
        self.report(Verdict::Failure)
    }

    /// The call says nothing about the service.
    #[inline]
    pub fn ignore(self) -> Counted {
        self.report(Verdict::Ignored)
    }

    /// What came of the call.
    #[inline]
    pub fn report(mut self, verdict: Verdict) -> Counted {
        self.reported = true;
        self.breaker.report(self.generation, verdict)
    }

    /// Whether the call is a probe.
    pub const fn is_probe(&self) -> bool {
        self.probe
    }
}

impl<C: Clock> Drop for PackedPermit<'_, C> {
    #[inline]
    fn drop(&mut self) {
        if !self.reported {
            let panicked = thread::panicking() && !self.panicking;
            let verdict = if panicked { Verdict::Failure } else { Verdict::Ignored };
            self.breaker.settle(self.generation, verdict);
        }
    }
}
