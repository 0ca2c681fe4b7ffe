// How the answer stands in the simulation: calls go through it to a service, and
// the changes that the page shows are those that the callback was told.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clock::Moment;
use simulation::{Dependency, Gauges, Input, Outcome, Output, Params, RequestId, Subject, Unit};

use super::answer::{Breaker, Change, State};

/// The answer with `failures` in a row to open and a cool-off of `cool-off` ms,
/// before a service of `params`.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let failures = u32::try_from(params.get("failures", 3)).unwrap_or(u32::MAX).max(1);
    let cool_off_ms = params.get("cool-off", 1000);
    let told: Told = Arc::default();
    let tells = Arc::clone(&told);
    let breaker = Breaker::new(failures, cool_off_ms, move |_, change| {
        tells.lock().unwrap_or_else(PoisonError::into_inner).push(change);
    });
    Box::new(Stage {
        breaker,
        told,
        failures,
        cool_off: Duration::from_millis(cool_off_ms),
        seen: Seen::default(),
        service: Dependency::new(params),
    })
}

type Told = Arc<Mutex<Vec<Change>>>;

struct Stage {
    breaker: Breaker,
    told: Told,
    failures: u32,
    cool_off: Duration,
    seen: Seen,
    service: Dependency,
}

/// What the stage has seen, from outside the breaker.
#[derive(Default)]
struct Seen {
    now: Moment,
    /// Changes that were told so far.
    told: i64,
    /// Failures in a row.
    row: u32,
    /// When a cool-off ends, as far as the breaker has told that it opened.
    until: Option<Moment>,
}

impl Stage {
    fn arrive(&mut self, now: Moment, id: RequestId, out: &mut Vec<Output>) {
        let admitted = self.breaker.admits(now.as_millis());
        self.changes(now, "the cool-off is over", out);
        if admitted {
            self.service.send(now, id);
            out.push(Output::Admit(id));
        } else {
            let retry_at = self.seen.until.filter(|&until| until > now);
            let why = if retry_at.is_some() { "the breaker is open" } else { "the probe is out" };
            out.push(Output::Refuse { id, why: why.into(), retry_at });
        }
    }

    fn end(&mut self, now: Moment, out: &mut Vec<Output>) {
        while let Some(ended) = self.service.ended(now) {
            out.push(Output::Done(ended.id, ended.outcome));
            let ok = ended.outcome == Outcome::Ok;
            if self.breaker.state() == State::Closed {
                self.seen.row = if ok { 0 } else { self.seen.row + 1 };
            }
            self.breaker.ended(now.as_millis(), ok);
            self.changes(now, if ok { "the probe went well" } else { "calls failed" }, out);
        }
    }

    /// What the callback was told since the last look.
    fn changes(&mut self, now: Moment, why: &'static str, out: &mut Vec<Output>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        for Change { from, to } in told.drain(..) {
            self.seen.told += 1;
            self.seen.until = (to == State::Open).then(|| now + self.cool_off);
            if to == State::Closed {
                self.seen.row = 0;
            }
            let (from, to) = (word(from).into(), word(to).into());
            out.push(Output::Change { from, to, why: why.into() });
        }
    }
}

fn word(state: State) -> &'static str {
    match state {
        State::Closed => "closed",
        State::Open => "open",
        State::HalfOpen => "half-open",
    }
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.seen.now = now;
        match input {
            Input::Arrive(request) => self.arrive(now, request.id, out),
            Input::Wake => self.end(now, out),
            Input::Set(setting) => {
                self.service.set(&setting);
            }
            // This breaker has no word for a call that was dropped: it failed.
            Input::Finish(id, _) => {
                if self.service.give_up(id).is_some() {
                    self.breaker.ended(now.as_millis(), false);
                    self.changes(now, "a call was dropped", out);
                }
            }
        }
    }

    fn wake(&self) -> Option<Moment> {
        // The end of the cool-off: nothing happens then, but the gauge bends.
        let over = self.seen.until.filter(|&until| until > self.seen.now);
        over.into_iter().chain(self.service.due()).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let state = match self.breaker.state() {
            State::Closed => 0,
            State::Open => 1,
            State::HalfOpen => 2,
        };
        let left = self.seen.until.map_or(Duration::ZERO, |until| until.since(now));
        gauges.step("state", Unit::Count, state);
        gauges.line("cool-off", Unit::Nanos, nanos(left));
        gauges.step("cool-off-all", Unit::Nanos, nanos(self.cool_off));
        let mut step = |name, value: i64| gauges.step(name, Unit::Count, value);
        step("told", self.seen.told);
        step("samples", self.seen.row.into());
        step("failed", self.seen.row.into());
        // 0: it counts failures in a row, as many as `window` says.
        step("threshold", 0);
        step("min-samples", 1);
        step("window", self.failures.into());
        step("head", i64::from(self.seen.row % self.failures));
        step("ring-0", cells(self.seen.row));
        step("probes", 1);
        step("out", i64::from(state == 2));
        step("successes", 1);
        step("in-flight", i64::try_from(self.service.in_flight()).unwrap_or(i64::MAX));
        step("failing", i64::try_from(self.service.failing()).unwrap_or(100));
    }
}

/// So many cells with a failure in them, two bits a cell.
fn cells(row: u32) -> i64 {
    (0..row.min(25)).fold(0, |cells, cell| cells | 2 << (2 * cell))
}

fn nanos(length: Duration) -> i64 {
    i64::try_from(length.as_nanos()).unwrap_or(i64::MAX)
}
