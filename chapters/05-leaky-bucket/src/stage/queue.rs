//! The queue: whoever comes waits for its turn, or is turned away at once.

use std::collections::BTreeMap;
use std::time::Duration;

use clock::Moment;
use simulation::{
    Gauges, Input, Outcome, Output, Params, Request, RequestId, Setting, Subject, Unit,
};

use super::{FULL, NOBODY_LEAVES, QUEUE_KNOBS, TOO_LONG, count};
use crate::{Line, Pace, Turn, TurnedAway};

/// A [`Line`] on the stage, with the requests that stand in it. Each request
/// takes one turn, whatever it costs.
#[derive(Clone, Debug)]
pub struct QueueStage {
    line: Line,
    knobs: Knobs,
    /// Who has which ticket; tickets count up, so the first is the next to leave.
    waiting: BTreeMap<u64, RequestId>,
    left: i64,
    refused: i64,
    now: Moment,
}

#[derive(Clone, Copy, Debug)]
struct Knobs {
    rate: u64,
    places: u64,
    patience_ms: u64,
}

impl Knobs {
    fn pace(self) -> Pace {
        Pace::per_second(self.rate)
    }

    fn places(self) -> u32 {
        u32::try_from(self.places).unwrap_or(u32::MAX)
    }

    fn wait_max(self) -> Duration {
        Duration::from_millis(self.patience_ms)
    }
}

impl QueueStage {
    /// An empty queue at time 0.
    pub fn new(params: &Params) -> Self {
        let [rate, places, patience_ms] =
            QUEUE_KNOBS.map(|knob| params.get(knob.name, knob.default));
        let knobs = Knobs { rate, places, patience_ms };
        let line = Line::new(knobs.pace(), knobs.places(), knobs.wait_max(), Moment::ZERO);
        let waiting = BTreeMap::new();
        Self { line, knobs, waiting, left: 0, refused: 0, now: Moment::ZERO }
    }

    fn arrive(&mut self, now: Moment, request: Request, out: &mut Vec<Output>) {
        let Request { id, patience, .. } = request;
        let (why, retry_at) = match self.line.enter(patience.unwrap_or(Duration::MAX), now) {
            Ok(Turn::Now) => {
                self.left += 1;
                out.push(Output::Admit(id));
                return;
            }
            Ok(Turn::Wait { ticket, until }) => {
                self.waiting.insert(ticket, id);
                out.push(Output::Hold { id, until: Some(until) });
                return;
            }
            Err(TurnedAway::Full { until }) => (FULL, Some(until)),
            Err(TurnedAway::TooLong { until }) => (TOO_LONG, Some(until)),
            Err(TurnedAway::Never) => (NOBODY_LEAVES, None),
        };
        self.refused += 1;
        out.push(Output::Refuse { id, why: why.into(), retry_at });
    }

    /// Whose turn has come.
    fn release(&mut self, now: Moment, out: &mut Vec<Output>) {
        while let Some(first) = self.waiting.first_entry() {
            if self.line.due(*first.key(), now).is_some() {
                return;
            }
            self.left += 1;
            out.push(Output::Admit(first.remove()));
        }
    }

    fn dropped(&mut self, now: Moment, id: RequestId, out: &mut Vec<Output>) {
        let ticket = self.waiting.iter().find(|&(_, &waiting)| waiting == id);
        let Some((&ticket, _)) = ticket else {
            out.push(Output::Note(format!("request {id} was not waiting").into()));
            return;
        };
        self.waiting.remove(&ticket);
        self.line.leave(ticket, now);
    }

    fn set(&mut self, now: Moment, setting: &Setting) {
        match setting.name.as_str() {
            "rate" => self.knobs.rate = setting.value,
            "places" => self.knobs.places = setting.value,
            "patience" => self.knobs.patience_ms = setting.value,
            _ => return,
        }
        let knobs = self.knobs;
        self.line.set(knobs.pace(), knobs.places(), knobs.wait_max(), now);
    }

    /// When the next one may leave, if that is still to come.
    fn slot(&self) -> Option<Moment> {
        self.line.slot().filter(|&slot| slot > self.now)
    }
}

impl Subject for QueueStage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.now = now;
        // A turn that has come comes before whatever happens at the same instant.
        self.release(now, out);
        match input {
            Input::Arrive(request) => self.arrive(now, request, out),
            Input::Finish(id, Outcome::Dropped) => self.dropped(now, id, out),
            Input::Finish(..) | Input::Wake => {}
            Input::Set(setting) => self.set(now, &setting),
        }
    }

    /// Somebody's turn comes; or the line bends, where the next may go at once.
    fn wake(&self) -> Option<Moment> {
        self.slot()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let next = self.slot().map_or(Duration::ZERO, |slot| slot.since(now));
        gauges.step("in-line", Unit::Count, count(self.waiting.len()));
        gauges.line("spout", Unit::Nanos, count(next.as_nanos()));
        gauges.step("left", Unit::Count, self.left);
        gauges.step("refused", Unit::Count, self.refused);
        gauges.step("drain", Unit::Count, count(self.knobs.rate));
        gauges.step("places", Unit::Count, count(self.knobs.places));
        gauges.step("longest-wait", Unit::Nanos, count(self.knobs.wait_max().as_nanos()));
    }

    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(self.clone()))
    }
}
