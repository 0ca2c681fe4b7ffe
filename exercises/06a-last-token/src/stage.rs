// How the answer stands in the simulation: requests ask the gate, and nothing
// is ever put back.

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Subject, Unit};

use super::answer::Gate;

/// The answer, with `tokens` in its gate.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let tokens = u32::try_from(params.get("tokens", 1)).unwrap_or(u32::MAX);
    Box::new(Stage { gate: Gate::new(tokens) })
}

struct Stage {
    gate: Gate,
}

impl Subject for Stage {
    fn on(&mut self, _now: Moment, input: Input, out: &mut Vec<Output>) {
        let Input::Arrive(request) = input else { return };
        let id = request.id;
        out.push(if self.gate.try_take(request.cost) {
            Output::Admit(id)
        } else {
            Output::Refuse { id, why: "not enough tokens".into(), retry_at: None }
        });
    }

    fn wake(&self) -> Option<Moment> {
        None
    }

    fn gauges(&self, _now: Moment, gauges: &mut Gauges) {
        gauges.step("tokens", Unit::Count, i64::from(self.gate.left()));
    }
}
