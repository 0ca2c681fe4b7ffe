// How the answer stands in the simulation: what a request asks for is the number
// of its tenant, and 0 is nobody.

use std::time::Duration;

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Subject, Unit};

use super::answer::Limiter;

/// The answer: a token each `period` ms for each tenant, and `burst` at once.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let period = Duration::from_millis(params.get("period", 100).clamp(1, 1_000_000));
    let burst = u32::try_from(params.get("burst", 3)).unwrap_or(u32::MAX).clamp(1, 1000);
    Box::new(Stage { limiter: Limiter::new(period, burst), admitted: [0; 4] })
}

/// Who number `cost` is.
pub(super) fn tenant(cost: u32) -> Option<String> {
    match cost {
        0 => None,
        1 => Some("acme".to_owned()),
        2 => Some("bolt".to_owned()),
        3 => Some("atlas".to_owned()),
        more => Some(format!("tenant-{more}")),
    }
}

struct Stage {
    limiter: Limiter,
    /// By the number of the tenant; all from 3 on together.
    admitted: [i64; 4],
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        let Input::Arrive(request) = input else { return };
        let (id, tenant) = (request.id, tenant(request.cost));
        out.push(match self.limiter.try_take(tenant.as_deref(), now) {
            Ok(()) => {
                self.admitted[request.cost.min(3) as usize] += 1;
                Output::Admit(id)
            }
            Err(at) => {
                let name = tenant.as_deref().unwrap_or("nobody");
                let why = format!("no token for {name}");
                Output::Refuse { id, why: why.into(), retry_at: Some(at) }
            }
        });
    }

    fn wake(&self) -> Option<Moment> {
        None
    }

    fn gauges(&self, _now: Moment, gauges: &mut Gauges) {
        let [nobody, acme, bolt, others] = self.admitted;
        gauges.step("acme", Unit::Count, acme);
        gauges.step("bolt", Unit::Count, bolt);
        gauges.step("others", Unit::Count, others);
        gauges.step("nobody", Unit::Count, nobody);
    }
}
