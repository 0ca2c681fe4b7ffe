use clock::{Clock, Moment, SystemClock};

use super::change::{Counted, State, Verdict};
use super::config_error::ConfigError;
use super::packed_permit::PackedPermit;
use super::refused::Refused;
use super::rule::Rule;
use super::settings::Settings;
use super::sync::atomic::{AtomicU64, Ordering};
use super::word::Generation;

/// A breaker without a lock, for failures in a row: its whole state is one
/// atomic word. At whole milliseconds it does what
/// [`Breaker`](super::breaker::Breaker) does with the same settings.
///
/// A call that goes well while nothing failed writes nothing at all, and reads
/// no clock: threads that use a healthy service share the word's cache line.
///
/// All orderings are `Relaxed`: the word is all that decides, and nothing else
/// is published through it.
#[derive(Debug)]
pub struct PackedBreaker<C = SystemClock> {
    word: AtomicU64,
    rule: Rule,
    clock: C,
    late: AtomicU64,
    ignored: AtomicU64,
}

impl PackedBreaker {
    /// A closed breaker on the system's clock.
    pub fn new(settings: &Settings) -> Result<Self, ConfigError> {
        Self::with_clock(settings, SystemClock::new())
    }
}

impl<C> PackedBreaker<C> {
    /// A closed breaker on `clock`.
    pub fn with_clock(settings: &Settings, clock: C) -> Result<Self, ConfigError> {
        let (rule, zero) = (Rule::new(settings)?, || AtomicU64::new(0));
        Ok(Self { word: zero(), rule, clock, late: zero(), ignored: zero() })
    }

    /// Results that came too late to count.
    pub fn late(&self) -> u64 {
        self.late.load(Ordering::Relaxed)
    }

    /// Results that said nothing about the service.
    pub fn ignored(&self) -> u64 {
        self.ignored.load(Ordering::Relaxed)
    }
}

impl<C: Clock> PackedBreaker<C> {
    /// Asks for one call. Whoever has the permit reports what came of it.
    #[inline]
    pub fn permit(&self) -> Result<PackedPermit<'_, C>, Refused> {
        let (generation, probe) = self.acquire()?;
        Ok(PackedPermit::new(self, generation, probe))
    }

    /// The state now. Looking changes nothing.
    pub fn state(&self) -> State {
        self.rule.state(self.word.load(Ordering::Relaxed), || self.clock.now())
    }

    #[inline]
    pub(super) fn acquire(&self) -> Result<(Generation, bool), Refused> {
        let mut now = Once { clock: &self.clock, now: None };
        let mut word = self.word.load(Ordering::Relaxed);
        loop {
            let (next, generation, probe) = self.rule.acquire(word, || now.get())?;
            match self.swap_in(word, next) {
                Ok(()) => return Ok((generation, probe)),
                Err(newer) => word = newer,
            }
        }
    }

    /// A report that is counted.
    #[inline]
    pub(super) fn report(&self, of: Generation, verdict: Verdict) -> Counted {
        let counted = self.settle(of, verdict);
        match counted {
            Counted::Yes => {}
            Counted::Late => drop(self.late.fetch_add(1, Ordering::Relaxed)),
            Counted::Ignored => drop(self.ignored.fetch_add(1, Ordering::Relaxed)),
        }
        counted
    }

    /// A report, or a place that is given back: that is an ignored one that
    /// nobody counts.
    #[inline]
    pub(super) fn settle(&self, of: Generation, verdict: Verdict) -> Counted {
        let mut now = Once { clock: &self.clock, now: None };
        let mut word = self.word.load(Ordering::Relaxed);
        while let Some(next) = self.rule.report(word, of, verdict, || now.get()) {
            match self.swap_in(word, next) {
                Ok(()) if verdict == Verdict::Ignored => return Counted::Ignored,
                Ok(()) => return Counted::Yes,
                Err(newer) => word = newer,
            }
        }
        Counted::Late
    }

    /// Swaps the next word in if this one is still what it was decided upon.
    #[inline]
    fn swap_in(&self, word: u64, next: u64) -> Result<(), u64> {
        if next == word {
            return Ok(());
        }
        let swap =
            self.word.compare_exchange_weak(word, next, Ordering::Relaxed, Ordering::Relaxed);
        swap.map(drop)
    }
}

/// A clock that is read when it is needed, and then once.
struct Once<'c, C> {
    clock: &'c C,
    now: Option<Moment>,
}

impl<C: Clock> Once<'_, C> {
    fn get(&mut self) -> Moment {
        *self.now.get_or_insert_with(|| self.clock.now())
    }
}
