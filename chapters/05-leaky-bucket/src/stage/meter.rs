//! The meter: whoever comes goes at once or not at all.

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Request, Setting, Subject, Unit};

use super::{METER_KNOBS, NEVER, NO_ROOM_EVER, OVER_CAPACITY, count};
use crate::{ConfigError, Level, Pace, Refused};

/// A [`Level`] on the stage.
#[derive(Clone, Debug)]
pub struct MeterStage {
    level: Level,
    rate: u64,
    capacity: u64,
    /// What was poured in, in requests for one.
    accepted: i64,
    refused: i64,
    now: Moment,
}

impl MeterStage {
    /// An empty bucket at time 0.
    pub fn new(params: &Params) -> Result<Self, ConfigError> {
        let [rate, capacity] = METER_KNOBS.map(|knob| params.get(knob.name, knob.default));
        let level = Level::empty(Pace::per_second(rate), narrow(capacity), Moment::ZERO)?;
        Ok(Self { level, rate, capacity, accepted: 0, refused: 0, now: Moment::ZERO })
    }

    fn arrive(&mut self, now: Moment, request: Request, out: &mut Vec<Output>) {
        let Request { id, cost, .. } = request;
        let (why, retry_at) = match self.level.pour(cost, now) {
            Ok(()) => {
                self.accepted += i64::from(cost);
                out.push(Output::Admit(id));
                return;
            }
            Err(Refused::Until(room)) => ("no room", Some(room)),
            Err(Refused::Never) => (NO_ROOM_EVER, None),
            Err(Refused::OverCapacity { .. }) => (OVER_CAPACITY, None),
        };
        self.refused += 1;
        out.push(Output::Refuse { id, why: why.into(), retry_at });
    }

    fn set(&mut self, now: Moment, setting: &Setting, out: &mut Vec<Output>) {
        let (mut rate, mut capacity) = (self.rate, self.capacity);
        match setting.name.as_str() {
            "rate" => rate = setting.value,
            "capacity" => capacity = setting.value,
            _ => return,
        }
        match self.level.set(Pace::per_second(rate), narrow(capacity), now) {
            Ok(()) => (self.rate, self.capacity) = (rate, capacity),
            Err(error) => out.push(Output::Note(error.to_string().into())),
        }
    }
}

impl Subject for MeterStage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.now = now;
        match input {
            Input::Arrive(request) => self.arrive(now, request, out),
            // Nobody waits in a meter, and what has gone is no business of its.
            Input::Finish(id, _) => {
                out.push(Output::Note(format!("request {id} was not waiting").into()));
            }
            Input::Wake => {}
            Input::Set(setting) => self.set(now, &setting, out),
        }
    }

    /// Where the lines bend: one more fits, the bucket is empty.
    fn wake(&self) -> Option<Moment> {
        let bends = [self.level.fits(1, self.now), self.level.empties(self.now)];
        bends.into_iter().flatten().filter(|&at| at > self.now).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let wait = self.level.fits(1, now).map_or(NEVER, |at| count(at.since(now).as_nanos()));
        gauges.line("water", Unit::MicroTokens, self.level.micro_requests(now));
        gauges.line("next", Unit::Nanos, wait);
        gauges.step("accepted", Unit::Count, self.accepted);
        gauges.step("refused", Unit::Count, self.refused);
        gauges.step("drain", Unit::Count, count(self.rate));
        gauges.step("capacity", Unit::Count, count(self.capacity));
    }

    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(self.clone()))
    }
}

fn narrow(capacity: u64) -> u32 {
    u32::try_from(capacity).unwrap_or(u32::MAX)
}
