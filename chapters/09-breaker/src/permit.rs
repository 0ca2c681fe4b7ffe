use std::sync::Arc;
use std::thread;

use clock::{Clock, SystemClock};

use super::breaker::Breaker;
use super::change::{Counted, Ticket, Verdict};

/// The right to make one call. It is used up by the report, so that no call
/// reports twice (spec R-07).
///
/// Dropped without a report, it gives its place back and says nothing about the
/// service: the caller went away. Dropped by a panic, it is a failure.
#[derive(Debug)]
#[must_use = "report what came of the call; a dropped permit says nothing"]
pub struct Permit<'b, C: Clock = SystemClock> {
    breaker: Handle<'b, C>,
    /// None once it is reported.
    ticket: Option<Ticket>,
    /// Whether a panic that is under way is not of this call: it was there
    /// before, or the call's own is caught elsewhere.
    panicking: bool,
}

impl<'b, C: Clock> Permit<'b, C> {
    pub(super) fn new(breaker: Handle<'b, C>, ticket: Ticket) -> Self {
        Self { breaker, ticket: Some(ticket), panicking: thread::panicking() }
    }

    /// From here on a panic is not taken for the call's: whoever calls this
    /// catches that one itself. Dropped, the permit only gives its place back.
    pub(super) fn unblamed(mut self) -> Self {
        self.panicking = true;
        self
    }

    /// The call went well.
    pub fn success(self) -> Counted {
        self.report(Verdict::Success)
    }

    /// The call failed.
    pub fn failure(self) -> Counted {
        self.report(Verdict::Failure)
    }

    /// The call says nothing about the service.
    pub fn ignore(self) -> Counted {
        self.report(Verdict::Ignored)
    }

    /// What came of the call.
    pub fn report(mut self, verdict: Verdict) -> Counted {
        match self.ticket.take() {
            Some(ticket) => self.breaker.get().report(ticket, verdict),
            None => unreachable!("a report uses the permit up"),
        }
    }

    /// Whether the call is a probe: let through to see if the service is well.
    pub fn is_probe(&self) -> bool {
        self.ticket.as_ref().is_some_and(|ticket| ticket.probe)
    }
}

impl<C: Clock> Drop for Permit<'_, C> {
    fn drop(&mut self) {
        let Some(ticket) = self.ticket.take() else { return };
        if thread::panicking() && !self.panicking {
            self.breaker.get().report(ticket, Verdict::Failure);
        } else {
            self.breaker.get().give_back(ticket);
        }
    }
}

/// The breaker that a permit is of: borrowed, or kept alive.
#[derive(Debug)]
pub(super) enum Handle<'b, C> {
    Borrowed(&'b Breaker<C>),
    Shared(Arc<Breaker<C>>),
}

impl<C> Handle<'_, C> {
    fn get(&self) -> &Breaker<C> {
        match self {
            Self::Borrowed(breaker) => breaker,
            Self::Shared(breaker) => breaker,
        }
    }
}
