// How the answer stands in the simulation: what a request asks for is its key.

use std::time::Duration;

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Subject, Unit};

use super::answer::Limiter;

/// The answer: a token each `period` ms and `burst` at once, for each of `places` keys.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let period = Duration::from_millis(params.get("period", 100).clamp(1, 1_000_000));
    let burst = u32::try_from(params.get("burst", 3)).unwrap_or(u32::MAX).clamp(1, 1000);
    let places = usize::try_from(params.get("places", 4)).unwrap_or(1).clamp(1, 1000);
    Box::new(Stage { limiter: Limiter::new(period, burst, places) })
}

struct Stage {
    limiter: Limiter,
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        let Input::Arrive(request) = input else { return };
        let id = request.id;
        out.push(match self.limiter.try_take(request.cost, now) {
            Ok(()) => Output::Admit(id),
            Err(at) => {
                let why = format!("no token for key {}", request.cost);
                Output::Refuse { id, why: why.into(), retry_at: Some(at) }
            }
        });
    }

    fn wake(&self) -> Option<Moment> {
        None
    }

    fn gauges(&self, _now: Moment, gauges: &mut Gauges) {
        gauges.step("keys", Unit::Count, i64::try_from(self.limiter.keys()).unwrap_or(i64::MAX));
        let overflowed = i64::try_from(self.limiter.overflowed()).unwrap_or(i64::MAX);
        gauges.step("overflowed", Unit::Count, overflowed);
    }
}
