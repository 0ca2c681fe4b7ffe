// How the answer stands in the simulation: every request takes one token.

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Subject, Unit};

use super::answer::Bucket;

/// The answer with `rate` tokens a second and a burst of `burst`, full at 0.
pub fn subject(params: &Params) -> Box<dyn Subject> {
    let burst = u32::try_from(params.get("burst", 2)).unwrap_or(u32::MAX).max(1);
    Box::new(Stage { bucket: Bucket::new(params.get("rate", 3), burst, Moment::ZERO) })
}

struct Stage {
    bucket: Bucket,
}

impl Subject for Stage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        let Input::Arrive(request) = input else { return };
        let id = request.id;
        out.push(match self.bucket.try_take(now) {
            Ok(()) => Output::Admit(id),
            Err(at) => {
                let retry_at = Some(at).filter(|&at| at < Moment::MAX);
                Output::Refuse { id, why: "no token".into(), retry_at }
            }
        });
    }

    fn wake(&self) -> Option<Moment> {
        None
    }

    fn gauges(&self, _now: Moment, gauges: &mut Gauges) {
        let tokens = i64::try_from(self.bucket.tokens()).unwrap_or(i64::MAX);
        gauges.step("tokens", Unit::Count, tokens);
    }
}
