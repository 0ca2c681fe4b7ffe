use std::time::Duration;

use clock::Moment;

use super::change::State;
use super::machine::Machine;
use super::phase::Phase;
use super::settings::Settings;
use super::watch::Watch;

/// What can be seen of a breaker. Looking changes nothing.
impl Machine {
    /// The state at `now`. A cool-off that is over shows as half-open, although
    /// the change, and its generation, come with the call that asks first.
    pub fn state(&self, now: Moment) -> State {
        match self.phase {
            Phase::Open { until } if self.latest.max(now) >= until => {
                match self.settings.steps.first() {
                    Some(&percent) => State::Recovering { percent },
                    None => State::HalfOpen,
                }
            }
            _ => self.phase.state(),
        }
    }

    /// The state as of its last change: an open breaker is open until somebody asks.
    pub const fn state_entered(&self) -> State {
        self.phase.state()
    }

    /// The settings in force.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many changes there were.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// What it remembers of its calls while it is closed; in the other states,
    /// what it remembered when it was closed last.
    pub const fn watch(&self) -> &Watch {
        match &self.phase {
            Phase::Closed { watch } | Phase::ForcedClosed { watch } => watch,
            _ => &self.past,
        }
    }

    /// Calls in the window at `now`; while it is not closed, in an empty one.
    pub fn samples(&self, now: Moment) -> u64 {
        self.counts(now).0
    }

    /// Failed calls in the window at `now`; in a row, for that trigger.
    pub fn failed(&self, now: Moment) -> u64 {
        self.counts(now).1
    }

    fn counts(&self, now: Moment) -> (u64, u64) {
        match &self.phase {
            Phase::Closed { watch } | Phase::ForcedClosed { watch } => {
                watch.counts(self.latest.max(now))
            }
            _ => (0, 0),
        }
    }

    /// When an open breaker lets the next call through.
    pub const fn retry_at(&self) -> Option<Moment> {
        match self.phase {
            Phase::Open { until } => Some(until),
            _ => None,
        }
    }

    /// What is left of the cool-off.
    pub fn cool_off_left(&self, now: Moment) -> Duration {
        self.retry_at().map_or(Duration::ZERO, |until| until.since(self.latest.max(now)))
    }

    /// Probes that have not reported.
    pub const fn probes_out(&self) -> u32 {
        match self.phase {
            Phase::HalfOpen { out, .. } | Phase::Recovering { out, .. } => out,
            _ => 0,
        }
    }

    /// Good results in a row since the trial, or its step, began.
    pub const fn good(&self) -> u32 {
        match self.phase {
            Phase::HalfOpen { good, .. } | Phase::Recovering { good, .. } => good,
            _ => 0,
        }
    }

    /// Results that came too late to count.
    pub const fn late(&self) -> u64 {
        self.late
    }

    /// Results that said nothing about the service.
    pub const fn ignored(&self) -> u64 {
        self.ignored
    }
}
