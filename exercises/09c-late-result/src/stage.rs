// How the answer stands in the simulation: what it lets through goes to a
// dependency, and what comes back is reported, whenever that is.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use clock::Moment;
use simulation::{Dependency, Gauges, Input, Outcome, Output, Params, RequestId, Subject, Unit};

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
        seen: Seen {
            threshold,
            probes,
            successes,
            cool_off,
            row: 0,
            out: BTreeSet::new(),
            good: 0,
            until: Moment::ZERO,
            now: Moment::ZERO,
        },
    })
}

struct Stage {
    breaker: Breaker,
    dependency: Dependency,
    permits: BTreeMap<RequestId, Permit>,
    seen: Seen,
}

/// What can be seen of the answer from outside, for the picture: who went, what came
/// back, and when it changed. Nothing here decides anything.
struct Seen {
    threshold: u32,
    probes: u32,
    successes: u32,
    cool_off: Duration,
    /// Failures in a row, as they came back while it was closed.
    row: u32,
    /// Probes under way.
    out: BTreeSet<RequestId>,
    /// Good ones since half-open began.
    good: u32,
    /// When the cool-off ends.
    until: Moment,
    now: Moment,
}

impl Seen {
    fn went(&mut self, id: RequestId, state: &str) {
        if state == "half-open" {
            self.out.insert(id);
        }
    }

    /// `good`: `None` if nobody will know.
    fn came_back(&mut self, id: RequestId, state: &str, good: Option<bool>) {
        let was_probe = self.out.remove(&id);
        match (state, good) {
            ("closed", Some(true)) => self.row = 0,
            ("closed", Some(false)) => self.row += 1,
            ("half-open", Some(true)) if was_probe => self.good += 1,
            _ => {}
        }
    }

    fn changed(&mut self, to: &str) {
        self.out.clear();
        match to {
            "closed" => self.row = 0,
            "open" => self.until = self.now + self.cool_off,
            _ => self.good = 0,
        }
    }

    /// Where the line of the cool-off bends.
    fn bend(&self) -> Option<Moment> {
        Some(self.until).filter(|&until| until > self.now)
    }

    /// The names are those of the chapter, so that the page draws the same breaker.
    fn gauges(&self, state: &str, now: Moment, gauges: &mut Gauges) {
        let nanos = |time: Duration| i64::try_from(time.as_nanos()).unwrap_or(i64::MAX);
        let mut step = |name, value: i64| gauges.step(name, Unit::Count, value);
        step(
            "state",
            ["closed", "open", "half-open"].iter().position(|&s| s == state).map_or(-1, number),
        );
        let row = self.row.min(self.threshold);
        step("samples", row.into());
        step("failed", row.into());
        step("threshold", 0);
        step("min-samples", 1);
        step("window", self.threshold.into());
        step("head", (row % self.threshold).into());
        // A cell is two bits; 2 is a failure.
        step("ring-0", (0..row.min(25)).fold(0, |cells, cell| cells | 2 << (2 * cell)));
        step("probes", self.probes.into());
        step("out", number(self.out.len()));
        step("successes", self.successes.into());
        step("good", self.good.into());
        let left = if state == "open" { self.until.since(now) } else { Duration::ZERO };
        gauges.line("cool-off", Unit::Nanos, nanos(left));
        gauges.step("cool-off-all", Unit::Nanos, nanos(self.cool_off));
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
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
        self.seen.now = now;
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
        self.seen.gauges(self.breaker.state(), now, gauges);
        gauges.step("in-flight", Unit::Count, number(self.dependency.in_flight()));
        let failing = i64::try_from(self.dependency.failing()).unwrap_or(100);
        gauges.step("failing", Unit::Count, failing);
        let late = i64::try_from(self.breaker.late()).unwrap_or(i64::MAX);
        gauges.step("late", Unit::Count, late);
    }
}
