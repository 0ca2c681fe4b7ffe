// The breaker of the answer's numbers, in front of a service that fails as the
// scenario says.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use clock::Moment;
use simulation::{
    Dependency, Gauges, Input, Outcome, Output, Params, RequestId, Setting, Subject, Unit,
};

use super::answer::SETTINGS;

#[path = "breaker.rs"]
mod breaker;

pub use breaker::Settings;
use breaker::{Breaker, Permit, State};

/// Which calls fail is a matter of luck. A day of another `luck` has another one:
/// its calls go by other numbers.
const NUMBERS_A_DAY: u32 = 20_000;

/// The answer's breaker before a service of `params`, on the day `luck`.
///
/// # Panics
///
/// If the numbers make no breaker.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let breaker = Breaker::new(SETTINGS).unwrap_or_else(|why| panic!("SETTINGS: {why}"));
    let luck = u32::try_from(params.get("luck", 0)).unwrap_or(0) % 100_000;
    Box::new(Stage {
        breaker,
        service: Dependency::new(params),
        permits: BTreeMap::new(),
        first: luck * NUMBERS_A_DAY,
        now: Moment::ZERO,
        cells: [0; 4],
    })
}

/// What is wrong with the answer's numbers, if they make no breaker.
pub fn mistake() -> Option<String> {
    Breaker::new(SETTINGS).err()
}

struct Stage {
    breaker: Breaker,
    service: Dependency,
    permits: BTreeMap<RequestId, Permit>,
    first: u32,
    now: Moment,
    /// The window, packed for the gauges.
    cells: [i64; 4],
}

impl Stage {
    fn arrive(&mut self, now: Moment, id: RequestId, out: &mut Vec<Output>) {
        let before = self.breaker.state;
        match self.breaker.admit(now) {
            Ok(permit) => {
                self.changed(before, "the cool-off is over".into(), out);
                self.permits.insert(id, permit);
                self.service.send(now, RequestId(self.first + id.0));
                out.push(Output::Admit(id));
            }
            Err(retry_at) => {
                let why = match retry_at {
                    Some(_) => "the breaker is open".into(),
                    None => "all probes are out".into(),
                };
                out.push(Output::Refuse { id, why, retry_at });
            }
        }
    }

    fn end(&mut self, now: Moment, out: &mut Vec<Output>) {
        while let Some(ended) = self.service.ended(now) {
            let id = RequestId(ended.id.0 - self.first);
            out.push(Output::Done(id, ended.outcome));
            let Some(permit) = self.permits.remove(&id) else { continue };
            let before = self.breaker.state;
            self.breaker.report(now, permit, ended.outcome == Outcome::Ok);
            let why = match (before, self.breaker.state) {
                (State::HalfOpen { .. }, State::Closed) => "the probes went well".into(),
                (State::HalfOpen { .. }, _) => "a probe failed".into(),
                _ => {
                    let ring = &self.breaker.ring;
                    format!("{} of {} calls failed", ring.failed, ring.samples).into()
                }
            };
            self.changed(before, why, out);
        }
        self.cells = packed(&self.breaker.ring.cells);
    }

    fn changed(&self, from: State, why: Cow<'static, str>, out: &mut Vec<Output>) {
        let (from, to) = (from.word(), self.breaker.state.word());
        if from != to {
            out.push(Output::Change { from: from.into(), to: to.into(), why });
        }
    }

    fn drop_call(&mut self, id: RequestId) {
        // Its permit comes back without a verdict.
        self.service.give_up(RequestId(self.first + id.0));
        if let Some(permit) = self.permits.remove(&id) {
            self.breaker.give_back(permit);
        }
    }
}

/// The cells of the window, 25 a gauge and two bits a cell, as the chapter's own
/// breaker has them. A longer window is not drawn.
fn packed(cells: &[Option<bool>]) -> [i64; 4] {
    let mut packed = [0; 4];
    if cells.len() <= 100 {
        for (index, cell) in cells.iter().enumerate() {
            let bits = cell.map_or(0, |failed| if failed { 2 } else { 1 });
            packed[index / 25] |= bits << (2 * (index % 25));
        }
    }
    packed
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.now = now;
        match input {
            Input::Arrive(request) => self.arrive(now, request.id, out),
            Input::Wake => self.end(now, out),
            Input::Set(Setting { name, value }) => {
                self.service.set(&Setting { name, value });
            }
            Input::Finish(id, _) => self.drop_call(id),
        }
    }

    fn wake(&self) -> Option<Moment> {
        // The end of the cool-off: nothing happens then, but the gauge bends.
        let over = match self.breaker.state {
            State::Open { until } => Some(until).filter(|&until| until > self.now),
            _ => None,
        };
        over.into_iter().chain(self.service.due()).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let ring = &self.breaker.ring;
        let (state, left, out, good) = match self.breaker.state {
            State::Closed => (0, Duration::ZERO, 0, 0),
            State::Open { until } => (1, until.since(now), 0, 0),
            State::HalfOpen { out, good } => (2, Duration::ZERO, out, good),
        };
        gauges.step("state", Unit::Count, state);
        gauges.line("cool-off", Unit::Nanos, nanos(left));
        gauges.step(
            "cool-off-all",
            Unit::Nanos,
            nanos(Duration::from_millis(SETTINGS.cool_off_ms)),
        );
        let mut step = |name, value: i64| gauges.step(name, Unit::Count, value);
        step("samples", ring.samples.into());
        step("failed", ring.failed.into());
        step("threshold", SETTINGS.percent.into());
        step("min-samples", SETTINGS.min_samples.into());
        step("window", SETTINGS.calls.into());
        step("head", i64::try_from(ring.head).unwrap_or(0));
        step("probes", SETTINGS.probes.into());
        step("out", out.into());
        step("successes", SETTINGS.successes.into());
        step("good", good.into());
        step("in-flight", i64::try_from(self.service.in_flight()).unwrap_or(i64::MAX));
        step("failing", i64::try_from(self.service.failing()).unwrap_or(100));
        let names = ["ring-0", "ring-1", "ring-2", "ring-3"];
        for (name, cells) in names.into_iter().zip(self.cells) {
            step(name, cells);
        }
    }
}

fn nanos(length: Duration) -> i64 {
    i64::try_from(length.as_nanos()).unwrap_or(i64::MAX)
}
