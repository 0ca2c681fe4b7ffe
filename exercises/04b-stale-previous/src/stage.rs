// How the answer stands in the simulation: every request is one that wants to pass.

use std::time::Duration;

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Subject, Unit};

use super::answer::TwoWindows;

/// The answer with `limit` in each `window-ms`.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let limit = u32::try_from(params.get("limit", 10)).unwrap_or(u32::MAX).max(1);
    let window = Duration::from_millis(params.get("window-ms", 1000).max(1));
    Box::new(Stage { windows: TwoWindows::new(limit, window) })
}

struct Stage {
    windows: TwoWindows,
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        let Input::Arrive(request) = input else { return };
        let id = request.id;
        out.push(if self.windows.try_take(now) {
            Output::Admit(id)
        } else {
            Output::Refuse { id, why: "too many in the two windows".into(), retry_at: None }
        });
    }

    fn wake(&self) -> Option<Moment> {
        None
    }

    fn gauges(&self, _now: Moment, gauges: &mut Gauges) {
        let (previous, current) = self.windows.counts();
        gauges.step("previous", Unit::Count, previous.into());
        gauges.step("current", Unit::Count, current.into());
    }
}
