// How the answer stands in the simulation: who has to wait goes when the answer
// said that it would.

use std::time::Duration;

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, RequestId, Subject, Unit};

use super::answer::Queue;

/// The answer with a departure every `period` ms and `places` to wait in.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let period_ms = params.get("period", 100).clamp(1, 1_000_000);
    let places = usize::try_from(params.get("places", 5)).unwrap_or(usize::MAX);
    let queue = Queue::new(Duration::from_millis(period_ms), places);
    Box::new(Stage { queue, leaving: Vec::new() })
}

struct Stage {
    queue: Queue,
    /// Who leaves when, in the order of leaving; of two at one moment, who came first.
    leaving: Vec<(Moment, RequestId)>,
}

impl Stage {
    fn release(&mut self, now: Moment, out: &mut Vec<Output>) {
        let gone = self.leaving.partition_point(|&(at, _)| at <= now);
        out.extend(self.leaving.drain(..gone).map(|(_, id)| Output::Admit(id)));
    }
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.release(now, out);
        let Input::Arrive(request) = input else { return };
        let id = request.id;
        match self.queue.enter(now) {
            Ok(leaves) if leaves <= now => out.push(Output::Admit(id)),
            Ok(leaves) => {
                out.push(Output::Hold { id, until: Some(leaves) });
                let place = self.leaving.partition_point(|&(at, _)| at <= leaves);
                self.leaving.insert(place, (leaves, id));
            }
            Err(free) => {
                let retry_at = Some(free).filter(|&at| at < Moment::MAX);
                out.push(Output::Refuse { id, why: "no place is free".into(), retry_at });
            }
        }
    }

    fn wake(&self) -> Option<Moment> {
        self.leaving.first().map(|&(at, _)| at)
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let waiting = i64::try_from(self.queue.waiting(now)).unwrap_or(i64::MAX);
        gauges.step("waiting", Unit::Count, waiting);
    }
}
