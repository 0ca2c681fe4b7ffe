//! What the service and its callers are built from.

use std::time::Duration;

use clock::Moment;

use crate::{Knob, Output, Params, text};

/// The knobs of the service. The first seven are those of the first try, too.
pub(crate) const KNOBS: [Knob; 10] = [
    knob("workers", "Workers", 1, 2000, 10),
    knob("latency-ms", "A call takes, ms", 1, 5000, 100),
    knob("slow-ms", "While slow, ms (0: it never answers)", 0, 5000, 500),
    knob("slow-from-ms", "Slow from, ms", 0, 600_000, 10_000),
    knob("slow-until-ms", "Slow until, ms", 0, 600_000, 20_000),
    knob("patience-ms", "Callers give up after, ms (0: never)", 0, 60_000, 1000),
    knob("attempts", "Attempts of each caller", 1, 5, 3),
    Knob::choice("policy", "What it does with work", &POLICIES),
    knob("queue-max", "The bounded queue holds, requests", 0, 1000, 50),
    knob("call-limit-ms", "A call is cut off after, ms (0: never)", 0, 60_000, 0),
];

const fn knob(name: &'static str, label: &'static str, min: u64, max: u64, default: u64) -> Knob {
    Knob::number(name, label, (min, max), default)
}

/// The names of the policies, in the order of their numbers.
const POLICIES: [&str; 4] =
    ["queues all of it", "bounded queue", "drops what expired", "drops the hopeless"];

/// What the service does with work that it cannot do at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Policy {
    /// It queues everything and does everything.
    Endless,
    /// It turns away what finds this many in the queue.
    Bounded(usize),
    /// It drops what has waited until its caller gave up.
    DropExpired,
    /// It drops what would not be finished before its caller gives up.
    DropHopeless,
}

/// The settings of one run.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    params: Params,
    pub(crate) workers: usize,
    pub(crate) policy: Policy,
    pub(crate) patience: Option<Duration>,
    pub(crate) attempts_max: u32,
    pub(crate) call_limit: Option<Duration>,
    pub(crate) dependency: Dependency,
}

impl Settings {
    /// The error is one sentence that names the knob.
    pub(crate) fn of(params: &Params) -> Result<Self, String> {
        let [workers, latency, slow, from, until, patience, attempts, policy, queue_max, limit] =
            checked(params)?;
        let [latency, slow, patience, limit] = [latency, slow, patience, limit]
            .map(|ms| (ms > 0).then_some(Duration::from_millis(ms)));
        Ok(Self {
            params: params.clone(),
            workers: usize::try_from(workers).unwrap_or(usize::MAX),
            policy: match policy {
                0 => Policy::Endless,
                1 => Policy::Bounded(usize::try_from(queue_max).unwrap_or(usize::MAX)),
                2 => Policy::DropExpired,
                _ => Policy::DropHopeless,
            },
            patience,
            attempts_max: u32::try_from(attempts).unwrap_or(u32::MAX),
            call_limit: limit,
            dependency: Dependency {
                latency,
                slow,
                from: Moment::from_millis(from),
                until: Moment::from_millis(until),
            },
        })
    }

    /// The same with one knob turned.
    pub(crate) fn with(&self, name: &str, value: u64) -> Result<Self, String> {
        Self::of(&self.params.clone().with(name, value))
    }
}

fn checked(params: &Params) -> Result<[u64; KNOBS.len()], String> {
    let mut values = [0; KNOBS.len()];
    for (value, knob) in values.iter_mut().zip(&KNOBS) {
        *value = params.get(knob.name, knob.default);
        if !(knob.min..=knob.max).contains(value) {
            return Err(format!(
                "{} must be from {} to {}, not {value}",
                knob.name, knob.min, knob.max
            ));
        }
    }
    Ok(values)
}

/// What the service calls for each request: well, except in one stretch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dependency {
    latency: Option<Duration>,
    slow: Option<Duration>,
    from: Moment,
    until: Moment,
}

impl Dependency {
    /// How long a call takes that begins at `now`; `None`: it never answers.
    ///
    /// It is fixed when the call begins: one that began in the slow stretch
    /// stays slow.
    pub(crate) fn takes(&self, now: Moment) -> Option<Duration> {
        if self.is_slow(now) { self.slow } else { self.latency }
    }

    pub(crate) fn is_slow(&self, now: Moment) -> bool {
        self.from <= now && now < self.until
    }

    /// Says that it has become slow or well since `slow` was noted, and notes it.
    pub(crate) fn turned(&self, slow: &mut bool, now: Moment) -> Option<Output> {
        let was = std::mem::replace(slow, self.is_slow(now));
        if was == *slow {
            return None;
        }
        let why = match self.takes(now) {
            Some(takes) => format!("a call takes {} now", text::wait(takes)),
            None => "a call is never answered now".to_owned(),
        };
        let word = |slow| if slow { "slow" } else { "well" };
        Some(Output::Change { from: word(was).into(), to: word(*slow).into(), why: why.into() })
    }

    /// When it next becomes slow or well again, after `now`.
    pub(crate) fn turns(&self, now: Moment) -> Option<Moment> {
        [self.from, self.until].into_iter().filter(|&at| at > now && self.from < self.until).min()
    }
}
