use std::time::Duration;

use clock::Moment;

use super::change::{Change, Why};
use super::machine::Machine;
use super::phase::Phase;
use super::watch::Watch;

/// How one state follows another.
impl Machine {
    /// A cool-off that is over ends when somebody asks: nothing ticks.
    pub(super) fn end_cool_off(&mut self, now: Moment) {
        match self.phase {
            Phase::Open { until } if now >= until => {
                let next = self.trial(0).unwrap_or(Phase::HalfOpen { out: 0, good: 0 });
                self.enter(now, next, Why::CoolOffOver); // lit: half-open
            }
            _ => {}
        }
    }

    /// A result that counts.
    pub(super) fn count(&mut self, now: Moment, failed: bool, took: Duration) {
        let slow = self.past.is_slow(took);
        match &mut self.phase {
            Phase::Closed { watch } => {
                if let Some(why) = watch.record(now, failed, took) {
                    self.open(now, why); // lit: opens
                }
            }
            Phase::ForcedClosed { watch } => drop(watch.record(now, failed, took)),
            Phase::HalfOpen { .. } | Phase::Recovering { .. } if failed => {
                self.open(now, Why::ProbeFailed); // lit: opens-again
            }
            Phase::HalfOpen { .. } | Phase::Recovering { .. } if slow => {
                self.open(now, Why::ProbeSlow);
            }
            Phase::HalfOpen { good, .. } | Phase::Recovering { good, .. } => {
                *good += 1;
                if *good >= self.settings.successes {
                    self.go_on(now);
                }
            }
            // Nobody was admitted in these generations.
            Phase::Open { .. } | Phase::ForcedOpen => {}
        }
    }

    /// Enough were good: the next step, or closed.
    fn go_on(&mut self, now: Moment) {
        let why = Why::Good { successes: self.settings.successes };
        let next = match self.phase {
            Phase::Recovering { step, .. } => self.trial(step + 1),
            _ => None,
        };
        match next {
            Some(next) => self.enter(now, next, why),
            None => self.close(now, why), // lit: closes
        }
    }

    fn open(&mut self, now: Moment, why: Why) {
        let until = now.saturating_add(self.settings.cool_off);
        self.enter(now, Phase::Open { until }, why);
    }

    pub(super) fn close(&mut self, now: Moment, why: Why) {
        let watch = Watch::new(&self.settings);
        self.enter(now, Phase::Closed { watch }, why);
    }

    /// The step of a recovery, if there is one of this number.
    fn trial(&self, step: usize) -> Option<Phase> {
        let percent = *self.settings.steps.get(step)?;
        Some(Phase::Recovering { step, percent, turn: 0, out: 0, good: 0 })
    }

    /// The one place where the state changes: a new generation begins with each.
    pub(super) fn enter(&mut self, now: Moment, next: Phase, why: Why) {
        let at = self.at(now);
        let from = self.phase.state();
        let (samples, failed) = self.results(at, why);
        let left = std::mem::replace(&mut self.phase, next);
        if let Phase::Closed { watch } | Phase::ForcedClosed { watch } = left {
            self.past = watch;
        }
        self.generation += 1;
        let (to, generation) = (self.phase.state(), self.generation);
        self.change = Some(Change { from, to, why, at, generation, samples, failed });
    }

    /// What the state that ends had counted.
    fn results(&self, now: Moment, why: Why) -> (u64, u64) {
        match &self.phase {
            Phase::Closed { watch } | Phase::ForcedClosed { watch } => watch.counts(now),
            Phase::HalfOpen { good, .. } | Phase::Recovering { good, .. } => {
                let failed = u64::from(matches!(why, Why::ProbeFailed));
                let slow = u64::from(matches!(why, Why::ProbeSlow));
                (u64::from(*good) + failed + slow, failed)
            }
            Phase::Open { .. } | Phase::ForcedOpen => (0, 0),
        }
    }

    /// Time does not go back: a late reader of the clock counts as the latest.
    pub(super) fn at(&mut self, now: Moment) -> Moment {
        self.latest = self.latest.max(now);
        self.latest
    }
}
