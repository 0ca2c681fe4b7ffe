//! How the bucket stands in the simulation: its gauges, its sentences, and the
//! runs that are worth a look.

use std::collections::BTreeMap;

use clock::Moment;
use simulation::{
    Gauges, Input, Knob, Mechanism, Outcome, Output, Params, Request, RequestId, Setting, Subject,
    Unit,
};

use super::balance::Balance;
use super::limit::{ConfigError, Limit, Rate};
use super::refused::Refused;

mod curated;
mod first;
mod words;

use curated::curated;
use first::FirstStage;
use words::Narrator;

/// The token bucket, as the pages know it.
pub const MECHANISM: Mechanism = Mechanism {
    name: "token-bucket",
    title: "Token bucket",
    question: "How much may arrive at once, and how much in the long run?",
    knobs: &KNOBS,
    build: |params| Ok(Box::new(Stage::new(params).map_err(|error| error.to_string())?)),
    narrator: &Narrator,
    lit,
    curated,
};

/// The version of [`first_try`](crate::first_try), on the same stage.
pub const FIRST_TRY: Mechanism = Mechanism {
    name: "token-bucket-first-try",
    title: "Token bucket, first try",
    // It lends nothing.
    knobs: &[KNOBS[0], KNOBS[1]],
    build: |params| Ok(Box::new(FirstStage::new(params))),
    ..MECHANISM
};

const KNOBS: [Knob; 3] = [
    Knob::number("rate", "Tokens per second", (0, 50), 8),
    Knob::number("burst", "Bucket holds, tokens", (1, 12), 5),
    Knob::number("credit", "Credit, tokens", (0, 15), 0),
];

/// The gauge of a wait that never ends.
pub const NEVER: i64 = i64::MAX;

/// The bucket would lend, but its caller would be gone by then.
const TOO_LONG: &str = "the wait is longer than its patience";

/// Two refusals that no wait mends.
const NEVER_COMES: &str = "no token will come";
const OVER_BURST: &str = "more than the bucket can hold";

/// Those two are decided on lines of their own.
fn lit(output: &Output) -> Option<&'static str> {
    match output {
        Output::Refuse { why, .. } if why == NEVER_COMES => Some("never"),
        Output::Refuse { why, .. } if why == OVER_BURST => Some("over-burst"),
        other => simulation::lit(other),
    }
}

/// A [`Balance`] with the requests that wait for it.
#[derive(Clone, Debug)]
pub struct Stage {
    balance: Balance,
    knobs: Knobs,
    /// Who waits, by the moment at which it goes and then by its number.
    waiting: BTreeMap<(Moment, RequestId), u32>,
    /// Tokens that were given out, less those that came back.
    accepted: i64,
    refused: i64,
    now: Moment,
}

#[derive(Clone, Copy, Debug)]
struct Knobs {
    rate: u64,
    burst: u64,
    credit: u64,
}

impl Knobs {
    fn of(params: &Params) -> Self {
        let [rate, burst, credit] = KNOBS.map(|knob| params.get(knob.name, knob.default));
        Self { rate, burst, credit }
    }

    fn limit(self) -> Result<Limit, ConfigError> {
        let burst = u32::try_from(self.burst).unwrap_or(u32::MAX);
        Limit::new(Rate::per_second(self.rate), burst)
    }
}

impl Stage {
    /// A full bucket at time 0.
    pub fn new(params: &Params) -> Result<Self, ConfigError> {
        let knobs = Knobs::of(params);
        Ok(Self {
            balance: Balance::full(knobs.limit()?, Moment::ZERO),
            knobs,
            waiting: BTreeMap::new(),
            accepted: 0,
            refused: 0,
            now: Moment::ZERO,
        })
    }

    fn arrive(&mut self, now: Moment, request: Request, out: &mut Vec<Output>) {
        let Request { id, cost, patience } = request;
        // Without credit it goes at once or not at all.
        let lent = self.lends(cost, now) == Some(now);
        let latest = if lent { patience.map(|patience| now + patience) } else { Some(now) };
        match self.balance.take(cost, now, latest) {
            Ok(ready) => {
                self.accepted += i64::from(cost);
                if ready <= now {
                    out.push(Output::Admit(id));
                } else {
                    self.waiting.insert((ready, id), cost);
                    out.push(Output::Hold { id, until: Some(ready) });
                }
            }
            Err(refused) => {
                self.refused += 1;
                out.push(self.refusal(now, request, refused));
            }
        }
    }

