// How the answer stands in the simulation: what it lets through goes to a
// dependency, and what comes back is reported.

use std::collections::BTreeMap;
use std::time::Duration;

use clock::Moment;
use simulation::{Dependency, Gauges, Input, Outcome, Output, Params, RequestId, Seen, Subject};

use super::answer::{Breaker, Permit, Refused};

/// The answer, before the dependency of `params`.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let count = |name, default| u32::try_from(params.get(name, default)).unwrap_or(u32::MAX).max(1);
    let cool_off = Duration::from_millis(params.get("cool-off-ms", 1000));
    let (threshold, successes) = (count("threshold", 3), count("successes", 2));
    Box::new(Stage {
        breaker: Breaker::new(threshold, successes, cool_off),
        dependency: Dependency::new(params),
        permits: BTreeMap::new(),
        seen: Seen::new(threshold, 1, successes, cool_off),
    })
}

struct Stage {
    breaker: Breaker,
    dependency: Dependency,
    permits: BTreeMap<RequestId, Permit>,
    seen: Seen,
}

impl Stage {
    fn arrive(&mut self, id: RequestId, now: Moment, out: &mut Vec<Output>) {
        let from = self.breaker.state();
        match self.breaker.acquire(now) {
            Ok(permit) => {
                self.permits.insert(id, permit);
                self.dependency.send(now, id);
                out.push(Output::Admit(id));
            }
            Err(Refused::Open { until }) => {
                out.push(Output::Refuse {
                    id,
                    why: "the breaker is open".into(),
                    retry_at: Some(until),
                });
            }
            Err(Refused::HalfOpenFull) => {
                let why = "the probe is out".into();
                out.push(Output::Refuse { id, why, retry_at: None });
            }
        }
        self.changed(from, "the cool-off is over", out);
        if let Some(Output::Admit(id)) = out.first() {
            self.seen.went(*id, self.breaker.state());
        }
    }

    /// Reports whatever has come back.
    fn settle(&mut self, now: Moment, out: &mut Vec<Output>) {
        while let Some(ended) = self.dependency.ended(now) {
            out.push(Output::Done(ended.id, ended.outcome));
            let Some(permit) = self.permits.remove(&ended.id) else { continue };
            let (from, good) = (self.breaker.state(), ended.outcome == Outcome::Ok);
            self.seen.came_back(ended.id, from, Some(good));
            self.breaker.report(permit, good, now);
            let why = format!("call {} {}", ended.id, if good { "was good" } else { "failed" });
            self.changed(from, &why, out);
        }
    }

    fn changed(&mut self, from: &'static str, why: &str, out: &mut Vec<Output>) {
        let to = self.breaker.state();
        if from != to {
            self.seen.changed(to);
            let why = why.to_owned().into();
            out.push(Output::Change { from: from.into(), to: to.into(), why });
        }
    }
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.seen.at(now);
        match input {
            Input::Arrive(request) => self.arrive(request.id, now, out),
            Input::Wake => self.settle(now, out),
            Input::Set(setting) => {
                self.dependency.set(&setting);
            }
            // Its caller has gone, but the call goes on and comes back.
            Input::Finish(..) => {}
        }
    }

    fn wake(&self) -> Option<Moment> {
        self.dependency.due().into_iter().chain(self.seen.bend()).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        self.seen.gauges(self.breaker.state(), &self.dependency, now, gauges);
    }
}
