use clock::Moment;

use super::ring::Ring;
use super::settings::Window;
use super::slots::Slots;

/// Recent calls, how many of them are bad, and how many may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recent {
    pub held: Held,
    percent: u32,
    min_samples: u32,
}

/// Where they are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// The last so many.
    Calls(Ring),
    /// Those of the last so long.
    Time(Slots),
}

impl Recent {
    /// No calls yet.
    pub fn new(percent: u32, window: Window, min_samples: u32) -> Self {
        let held = match window {
            Window::Calls(calls) => Held::Calls(Ring::new(calls)),
            Window::Time(time) => Held::Time(Slots::new(time)),
        };
        Self { held, percent, min_samples }
    }

    /// Counts a result; bad ones and all, if that is too much.
    pub fn record(&mut self, now: Moment, bad: bool) -> Option<(u64, u64)> {
        match &mut self.held {
            Held::Calls(ring) => ring.record(bad),
            Held::Time(slots) => slots.record(now, bad),
        }
        let (samples, bad) = self.counts(now);
        let enough = samples >= u64::from(self.min_samples);
        // Whole numbers, and at the threshold it is too much.
        let too_much = bad * 100 >= u64::from(self.percent) * samples;
        (enough && too_much).then_some((bad, samples))
    }

    /// All of them, and bad ones.
    pub fn counts(&self, now: Moment) -> (u64, u64) {
        match &self.held {
            Held::Calls(ring) => (u64::from(ring.samples()), u64::from(ring.bad())),
            Held::Time(slots) => slots.counts(now),
        }
    }
}
