use std::fmt;
use std::sync::{Arc, PoisonError};

use clock::{Clock, Moment, SystemClock};

use super::change::{Change, Counted, State, Ticket, Verdict};
use super::config_error::ConfigError;
use super::machine::Machine;
use super::permit::{Handle, Permit};
use super::refused::Refused;
use super::settings::Settings;
use super::sync::{Mutex, MutexGuard};
use super::told::Told;

/// A circuit breaker that threads share: a [`Machine`] behind one lock.
///
/// Ask for a [`permit`](Self::permit), make the call, and report what came of
/// it; or hand the call to [`call`](Self::call) or
/// [`call_async`](Self::call_async), which do all three (spec R-21).
pub struct Breaker<C = SystemClock> {
    shared: Mutex<Shared>,
    clock: C,
}

struct Shared {
    machine: Machine,
    told: Told,
}

impl Breaker {
    /// A closed breaker on the system's clock.
    pub fn new(settings: Settings) -> Result<Self, ConfigError> {
        Self::with_clock(settings, SystemClock::new())
    }
}

impl<C> Breaker<C> {
    /// A closed breaker on `clock`.
    pub fn with_clock(settings: Settings, clock: C) -> Result<Self, ConfigError> {
        let machine = Machine::new(settings)?;
        Ok(Self { shared: Mutex::new(Shared { machine, told: Told::default() }), clock })
    }

    /// From now on `listener` is told of each change of state: once, in order,
    /// by one thread at a time, and while no lock is held (spec R-12). So it
    /// never overlaps itself, and may use the breaker; a change that it causes
    /// is told when it has returned. It takes the place of an earlier one.
    pub fn on_state_change(&self, listener: impl Fn(&Change) + Send + Sync + 'static) {
        let earlier = self.lock().told.listener.replace(Arc::new(listener));
        // It may own anything, so it is not dropped under the lock.
        drop(earlier);
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // Nothing in here panics half-way, so even a poisoned machine is whole.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<C: Clock> Breaker<C> {
    /// Asks for one call. Whoever has the permit reports what came of it.
    pub fn permit(&self) -> Result<Permit<'_, C>, Refused> {
        Ok(Permit::new(Handle::Borrowed(self), self.acquire()?))
    }

    /// Asks for one call whose permit keeps the breaker alive, and so can go
    /// along into a task.
    pub fn permit_owned(self: &Arc<Self>) -> Result<Permit<'static, C>, Refused> {
        Ok(Permit::new(Handle::Shared(Arc::clone(self)), self.acquire()?))
    }

    /// The state now. Looking changes nothing: a cool-off that is over shows as
    /// half-open before anybody was let through.
    pub fn state(&self) -> State {
        self.read(Machine::state)
    }

    /// Anything else that can be seen of the machine, at the time now. `look`
    /// runs under the lock: it must not use this breaker.
    pub fn read<T>(&self, look: impl FnOnce(&Machine, Moment) -> T) -> T {
        let now = self.clock.now();
        look(&self.lock().machine, now)
    }

    /// Opens it until somebody says otherwise; no probes.
    pub fn force_open(&self) {
        self.change(Machine::force_open);
    }

    /// Closes it until somebody says otherwise. It counts, and never opens.
    pub fn force_closed(&self) {
        self.change(Machine::force_closed);
    }

    /// Closes it with an empty window, as if it were new.
    pub fn reset(&self) {
        self.change(Machine::reset);
    }

    pub(super) fn acquire(&self) -> Result<Ticket, Refused> {
        self.change(Machine::acquire)
    }

    pub(super) fn report(&self, ticket: Ticket, verdict: Verdict) -> Counted {
        self.change(|machine, now| machine.report(now, ticket, verdict))
    }

    pub(super) fn give_back(&self, ticket: Ticket) {
        // It changes no state, and so there is nothing to tell.
        self.lock().machine.give_back(ticket);
    }

    /// The one place where the machine decides: the clock is read once, the
    /// change is queued under the lock, and told after it.
    fn change<T>(&self, act: impl FnOnce(&mut Machine, Moment) -> T) -> T {
        let now = self.clock.now();
        let mut shared = self.lock();
        let result = act(&mut shared.machine, now);
        let change = shared.machine.take_change();
        let mine = change.is_some_and(|change| shared.told.queue(change));
        drop(shared);
        if mine {
            self.tell();
        }
        result
    }

    /// Tells what is queued, until nothing is. No other thread is in here.
    fn tell(&self) {
        Told::tell_all(|| self.lock().told.next());
    }
}

impl<C> fmt::Debug for Breaker<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Breaker").field("machine", &self.lock().machine).finish_non_exhaustive()
    }
}
