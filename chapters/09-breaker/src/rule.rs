use clock::Moment;

use super::change::{State, Verdict};
use super::config_error::ConfigError;
use super::refused::Refused;
use super::settings::{Settings, Trigger};
use super::word::{DATA_MAX, GENERATION_MAX, Generation, HALF_MAX, Now, pack, unpack};

/// What does not change: when it opens, for how long, and what closes it.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    failures: u64,
    cool_off_ms: u64,
    probes: u64,
    successes: u64,
}

impl Rule {
    /// The rule of `settings`, if it counts failures in a row and nothing else.
    pub fn new(settings: &Settings) -> Result<Self, ConfigError> {
        settings.check()?;
        let plain = settings.slow.is_none() && settings.steps.is_empty();
        let (Trigger::Consecutive(failures), true) = (settings.trigger, plain) else {
            return Err(ConfigError::NotPacked);
        };
        let (probes, successes) = (settings.probes.into(), settings.successes.into());
        for (what, value) in [("probes", probes), ("successes", successes)] {
            if value > HALF_MAX {
                return Err(ConfigError::TooLarge { what, most: HALF_MAX });
            }
        }
        let cool_off_ms = settings.cool_off.as_nanos().div_ceil(1_000_000);
        let cool_off_ms = u64::try_from(cool_off_ms).unwrap_or(u64::MAX);
        Ok(Self { failures: failures.into(), cool_off_ms, probes, successes })
    }

    /// What the word becomes if a call is let through; its generation, and
    /// whether it is a probe. A closed breaker does not change, nor ask the time.
    #[inline]
    pub fn acquire(
        &self,
        word: u64,
        now: impl FnOnce() -> Moment,
    ) -> Result<(u64, Generation, bool), Refused> {
        match unpack(word) {
            (generation, Now::Closed { .. }) => Ok((word, generation, false)),
            (generation, Now::Open { at_ms }) => {
                let retry_at = self.retry_at(at_ms);
                if now() < retry_at {
                    return Err(Refused::Open { retry_at });
                }
                let generation = (generation + 1) & GENERATION_MAX;
                Ok((pack(generation, Now::HalfOpen { out: 1, good: 0 }), generation, true))
            }
            (_, Now::HalfOpen { out, .. }) if out >= self.probes => Err(Refused::HalfOpenFull),
            (generation, Now::HalfOpen { out, good }) => {
                Ok((pack(generation, Now::HalfOpen { out: out + 1, good }), generation, true))
            }
        }
    }

    /// What the word becomes by a report; None if that comes too late. A success
    /// of a closed breaker that counts no failures changes nothing.
    #[inline]
    pub fn report(
        &self,
        word: u64,
        of: Generation,
        verdict: Verdict,
        now: impl FnOnce() -> Moment,
    ) -> Option<u64> {
        let (generation, state) = unpack(word);
        if of != generation {
            return None;
        }
        Some(match (state, verdict) {
            (Now::Closed { .. }, Verdict::Success) => pack(of, Now::Closed { failures: 0 }),
            (Now::Closed { failures }, Verdict::Failure) if failures + 1 < self.failures => {
                pack(of, Now::Closed { failures: failures + 1 })
            }
            (Now::HalfOpen { good, .. }, Verdict::Success) if good + 1 >= self.successes => {
                pack(of + 1, Now::Closed { failures: 0 })
            }
            // A permit of the same generation, four million changes ago, has no place.
            (Now::HalfOpen { out, good }, Verdict::Success) => {
                pack(of, Now::HalfOpen { out: out.saturating_sub(1), good: good + 1 })
            }
            (Now::HalfOpen { out, good }, Verdict::Ignored) => {
                pack(of, Now::HalfOpen { out: out.saturating_sub(1), good })
            }
            (Now::Closed { .. } | Now::HalfOpen { .. }, Verdict::Failure) => {
                let at_ms = now().as_nanos().div_ceil(1_000_000).min(DATA_MAX);
                pack(of + 1, Now::Open { at_ms })
            }
            (Now::Closed { .. }, Verdict::Ignored) | (Now::Open { .. }, _) => word,
        })
    }

    /// The state that shows at `now`.
    pub fn state(&self, word: u64, now: impl FnOnce() -> Moment) -> State {
        match unpack(word).1 {
            Now::Closed { .. } => State::Closed,
            Now::Open { at_ms } if now() < self.retry_at(at_ms) => State::Open,
            Now::Open { .. } | Now::HalfOpen { .. } => State::HalfOpen,
        }
    }

    fn retry_at(&self, at_ms: u64) -> Moment {
        Moment::from_millis(at_ms.saturating_add(self.cool_off_ms))
    }
}
