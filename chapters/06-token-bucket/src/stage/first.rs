//! The first try, on the same stage.

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Request, Subject, Unit};

use super::{Knobs, NEVER, count};
use crate::first_try::FirstBucket;

/// [`FirstBucket`] on the same stage: only arrivals, no credit.
pub(super) struct FirstStage {
    bucket: FirstBucket,
    knobs: Knobs,
    accepted: i64,
    refused: i64,
    last: Moment,
}

impl FirstStage {
    #[expect(clippy::cast_precision_loss, reason = "small numbers from a page")]
    pub(super) fn new(params: &Params) -> Self {
        let knobs = Knobs { credit: 0, ..Knobs::of(params) };
        let bucket = FirstBucket::new(knobs.rate as f64, knobs.burst as f64);
        Self { bucket, knobs, accepted: 0, refused: 0, last: Moment::ZERO }
    }

    /// What the bucket would hold if it were asked at `now`.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "for the picture: a few thousand tokens at most"
    )]
    fn micro_tokens(&self, now: Moment) -> i64 {
        let flown = self.knobs.rate as f64 * now.since(self.last).as_secs_f64();
        // Rounded, not floored: a float that is a hair under 1 is drawn as what it means.
        ((self.bucket.tokens() + flown) * 1e6).round() as i64
    }
}

impl Subject for FirstStage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        let Input::Arrive(Request { id, .. }) = input else { return };
        self.last = now;
        match self.bucket.try_acquire(now) {
            Ok(()) => {
                self.accepted += 1;
                out.push(Output::Admit(id));
            }
            Err(wait) => {
                self.refused += 1;
                let retry_at = Some(now + wait);
                out.push(Output::Refuse { id, why: "not enough tokens".into(), retry_at });
            }
        }
    }

    fn wake(&self) -> Option<Moment> {
        None
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let level = self.micro_tokens(now);
        let missing = u64::try_from(1_000_000 - level).unwrap_or(0);
        let next =
            if missing == 0 { Some(0) } else { (missing * 1000).checked_div(self.knobs.rate) };
        gauges.line("level", Unit::MicroTokens, level);
        gauges.line("next", Unit::Nanos, next.map_or(NEVER, count));
        gauges.step("accepted", Unit::Count, self.accepted);
        gauges.step("refused", Unit::Count, self.refused);
        gauges.step("waiting", Unit::Count, 0);
        gauges.step("rate", Unit::Count, count(self.knobs.rate));
        gauges.step("burst", Unit::Count, count(self.knobs.burst));
        gauges.step("credit", Unit::Count, 0);
    }
}
