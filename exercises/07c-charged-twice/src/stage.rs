// How the answer stands in the simulation: what a request asks for is its route, 1
// or 2, and it takes one token.

use std::time::Duration;

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Subject, Unit};

use super::answer::{Bucket, Limiter, Refused};

/// The answer: `route-period` and `group-period` in ms, `route-burst` and `group-burst`.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let bucket = |period: &str, burst: &str, most| {
        let period = Duration::from_millis(params.get(period, 1000).clamp(1, 1_000_000));
        let burst = u32::try_from(params.get(burst, most)).unwrap_or(u32::MAX).clamp(1, 1000);
        Bucket::full(period, burst)
    };
    let route = bucket("route-period", "route-burst", 3);
    let group = bucket("group-period", "group-burst", 10);
    Box::new(Stage { limiter: Limiter::new([route, route], group) })
}

struct Stage {
    limiter: Limiter,
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        let Input::Arrive(request) = input else { return };
        let id = request.id;
        let route = usize::from(request.cost != 1);
        out.push(match self.limiter.try_take(route, 1, now) {
            Ok(()) => Output::Admit(id),
            Err(Refused::Until(at)) => {
                Output::Refuse { id, why: "not enough tokens".into(), retry_at: Some(at) }
            }
            Err(Refused::TooMany) => {
                Output::Refuse { id, why: "more than a bucket holds".into(), retry_at: None }
            }
        });
    }

    fn wake(&self) -> Option<Moment> {
        None
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let [first, second, group] = self.limiter.left(now);
        gauges.step("route-1", Unit::Count, first.into());
        gauges.step("route-2", Unit::Count, second.into());
        gauges.step("group", Unit::Count, group.into());
    }
}
