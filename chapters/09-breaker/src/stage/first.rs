//! The first try, on the same stage.

use std::collections::BTreeSet;
use std::time::Duration;

use clock::Moment;
use simulation::dependency::Ended;
use simulation::{
    Dependency, Gauges, Input, Outcome, Output, Params, Request, RequestId, Subject, Unit,
};

use super::{count, knobs::get};
use crate::first_try::FirstBreaker;

/// [`FirstBreaker`] in front of the same service.
#[derive(Clone, Debug)]
pub(super) struct FirstStage {
    breaker: FirstBreaker,
    dependency: Dependency,
    calls: BTreeSet<RequestId>,
    failures_max: u64,
    cool_off: Duration,
    now: Moment,
    /// The end of the cool-off that was said last.
    said: Option<Moment>,
}

impl FirstStage {
    pub(super) fn new(params: &Params) -> Self {
        let failures_max = get(params, "in-a-row");
        let cool_off = Duration::from_millis(get(params, "cool-off-ms"));
        Self {
            breaker: FirstBreaker::new(u32::try_from(failures_max).unwrap_or(u32::MAX), cool_off),
            dependency: Dependency::new(params),
            calls: BTreeSet::new(),
            failures_max,
            cool_off,
            now: Moment::ZERO,
            said: None,
        }
    }

    fn state(&self, now: Moment) -> &'static str {
        match self.breaker.is_open() {
            false => "closed",
            true if self.breaker.allow(now) => "half-open",
            true => "open",
        }
    }

    /// The end of the cool-off; `None` if there is none.
    fn retry_at(&self) -> Option<Moment> {
        self.breaker.is_open().then(|| Moment::from_millis(self.breaker.retry_ms()))
    }

    fn arrive(&mut self, now: Moment, id: RequestId, out: &mut Vec<Output>) {
        if self.breaker.allow(now) {
            self.dependency.send(now, id);
            self.calls.insert(id);
            out.push(Output::Admit(id));
        } else {
            let retry_at = self.retry_at();
            out.push(Output::Refuse { id, why: "the breaker is open".into(), retry_at });
        }
    }

    fn end(&mut self, now: Moment, Ended { id, outcome, .. }: Ended, out: &mut Vec<Output>) {
        self.calls.remove(&id);
        out.push(Output::Done(id, outcome));
        let (from, until) = (self.state(now), self.retry_at());
        if outcome == Outcome::Ok {
            self.breaker.success();
        } else {
            self.breaker.failure(now);
        }
        let (to, failures) = (self.state(now), self.breaker.failures());
        if from != to {
            let why = match outcome {
                Outcome::Ok => format!("call {id} came back ok"),
                _ => format!("call {id} was failure {failures}"),
            };
            out.push(Output::Change { from: from.into(), to: to.into(), why: why.into() });
        } else if until != self.retry_at() {
            out.push(Output::Note("the cool-off begins anew".into()));
        }
    }

    fn wake_up(&mut self, now: Moment, out: &mut Vec<Output>) {
        while let Some(ended) = self.dependency.ended(now) {
            self.end(now, ended, out);
        }
        let over = self.retry_at().filter(|&at| at <= now && self.said != Some(at));
        if over.is_some() {
            self.said = over;
            let why = "the wait is over".into();
            out.push(Output::Change { from: "open".into(), to: "half-open".into(), why });
        }
    }
}

impl Subject for FirstStage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.now = now;
        match input {
            Input::Arrive(Request { id, .. }) => self.arrive(now, id, out),
            Input::Finish(id, _) => {
                // It knows nothing of callers who go away: it hears nothing.
                self.calls.remove(&id);
                let _ = self.dependency.give_up(id);
            }
            Input::Wake => self.wake_up(now, out),
            Input::Set(setting) => {
                let _ = self.dependency.set(&setting);
            }
        }
    }

    fn wake(&self) -> Option<Moment> {
        let over = self.retry_at().filter(|&at| at > self.now);
        over.into_iter().chain(self.dependency.due()).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let failures = u64::from(self.breaker.failures()).min(self.failures_max);
        let left = self.retry_at().map_or(Duration::ZERO, |at| at.since(now));
        gauges.line("cool-off", Unit::Nanos, count(left.as_nanos()));
        gauges.step("cool-off-all", Unit::Nanos, count(self.cool_off.as_nanos()));
        let mut step = |name, value: i64| gauges.step(name, Unit::Count, value);
        step(
            "state",
            match self.state(now) {
                "open" => 1,
                "half-open" => 2,
                _ => 0,
            },
        );
        step("samples", count(failures));
        step("failed", count(failures));
        step("threshold", 0);
        step("min-samples", 1);
        step("window", count(self.failures_max));
        step("head", count(failures % self.failures_max.max(1)));
        // Everybody is a probe, and one of them closes it.
        step("probes", 0);
        step("out", if self.state(now) == "half-open" { count(self.calls.len()) } else { 0 });
        step("successes", 1);
        step("failing", count(self.dependency.failing()));
        step("in-flight", count(self.dependency.in_flight()));
        step("ring-0", (0..failures.min(25)).fold(0, |ring, cell| ring | 2 << (2 * cell)));
    }

    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(self.clone()))
    }
}
