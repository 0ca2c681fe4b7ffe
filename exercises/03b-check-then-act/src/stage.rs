// How the answer stands in the simulation: a request enters and is inside until
// its caller leaves; the knob `open` at 0 closes the room.

use std::collections::BTreeSet;

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, RequestId, Subject, Unit};

use super::answer::Room;

/// The answer, with `seats` of them.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let seats = u32::try_from(params.get("seats", 1)).unwrap_or(u32::MAX);
    Box::new(Stage { room: Room::new(seats), inside: BTreeSet::new() })
}

struct Stage {
    room: Room,
    /// Who was told that he is inside.
    inside: BTreeSet<RequestId>,
}

impl Subject for Stage {
    fn on(&mut self, _now: Moment, input: Input, out: &mut Vec<Output>) {
        let light_off = match input {
            Input::Arrive(request) => {
                let id = request.id;
                let entered = self.room.enter();
                out.push(if entered {
                    self.inside.insert(id);
                    Output::Admit(id)
                } else {
                    Output::Refuse { id, why: "no seat, or closed".into(), retry_at: None }
                });
                false
            }
            Input::Finish(id, _) => self.inside.remove(&id) && self.room.leave(),
            Input::Set(setting) => {
                setting.name == "open" && setting.value == 0 && self.room.close()
            }
            Input::Wake => false,
        };
        if light_off {
            out.push(Output::Note("the light is turned off".into()));
        }
    }

    fn wake(&self) -> Option<Moment> {
        None
    }

    fn gauges(&self, _now: Moment, gauges: &mut Gauges) {
        gauges.step("inside", Unit::Count, i64::from(self.room.inside()));
    }
}
