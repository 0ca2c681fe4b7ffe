// How the answer stands in the simulation: every request is a sleeper, and its
// cost is how many milliseconds it wants to sleep. The clock on the stage jumps:
// it only ever says a multiple of `tick`.

use std::collections::BTreeSet;
use std::time::Duration;

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Request, RequestId, Subject, Unit};

use super::answer::Sleepers;

/// The answer, on a clock that jumps by `tick` milliseconds.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let tick_ms = params.get("tick", 1).clamp(1, 1_000_000);
    Box::new(Stage {
        sleepers: Sleepers::new(),
        tick_ns: tick_ms * 1_000_000,
        reading: Moment::ZERO,
        now: Moment::ZERO,
        asleep: BTreeSet::new(),
    })
}

struct Stage {
    sleepers: Sleepers,
    tick_ns: u64,
    /// What the clock on the stage says.
    reading: Moment,
    /// The time of the run.
    now: Moment,
    asleep: BTreeSet<u32>,
}

impl Stage {
    fn push_clock(&mut self, now: Moment, out: &mut Vec<Output>) {
        self.now = now;
        let reading = Moment::from_nanos(now.as_nanos() / self.tick_ns * self.tick_ns);
        if reading == self.reading {
            return;
        }
        self.reading = reading;
        for id in self.sleepers.wake(reading) {
            out.push(if self.asleep.remove(&id) {
                Output::Admit(RequestId(id))
            } else {
                Output::Note(format!("{id} is woken, and does not sleep").into())
            });
        }
    }

    fn arrive(&mut self, Request { id, cost, .. }: Request, out: &mut Vec<Output>) {
        let at = self.reading + Duration::from_millis(cost.into());
        out.push(if self.sleepers.sleep(id.0, at, self.reading) {
            Output::Admit(id)
        } else {
            self.asleep.insert(id.0);
            Output::Hold { id, until: Some(at) }
        });
    }
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        if let Input::Finish(id, _) = input {
            self.sleepers.forget(id.0);
            self.asleep.remove(&id.0);
        }
        self.push_clock(now, out);
        if let Input::Arrive(request) = input {
            self.arrive(request, out);
        }
    }

    fn wake(&self) -> Option<Moment> {
        // The first jump that reaches the next sleeper, and never one that is
        // past: an answer that names a past time must not stop the run.
        let next_jump = self.now.as_nanos() / self.tick_ns + 1;
        let jump = self.sleepers.next()?.as_nanos().div_ceil(self.tick_ns).max(next_jump);
        Some(Moment::from_nanos(jump.saturating_mul(self.tick_ns)))
    }

    fn gauges(&self, _now: Moment, gauges: &mut Gauges) {
        let asleep = i64::try_from(self.asleep.len()).unwrap_or(i64::MAX);
        gauges.step("asleep", Unit::Count, asleep);
    }
}