    fn refusal(&self, now: Moment, request: Request, refused: Refused) -> Output {
        let Request { id, cost, patience } = request;
        let (why, retry_at) = match refused {
            Refused::Until(ready) => {
                let lent = self.lends(cost, now);
                let patient = patience.map(|patience| ready.saturating_sub(patience));
                let why = if lent == Some(now) { TOO_LONG } else { "not enough tokens" };
                (why, lent.max(patient))
            }
            Refused::Never => (NEVER_COMES, None),
            Refused::OverBurst { .. } => (OVER_BURST, None),
        };
        Output::Refuse { id, why: why.into(), retry_at }
    }

    fn release(&mut self, now: Moment, out: &mut Vec<Output>) {
        while let Some(first) = self.waiting.first_entry().filter(|first| first.key().0 <= now) {
            out.push(Output::Admit(first.key().1));
            first.remove();
        }
    }

    fn dropped(&mut self, id: RequestId, out: &mut Vec<Output>) {
        let key = self.waiting.keys().find(|&&(_, waiting)| waiting == id).copied();
        match key.and_then(|key| self.waiting.remove(&key)) {
            Some(cost) => {
                self.balance.give_back(cost);
                self.accepted -= i64::from(cost);
            }
            None => out.push(Output::Note(format!("request {id} was not waiting").into())),
        }
    }

    fn set(&mut self, now: Moment, setting: &Setting, out: &mut Vec<Output>) {
        let mut knobs = self.knobs;
        match setting.name.as_str() {
            "rate" => knobs.rate = setting.value,
            "burst" => knobs.burst = setting.value,
            "credit" => knobs.credit = setting.value,
            _ => return,
        }
        match knobs.limit() {
            Ok(limit) => {
                self.balance.set_limit(limit, now);
                self.knobs = knobs;
            }
            Err(error) => out.push(Output::Note(error.to_string().into())),
        }
    }

    /// When a request for `cost` tokens would be accepted, if it is patient:
    /// once the bucket holds as many, less those that it may owe.
    fn lends(&self, cost: u32, now: Moment) -> Option<Moment> {
        // What never flows in cannot be lent.
        let credit = if self.knobs.rate == 0 { 0 } else { self.knobs.credit };
        self.balance.holds(i64::from(cost).saturating_sub(count(credit)), now)
    }
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.now = now;
        match input {
            Input::Arrive(request) => self.arrive(now, request, out),
            Input::Finish(id, Outcome::Dropped) => self.dropped(id, out),
            Input::Finish(..) => {}
            Input::Wake => self.release(now, out),
            Input::Set(setting) => self.set(now, &setting, out),
        }
    }

    fn wake(&self) -> Option<Moment> {
        let due = self.waiting.keys().next().map(|&(ready, _)| ready);
        // Where the lines bend: one more fits, the bucket is full.
        let burst = i64::from(self.balance.limit().burst());
        let bends = [self.lends(1, self.now), self.balance.holds(burst, self.now)];
        let bends = bends.into_iter().flatten().filter(|&at| at > self.now);
        bends.chain(due).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let wait = self.lends(1, now).map_or(NEVER, |at| count(at.since(now).as_nanos()));
        gauges.line("level", Unit::MicroTokens, self.balance.micro_tokens(now));
        gauges.line("next", Unit::Nanos, wait);
        gauges.step("accepted", Unit::Count, self.accepted);
        gauges.step("refused", Unit::Count, self.refused);
        gauges.step("waiting", Unit::Count, count(self.waiting.len() as u64));
        gauges.step("rate", Unit::Count, count(self.knobs.rate));
        gauges.step("burst", Unit::Count, count(self.knobs.burst));
        // Where nothing flows in, nothing can be lent.
        let credit = if self.knobs.rate == 0 { 0 } else { self.knobs.credit };
        gauges.step("credit", Unit::Count, count(credit));
    }

    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(self.clone()))
    }
}

fn count<T: TryInto<i64>>(value: T) -> i64 {
    value.try_into().unwrap_or(i64::MAX)
}
