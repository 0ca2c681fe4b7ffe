//! How the keyed limiter stands in the simulation: its gauges, its sentences, and
//! the runs that are worth a look.
//!
//! What a request *asks for* is here the number of its key: 1 is tenant a, 2 is
//! tenant b, and 0 is nobody, who is not limited. Each takes one token.

use std::time::Duration;

use clock::{ManualClock, Moment};
use simulation::{Gauges, Input, Knob, Mechanism, Output, Params, Request, Setting, Subject, Unit};
use token_bucket::{Limit, Rate, Refused};

use super::keyed::KeyedLimiter;
use super::limits::Limits;
use super::readings::Lacks;

mod curated;
mod first;
mod words;

use curated::curated;
use first::FirstStage;
use words::Narrator;

/// The keyed limiter, as the pages know it.
pub const MECHANISM: Mechanism = Mechanism {
    name: "keyed-limits",
    title: "Keyed limits",
    question: "How is one noisy caller kept from using up everybody\u{2019}s share?",
    knobs: &KNOBS,
    build: |params| Ok(Box::new(Stage::new(params)?)),
    narrator: &Narrator,
    lit: simulation::lit,
    curated,
};

/// The version of [`first_try`](crate::first_try), on the same stage.
pub const FIRST_TRY: Mechanism = Mechanism {
    name: "keyed-limits-first-try",
    title: "Keyed limits, first try",
    // It has places for all.
    knobs: &[KNOBS[0], KNOBS[1], KNOBS[2], KNOBS[3], KNOBS[4]],
    build: |params| Ok(Box::new(FirstStage::new(params)?)),
    ..MECHANISM
};

const KNOBS: [Knob; 6] = [
    Knob::number("rate", "A tenant\u{2019}s tokens a minute", (0, 1200), 120),
    Knob::number("burst", "A tenant\u{2019}s bucket holds", (1, 12), 4),
    Knob::number("all-rate", "Tokens a minute of all together", (0, 6000), 360),
    Knob::number("all-burst", "The bucket of all holds", (1, 40), 10),
    Knob::choice("tenants", "A bucket for each tenant", &["yes", "no"]),
    Knob::number("places", "Tenants that are remembered", (1, 8), 4),
];

/// Tenants that have gauges of their own; their keys count from 1.
const SHOWN: usize = 4;
const LEVELS: [&str; SHOWN] = ["tenant-a", "tenant-b", "tenant-c", "tenant-d"];
const PASSED: [&str; SHOWN] = ["passed-a", "passed-b", "passed-c", "passed-d"];

const OWN_EMPTY: &str = "its own bucket has no token";
const ALL_EMPTY: &str = "the bucket of all has no token";
const OVERFLOW_EMPTY: &str = "it has no place, and the overflow has no token";
const BOTH_EMPTY: &str = "neither its own bucket nor that of all has a token";

#[derive(Clone, Copy, Debug)]
struct Knobs([u64; 6]);

impl Knobs {
    fn of(params: &Params) -> Self {
        Self(KNOBS.map(|knob| params.get(knob.name, knob.default)))
    }

    fn set(&mut self, setting: &Setting) -> bool {
        let place = KNOBS.iter().position(|knob| knob.name == setting.name);
        place.map(|place| self.0[place] = setting.value).is_some()
    }

    /// Of each tenant, and of all.
    fn limits(self) -> Result<[Limit; 2], String> {
        let [rate, burst, all_rate, all_burst, tenants, _] = self.0;
        let limit = |tokens, burst| {
            let rate = Rate::Per { tokens, per: Duration::from_mins(1) };
            Limit::new(rate, u32::try_from(burst).unwrap_or(u32::MAX))
        };
        let per_key = if tenants == 0 {
            limit(rate, burst)
        } else {
            Limit::new(Rate::Unlimited, u32::try_from(burst).unwrap_or(u32::MAX))
        };
        let both = [per_key, limit(all_rate, all_burst)];
        let [per_key, all] = both.map(|limit| limit.map_err(|error| error.to_string()));
        Ok([per_key?, all?])
    }
}

/// A [`KeyedLimiter`] on one shard, and what its tenants got.
#[derive(Debug)]
struct Stage {
    limiter: KeyedLimiter<u32, ManualClock>,
    /// What the limiter reads where it is not handed the time.
    clock: ManualClock,
    now: Moment,
    knobs: Knobs,
    passed: [i64; SHOWN],
}

