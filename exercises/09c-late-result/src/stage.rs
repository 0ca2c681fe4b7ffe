// How the answer stands in the simulation: what it lets through goes to a
// dependency, and what comes back is reported, whenever that is.

use std::collections::BTreeMap;
use std::time::Duration;

use clock::Moment;
use simulation::{
    Dependency, Gauges, Input, Outcome, Output, Params, RequestId, Seen, Subject, Unit,
};

use super::answer::{Breaker, Permit, Refused, Report};

/// The answer, before the dependency of `params`.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let count = |name, default| u32::try_from(params.get(name, default)).unwrap_or(u32::MAX).max(1);
    let (threshold, probes, successes) =
        (count("threshold", 3), count("probes", 2), count("successes", 2));
    let cool_off = Duration::from_millis(params.get("cool-off-ms", 1000));
    Box::new(Stage {
        breaker: Breaker::new(threshold, probes, successes, cool_off),
        dependency: Dependency::new(params),
        permits: BTreeMap::new(),
        seen: Seen::new(threshold, probes, successes, cool_off),
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
                let why = "all probes are out".into();
                out.push(Output::Refuse { id, why, retry_at: None });
            }
        }
        self.changed(from, "the cool-off is over", out);
        if let Some(Output::Admit(id)) = out.first() {
            self.seen.went(*id, self.breaker.state());
        }
    }

    fn report(&mut self, id: RequestId, report: Report, now: Moment, out: &mut Vec<Output>) {
        let Some(permit) = self.permits.remove(&id) else { return };
        let (from, late) = (self.breaker.state(), self.breaker.late());
        self.breaker.report(permit, report, now);
        if self.breaker.late() == late {
            let good = Some(report == Report::Good).filter(|_| report != Report::NotCounted);
            self.seen.came_back(id, from, good);
        } else {
            out.push(Output::Note(format!("call {id} is too late to count").into()));
        }
        let how = match report {
            Report::Good => "was good",
            Report::Failed => "failed",
            Report::NotCounted => "was dropped",
        };
        self.changed(from, &format!("call {id} {how}"), out);
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
            Input::Wake => {
                while let Some(ended) = self.dependency.ended(now) {
                    out.push(Output::Done(ended.id, ended.outcome));
                    let good = ended.outcome == Outcome::Ok;
                    let report = if good { Report::Good } else { Report::Failed };
                    self.report(ended.id, report, now, out);
                }
            }
            Input::Finish(id, _) => {
                self.dependency.give_up(id);
                self.report(id, Report::NotCounted, now, out);
            }
            Input::Set(setting) => {
                self.dependency.set(&setting);
            }
        }
    }

    fn wake(&self) -> Option<Moment> {
        self.dependency.due().into_iter().chain(self.seen.bend()).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        self.seen.gauges(self.breaker.state(), &self.dependency, now, gauges);
        let late = i64::try_from(self.breaker.late()).unwrap_or(i64::MAX);
        gauges.step("late", Unit::Count, late);
    }
}
