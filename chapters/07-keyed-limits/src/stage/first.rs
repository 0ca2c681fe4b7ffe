//! The first try, on the same stage.

use clock::Moment;
use simulation::{Gauges, Input, Output, Params, Request, Subject, Unit};
use token_bucket::Balance;

use super::{ALL_EMPTY, Knobs, LEVELS, OWN_EMPTY, PASSED, SHOWN, bits, count, number, until};
use crate::first_try::FirstKeyed;

/// [`FirstKeyed`] on the same stage: only arrivals.
#[derive(Clone, Debug)]
pub(super) struct FirstStage {
    limiter: FirstKeyed<u32>,
    knobs: Knobs,
    passed: [i64; SHOWN],
    /// When anything last happened.
    seen: Moment,
}

impl FirstStage {
    pub(super) fn new(params: &Params) -> Result<Self, String> {
        let knobs = Knobs::of(params);
        let [per_key, all] = knobs.limits()?;
        let limiter = FirstKeyed::new(per_key, all);
        Ok(Self { limiter, knobs, passed: [0; SHOWN], seen: Moment::ZERO })
    }

    fn arrive(&mut self, now: Moment, request: Request, out: &mut Vec<Output>) {
        let Request { id, cost: key, .. } = request;
        if key == 0 {
            out.push(Output::Admit(id));
            return;
        }
        let all = self.limiter.global().micro_tokens(now) < 1_000_000;
        out.push(match self.limiter.try_acquire(key, now) {
            Ok(()) => {
                count(&mut self.passed, key);
                Output::Admit(id)
            }
            Err(refused) => {
                let why = if all { ALL_EMPTY } else { OWN_EMPTY };
                Output::Refuse { id, why: why.into(), retry_at: until(refused) }
            }
        });
    }

    /// The buckets that have a gauge and were ever used.
    fn buckets(&self) -> impl Iterator<Item = &Balance> {
        let own = (1..).take(SHOWN).filter_map(|key| self.limiter.bucket(&key));
        own.chain([self.limiter.global()])
    }
}

impl Subject for FirstStage {
    fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
        self.seen = now;
        match input {
            Input::Arrive(request) => self.arrive(now, request, out),
            Input::Set(_) => out.push(Output::Note("its limits are fixed while it runs".into())),
            Input::Finish(..) | Input::Wake => {}
        }
    }

    /// Where a line bends: a bucket is full.
    fn wake(&self) -> Option<Moment> {
        let full = |bucket: &Balance| bucket.holds(bucket.limit().burst().into(), self.seen);
        self.buckets().filter_map(full).filter(|&at| at > self.seen).min()
    }

    fn gauges(&self, now: Moment, gauges: &mut Gauges) {
        let full = 1_000_000 * number(self.knobs.0[1]);
        gauges.line("all", Unit::MicroTokens, self.limiter.global().micro_tokens(now));
        for (key, name) in (1..).zip(LEVELS) {
            let bucket = self.limiter.bucket(&key);
            let level = bucket.map_or(full, |bucket| bucket.micro_tokens(now));
            gauges.line(name, Unit::MicroTokens, level);
        }
        // It has no overflow: nobody ever finds no place.
        gauges.line("overflow", Unit::MicroTokens, full);
        for (passed, name) in self.passed.into_iter().zip(PASSED) {
            gauges.step(name, Unit::Count, passed);
        }
        gauges.step("remembered", Unit::Count, number(self.limiter.keys()));
        gauges.step("by-overflow", Unit::Count, 0);
        gauges.step("placed", Unit::Count, bits(|key| self.limiter.bucket(&key).is_some()));
    }

    fn snapshot(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(self.clone()))
    }
}
