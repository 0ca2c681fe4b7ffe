//! The first try, on the same stage.

use std::time::Duration;

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Request, Subject, Unit};

use super::{FIRST_KNOBS, count};
use crate::first_try::FirstMeter;

/// [`FirstMeter`] on the stage: only arrivals, each of them one request.
#[derive(Clone, Debug)]
pub(super) struct FirstStage {
    meter: FirstMeter,
    period: Duration,
    rate: u64,
    capacity: u64,
    accepted: i64,
    refused: i64,
    now: Moment,
}

impl FirstStage {
    pub(super) fn new(params: &Params) -> Self {
        let [rate, capacity] = FIRST_KNOBS.map(|knob| params.get(knob.name, knob.default));
        let period = Duration::from_nanos(1_000_000_000 / rate.max(1));
        let meter = FirstMeter::new(period, u32::try_from(capacity).unwrap_or(u32::MAX));
        Self { meter, period, rate, capacity, accepted: 0, refused: 0, now: Moment::ZERO }
    }

    /// When it is no longer full, by its own rule: a nanosecond after it was.
    fn due(&self) -> Moment {
        let full = self.period * u32::try_from(self.capacity).unwrap_or(u32::MAX);
        let level = self.meter.level(self.now);
        match level.checked_sub(full) {
            None => self.now,
            Some(over) => self.now + over + Duration::from_nanos(1),
        }
    }
}

impl Subject for FirstStage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.now = now;
        let Input::Arrive(Request { id, .. }) = input else { return };
        if self.meter.try_pour(now) {
            self.accepted += 1;
            out.push(Output::Admit(id));
        } else {
            self.refused += 1;
            let retry_at = Some(self.due());
            out.push(Output::Refuse { id, why: "it is full".into(), retry_at });
        }
    }

    fn wake(&self) -> Option<Moment> {
        let empty = self.now + self.meter.level(self.now);
        [self.due(), empty].into_iter().filter(|&at| at > self.now).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let level = self.meter.level(now).as_nanos() * 1_000_000;
        let level = level.div_ceil(self.period.as_nanos());
        gauges.line("water", Unit::MicroTokens, count(level));
        gauges.line("next", Unit::Nanos, count(self.due().since(now).as_nanos()));
        gauges.step("accepted", Unit::Count, self.accepted);
        gauges.step("refused", Unit::Count, self.refused);
        gauges.step("drain", Unit::Count, count(self.rate));
        gauges.step("capacity", Unit::Count, count(self.capacity));
    }

    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(self.clone()))
    }
}
