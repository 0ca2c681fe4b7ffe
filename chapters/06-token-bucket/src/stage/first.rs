//! The first try, on the same stage.

use std::time::Duration;

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Request, Subject, Unit};

use super::{Balance, Knobs, NEVER, count};
use crate::first_try::FirstBucket;

/// [`FirstBucket`] on the same stage: only arrivals, no credit.
#[derive(Clone, Debug)]
pub(super) struct FirstStage {
    bucket: FirstBucket,
    /// What a bucket that keeps the promise would hold if it had given all that
    /// this one gave: below zero it was too much. `None` at rate 0.
    promise: Option<Balance>,
    knobs: Knobs,
    accepted: i64,
    refused: i64,
    /// When it was last asked.
    last: Moment,
    /// When anything last happened.
    seen: Moment,
}

impl FirstStage {
    #[expect(clippy::cast_precision_loss, reason = "small numbers from a page")]
    pub(super) fn new(params: &Params) -> Self {
        let knobs = Knobs { credit: 0, ..Knobs::of(params) };
        let bucket = FirstBucket::new(knobs.rate as f64, knobs.burst as f64);
        let limit = knobs.limit().ok().filter(|_| knobs.rate > 0);
        let promise = limit.map(|limit| Balance::full(limit, Moment::ZERO));
        let (last, seen) = (Moment::ZERO, Moment::ZERO);
        Self { bucket, promise, knobs, accepted: 0, refused: 0, last, seen }
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

    /// When a token is whole; `None` if never.
    fn due(&self) -> Option<Moment> {
        let missing = u64::try_from(1_000_000 - self.micro_tokens(self.last)).unwrap_or(0);
        let wait_ns =
            if missing == 0 { 0 } else { (missing * 1000).checked_div(self.knobs.rate)? };
        Some(self.last + Duration::from_nanos(wait_ns))
    }
}

impl Subject for FirstStage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.seen = now;
        let Input::Arrive(Request { id, .. }) = input else { return };
        self.last = now;
        match self.bucket.try_acquire(now) {
            Ok(()) => {
                self.accepted += 1;
                if let Some(promise) = &mut self.promise {
                    // A debt has no limit here.
                    let _ = promise.take(1, now, None);
                }
                out.push(Output::Admit(id));
            }
            Err(wait) => {
                self.refused += 1;
                let retry_at = Some(now + wait);
                out.push(Output::Refuse { id, why: "not enough tokens".into(), retry_at });
            }
        }
    }

    /// Where the lines bend: a token is whole, the promised bucket is full.
    fn wake(&self) -> Option<Moment> {
        let burst = count(self.knobs.burst);
        let full = self.promise.as_ref().and_then(|promise| promise.holds(burst, self.seen));
        [self.due(), full].into_iter().flatten().filter(|&at| at > self.seen).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        gauges.line("level", Unit::MicroTokens, self.micro_tokens(now));
        let next = self.due().map_or(NEVER, |at| count(at.since(now).as_nanos()));
        gauges.line("next", Unit::Nanos, next);
        gauges.step("accepted", Unit::Count, self.accepted);
        gauges.step("refused", Unit::Count, self.refused);
        gauges.step("waiting", Unit::Count, 0);
        gauges.step("rate", Unit::Count, count(self.knobs.rate));
        gauges.step("burst", Unit::Count, count(self.knobs.burst));
        gauges.step("credit", Unit::Count, 0);
        let never = 1_000_000 * (count(self.knobs.burst) - self.accepted);
        let promise = self.promise.as_ref().map_or(never, |promise| promise.micro_tokens(now));
        gauges.line("promise", Unit::MicroTokens, promise);
    }

    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(self.clone()))
    }
}
