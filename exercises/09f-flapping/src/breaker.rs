// The breaker. It is right; what it does with a service depends on its numbers.

use std::time::Duration;

use clock::Moment;

/// The numbers of a breaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many outcomes are remembered, 1 to 1000.
    pub calls: u32,
    /// From how many of a hundred failures on it opens, 1 to 100.
    pub percent: u32,
    /// With fewer outcomes it does not open, 1 to `calls`.
    pub min_samples: u32,
    /// How long it refuses everything, once it is open; at least 1.
    pub cool_off_ms: u64,
    /// How many probes may be under way at once, at least 1.
    pub probes: u32,
    /// How many good probes in a row close it, at least 1.
    pub successes: u32,
}

impl Settings {
    /// The first number that is out of its range, in words.
    fn mistake(self) -> Option<String> {
        let at_least_1 = [
            ("calls", u64::from(self.calls)),
            ("percent", self.percent.into()),
            ("min_samples", self.min_samples.into()),
            ("cool_off_ms", self.cool_off_ms),
            ("probes", self.probes.into()),
            ("successes", self.successes.into()),
        ];
        if let Some((name, _)) = at_least_1.into_iter().find(|&(_, value)| value == 0) {
            return Some(format!("`{name}` is 0, and must be at least 1"));
        }
        match self {
            Self { percent, .. } if percent > 100 => {
                Some(format!("`percent` is {percent}, and more than 100 of 100 never fail"))
            }
            Self { calls, .. } if calls > 1000 => {
                Some(format!("`calls` is {calls}; this breaker remembers 1000 at most"))
            }
            Self { calls, min_samples, .. } if min_samples > calls => Some(format!(
                "`min_samples` is {min_samples}, and only {calls} calls are remembered: it would \
                 never open"
            )),
            _ => None,
        }
    }
}

/// A result belongs to the epoch that admitted it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Permit {
    epoch: u64,
}

/// A breaker over the last calls.
#[derive(Debug)]
pub(crate) struct Breaker {
    settings: Settings,
    pub(crate) state: State,
    /// While it is not closed: what opened it.
    pub(crate) ring: Ring,
    epoch: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Closed,
    /// It refuses before this moment.
    Open {
        until: Moment,
    },
    HalfOpen {
        /// Probes under way.
        out: u32,
        /// Good ones in a row.
        good: u32,
    },
}

impl State {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open { .. } => "open",
            Self::HalfOpen { .. } => "half-open",
        }
    }
}

impl Breaker {
    /// A closed breaker; an error in words if the numbers make none.
    pub(crate) fn new(settings: Settings) -> Result<Self, String> {
        if let Some(mistake) = settings.mistake() {
            return Err(mistake);
        }
        Ok(Self { settings, state: State::Closed, ring: Ring::new(settings.calls), epoch: 0 })
    }

    /// Lets a call go; or says when to come back, as far as that is known.
    pub(crate) fn admit(&mut self, now: Moment) -> Result<Permit, Option<Moment>> {
        if let State::Open { until } = self.state {
            if now < until {
                return Err(Some(until));
            }
            self.go(State::HalfOpen { out: 0, good: 0 });
        }
        if let State::HalfOpen { out, .. } = &mut self.state {
            if *out >= self.settings.probes {
                return Err(None);
            }
            *out += 1;
        }
        Ok(Permit { epoch: self.epoch })
    }

    /// How a call ended.
    pub(crate) fn report(&mut self, now: Moment, permit: Permit, ok: bool) {
        if permit.epoch != self.epoch {
            return;
        }
        match &mut self.state {
            State::Closed => {
                self.ring.push(!ok);
                if self.is_due() {
                    self.open(now);
                }
            }
            State::HalfOpen { .. } if !ok => self.open(now),
            State::HalfOpen { out, good } => {
                (*out, *good) = (out.saturating_sub(1), *good + 1);
                if *good >= self.settings.successes {
                    self.ring = Ring::new(self.settings.calls);
                    self.go(State::Closed);
                }
            }
            State::Open { .. } => {}
        }
    }

    /// A call that was dropped: its place is free again, and nothing is counted.
    pub(crate) fn give_back(&mut self, permit: Permit) {
        match &mut self.state {
            State::HalfOpen { out, .. } if permit.epoch == self.epoch => {
                *out = out.saturating_sub(1);
            }
            _ => {}
        }
    }

    fn is_due(&self) -> bool {
        let Ring { samples, failed, .. } = self.ring;
        samples >= self.settings.min_samples && failed * 100 >= self.settings.percent * samples
    }

    fn open(&mut self, now: Moment) {
        let until = now + Duration::from_millis(self.settings.cool_off_ms);
        self.go(State::Open { until });
    }

    fn go(&mut self, to: State) {
        self.state = to;
        self.epoch += 1;
    }
}

/// The last outcomes, with a running count.
#[derive(Debug)]
pub(crate) struct Ring {
    /// True for a failure; `None` where no outcome is yet.
    pub(crate) cells: Vec<Option<bool>>,
    /// Where the next one goes.
    pub(crate) head: usize,
    pub(crate) samples: u32,
    pub(crate) failed: u32,
}

impl Ring {
    fn new(calls: u32) -> Self {
        Self { cells: vec![None; calls as usize], head: 0, samples: 0, failed: 0 }
    }

    fn push(&mut self, failed: bool) {
        let leaves = self.cells[self.head].replace(failed);
        self.head = (self.head + 1) % self.cells.len();
        self.samples += u32::from(leaves.is_none());
        self.failed += u32::from(failed);
        self.failed -= u32::from(leaves == Some(true));
    }
}
