// How the answer stands in the simulation: what a request asks for is its key, and
// each `sweep` ms comes a sweep.

use std::time::Duration;

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Subject, Unit};

use super::answer::Limiter;

/// The answer: a token each `period` ms and `burst` at once for each key, swept each
/// `sweep` ms, or never if that is 0.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let period = Duration::from_millis(params.get("period", 1000).clamp(1, 1_000_000));
    let burst = u32::try_from(params.get("burst", 1)).unwrap_or(u32::MAX).clamp(1, 1000);
    let sweep = params.get("sweep", 0);
    let every = (sweep > 0).then(|| Duration::from_millis(sweep));
    let next = every.map(|every| Moment::ZERO + every);
    Box::new(Stage { limiter: Limiter::new(period, burst), every, next })
}

struct Stage {
    limiter: Limiter,
    /// Between two sweeps.
    every: Option<Duration>,
    /// When the next one comes.
    next: Option<Moment>,
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        match input {
            Input::Arrive(request) => {
                let id = request.id;
                out.push(match self.limiter.try_take(request.cost, now) {
                    Ok(()) => Output::Admit(id),
                    Err(at) => {
                        let why = format!("key {} has no token", request.cost);
                        Output::Refuse { id, why: why.into(), retry_at: Some(at) }
                    }
                });
            }
            Input::Wake if self.next.is_some_and(|next| next <= now) => {
                let before = self.limiter.keys();
                self.limiter.sweep(now);
                let after = self.limiter.keys();
                out.push(Output::Note(format!("swept: {before} keys, then {after}").into()));
                self.next = self.every.map(|every| now + every);
            }
            Input::Wake | Input::Finish(..) | Input::Set(_) => {}
        }
    }

    fn wake(&self) -> Option<Moment> {
        self.next
    }

    fn gauges(&self, _now: Moment, gauges: &mut Gauges) {
        gauges.step("keys", Unit::Count, i64::try_from(self.limiter.keys()).unwrap_or(i64::MAX));
    }
}
