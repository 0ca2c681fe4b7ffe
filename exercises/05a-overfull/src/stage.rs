// How the answer stands in the simulation: every request pours in what it costs.

use std::time::Duration;

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Subject, Unit};

use super::answer::{Meter, Refused};

/// The answer, empty at 0: it drains one request every `period` ms, and holds
/// `capacity` of them.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let period_ms = params.get("period", 100).clamp(1, 1_000_000);
    let capacity = u32::try_from(params.get("capacity", 5)).unwrap_or(u32::MAX).max(1);
    let meter = Meter::new(Duration::from_millis(period_ms), capacity, Moment::ZERO);
    Box::new(Stage { meter, period_ns: u128::from(period_ms) * 1_000_000, now: Moment::ZERO })
}

struct Stage {
    meter: Meter,
    period_ns: u128,
    now: Moment,
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.now = now;
        let Input::Arrive(request) = input else { return };
        let id = request.id;
        out.push(match self.meter.try_pour(request.cost, now) {
            Ok(()) => Output::Admit(id),
            Err(Refused::Until(at)) => {
                let retry_at = Some(at).filter(|&at| at < Moment::MAX);
                Output::Refuse { id, why: "no room".into(), retry_at }
            }
            Err(Refused::OverCapacity) => {
                Output::Refuse { id, why: "more than the bucket can hold".into(), retry_at: None }
            }
        });
    }

    /// Where the line of the level bends: the bucket is empty.
    fn wake(&self) -> Option<Moment> {
        let level_ns = u64::try_from(self.meter.level_ns(self.now)).unwrap_or(u64::MAX);
        (level_ns > 0).then(|| self.now + Duration::from_nanos(level_ns))
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let micro = self.meter.level_ns(now).saturating_mul(1_000_000) / self.period_ns;
        gauges.line("level", Unit::MicroTokens, i64::try_from(micro).unwrap_or(i64::MAX));
    }
}
