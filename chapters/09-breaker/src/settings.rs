use std::time::Duration;

use super::config_error::ConfigError;
use super::slots::SLOTS;

/// When a breaker opens, how long it stays so, and what closes it again.
///
/// The defaults suit steady traffic (spec R-17): half of at least 20 calls
/// within 60 s; then 10 s of rest, one probe at a time, and two good ones in a
/// row close it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What opens it.
    pub trigger: Trigger,
    /// A second trigger beside it: either one opens the breaker (spec R-10).
    pub slow: Option<Slow>,
    /// How long nothing is sent after it opened. The first call at or after the
    /// end is let through.
    pub cool_off: Duration,
    /// How many probes may be out at the same time in half-open.
    pub probes: u32,
    /// How many good results in a row close it.
    pub successes: u32,
    /// Recovery in steps instead of probes (spec R-11): the percentages, rising,
    /// such as 1, 10, 100. Empty: probes.
    pub steps: Vec<u8>,
}

impl Default for Settings {
    fn default() -> Self {
        let window = Window::Time(Duration::from_mins(1));
        Self {
            trigger: Trigger::Ratio { percent: 50, window, min_samples: 20 },
            slow: None,
            cool_off: Duration::from_secs(10),
            probes: 1,
            successes: 2,
            steps: Vec::new(),
        }
    }
}

impl Settings {
    /// Where calls are too rare for a ratio: five failures in a row (spec R-17).
    pub fn rare() -> Self {
        Self { trigger: Trigger::Consecutive(5), ..Self::default() }
    }

    /// Says what is wrong with these settings, and how to mend it.
    pub fn check(&self) -> Result<(), ConfigError> {
        match self.trigger {
            Trigger::Consecutive(0) => return Err(ConfigError::NoFailures),
            Trigger::Consecutive(_) => {}
            Trigger::Ratio { percent, window, min_samples } => ratio(percent, window, min_samples)?,
        }
        match self.slow {
            Some(Slow::Ratio { percent, window, min_samples, .. }) => {
                ratio(percent, window, min_samples)?;
            }
            Some(Slow::P95 { times, .. }) if times < 2 => return Err(ConfigError::Times(times)),
            Some(Slow::P95 { lasting, .. }) => span(lasting)?,
            None => {}
        }
        let rising = self.steps.is_sorted_by(|one, next| one < next);
        let within = self.steps.iter().all(|percent| (1..=100).contains(percent));
        match () {
            () if self.cool_off.is_zero() => Err(ConfigError::NoCoolOff),
            () if self.probes == 0 => Err(ConfigError::NoProbes),
            () if self.successes == 0 => Err(ConfigError::NoSuccesses),
            () if !rising || !within => Err(ConfigError::Steps),
            () => Ok(()),
        }
    }
}

/// What opens a breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// So many failures in a row.
    Consecutive(u32),
    /// So large a part of the recent calls failed.
    Ratio {
        /// At this many of a hundred it opens: 1 to 100.
        percent: u32,
        /// Which calls are recent.
        window: Window,
        /// With fewer calls than this it does not judge.
        min_samples: u32,
    },
}

/// Which calls are recent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// The last so many, however old they are. 100 is a good number.
    Calls(u32),
    /// Those of this time, counted in ten slots: a slot that began this long
    /// ago is dropped as a whole, so between nine and ten tenths are held.
    Time(Duration),
}

impl Window {
    /// More calls than this are refused as a setting.
    pub const CALLS_MAX: u32 = 100_000;
}

/// When slowness alone opens a breaker (spec R-10). Failures count too: a
/// time-out is slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slow {
    /// So large a part of the recent calls was slow.
    Ratio {
        /// A call that took longer than this is slow.
        over: Duration,
        /// At this many of a hundred it opens: 1 to 100.
        percent: u32,
        /// Which calls are recent.
        window: Window,
        /// With fewer calls than this it does not judge.
        min_samples: u32,
    },
    /// The 95th percentile was over a multiple of what it was before, for a while.
    P95 {
        /// The multiple: 3 is a good number.
        times: u32,
        /// For how long without a break, in ten slots: 2 min is a good time. What
        /// is usual is the same length of time before that.
        lasting: Duration,
    },
}

fn ratio(percent: u32, window: Window, min_samples: u32) -> Result<(), ConfigError> {
    match window {
        _ if !(1..=100).contains(&percent) => Err(ConfigError::Percent(percent)),
        _ if min_samples == 0 => Err(ConfigError::NoMinSamples),
        Window::Calls(calls) if calls == 0 || calls > Window::CALLS_MAX => {
            Err(ConfigError::Calls(calls))
        }
        Window::Calls(calls) if min_samples > calls => {
            Err(ConfigError::MinSamples { min_samples, calls })
        }
        Window::Calls(_) => Ok(()),
        Window::Time(time) => span(time),
    }
}

/// A slot is a tenth, and lasts at least a nanosecond.
fn span(time: Duration) -> Result<(), ConfigError> {
    if time.as_nanos() < SLOTS as u128 { Err(ConfigError::Time(time)) } else { Ok(()) }
}