impl Stage {
    fn new(params: &Params) -> Result<Self, String> {
        let knobs = Knobs::of(params);
        let [per_key, all] = knobs.limits()?;
        let places = usize::try_from(knobs.0[5]).unwrap_or(usize::MAX);
        let limits = Limits::per_key(per_key, places).under(all).shards(1);
        let clock = ManualClock::new();
        let limiter = KeyedLimiter::with_clock(limits, clock.clone());
        let limiter = limiter.map_err(|error| error.to_string())?;
        Ok(Self { limiter, clock, now: Moment::ZERO, knobs, passed: [0; SHOWN] })
    }

    fn arrive(&mut self, request: Request, out: &mut Vec<Output>) {
        let Request { id, cost: key, .. } = request;
        if key == 0 {
            out.push(Output::Admit(id));
            return;
        }
        out.push(match self.limiter.take(&key, 1, self.now) {
            Ok(()) => {
                count(&mut self.passed, key);
                Output::Admit(id)
            }
            Err(refused) => {
                Output::Refuse { id, why: self.why(key).into(), retry_at: until(refused) }
            }
        });
    }

    /// Which bucket had no token. A refusal changes nothing, so that is still to be seen.
    fn why(&self, key: u32) -> &'static str {
        match self.limiter.lacks(&key, self.now) {
            Lacks { place: true, own: true, .. } => OVERFLOW_EMPTY,
            Lacks { own: true, all: true, .. } => BOTH_EMPTY,
            Lacks { own: true, .. } => OWN_EMPTY,
            _ => ALL_EMPTY,
        }
    }

    fn set(&mut self, setting: &Setting, out: &mut Vec<Output>) {
        let mut knobs = self.knobs;
        if setting.name == "places" {
            let note = "the number of places is fixed while it runs";
            out.push(Output::Note(note.into()));
            return;
        }
        if !knobs.set(setting) {
            return;
        }
        match knobs.limits() {
            Ok([per_key, all]) => {
                self.clock.set(self.now);
                self.limiter.set_limits(per_key, Some(all));
                self.knobs = knobs;
            }
            Err(error) => out.push(Output::Note(error.into())),
        }
    }
}

/// Counts what was let through, for those who have a gauge.
fn count(passed: &mut [i64; SHOWN], key: u32) {
    if let Some(passed) = passed.get_mut(key as usize - 1) {
        *passed += 1;
    }
}

/// Who of those with a gauge has a place: one bit a tenant, a has the lowest.
fn bits(has_place: impl Fn(u32) -> bool) -> i64 {
    (1..).take(SHOWN).filter(|&key| has_place(key)).map(|key| 1 << (key - 1)).sum()
}

/// `None` if nobody can say.
fn until(refused: Refused) -> Option<Moment> {
    if let Refused::Until(at) = refused { Some(at) } else { None }
}

fn number<T: TryInto<i64>>(value: T) -> i64 {
    value.try_into().unwrap_or(i64::MAX)
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.now = now;
        match input {
            Input::Arrive(request) => self.arrive(request, out),
            Input::Set(setting) => self.set(&setting, out),
            Input::Finish(..) | Input::Wake => {}
        }
    }

    /// Where a line bends: a bucket is full.
    fn wake(&self) -> Option<Moment> {
        self.limiter.full_at(|&key| key as usize <= SHOWN, self.now)
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        self.clock.set(now);
        let all = self.limiter.global_micro_tokens().unwrap_or(0);
        gauges.line("all", Unit::MicroTokens, all);
        for (key, name) in (1..).zip(LEVELS) {
            gauges.line(name, Unit::MicroTokens, self.limiter.micro_tokens(&key));
        }
        gauges.line("overflow", Unit::MicroTokens, self.limiter.overflow_micro_tokens());
        for (passed, name) in self.passed.into_iter().zip(PASSED) {
            gauges.step(name, Unit::Count, passed);
        }
        gauges.step("remembered", Unit::Count, number(self.limiter.keys()));
        gauges.step("by-overflow", Unit::Count, number(self.limiter.overflowed()));
        gauges.step("placed", Unit::Count, bits(|key| self.limiter.has_place(&key)));
    }

    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        let clock = ManualClock::new();
        let limiter = self.limiter.copy(clock.clone());
        let Self { now, knobs, passed, .. } = *self;
        Some(Box::new(Self { limiter, clock, now, knobs, passed }))
    }
}
