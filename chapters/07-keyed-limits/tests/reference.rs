//! A naive model beside the table: a list, an exact bucket for each key, and a walk
//! through all of them when a place is needed.

use clock::{ManualClock, Moment};
use keyed_limits::{KeyedLimiter, Limits};
use proptest::prelude::*;
use token_bucket::{Balance, Gcra, Limit, Rate, Refused};

#[derive(Clone)]
struct Naive {
    keys_max: usize,
    burst: i64,
    keys: Vec<(u8, Balance)>,
    overflow: Balance,
    global: Balance,
}

impl Naive {
    fn new(per_key: Limit, keys_max: usize, global: Limit) -> Self {
        let new = |limit| Balance::full(limit, Moment::ZERO);
        Self {
            keys_max,
            burst: per_key.burst().into(),
            keys: vec![],
            overflow: new(per_key),
            global: new(global),
        }
    }

    /// Of several that became full at the same moment any may be forgotten; `kept`
    /// says of whom it was not.
    fn take(
        &mut self,
        key: u8,
        n: u32,
        now: Moment,
        kept: impl Fn(u8) -> bool,
    ) -> Result<(), Refused> {
        let place = self.keys.iter().position(|&(other, _)| other == key);
        let mut own = place.map_or(&self.overflow, |place| &self.keys[place].1).clone();
        let mut global = self.global.clone();
        worst([own.try_take(n, now), global.try_take(n, now)])?;
        self.global = global;
        match place {
            Some(place) => self.keys[place].1 = own,
            None if self.keys.len() < self.keys_max => self.keys.push((key, own)),
            None => match self.full_longest(now, kept) {
                Some(idle) => self.keys[idle] = (key, own),
                None => self.overflow = own,
            },
        }
        Ok(())
    }

    /// Of those that are full, the one that became so first.
    fn full_longest(&self, now: Moment, kept: impl Fn(u8) -> bool) -> Option<usize> {
        let full_at = |&place: &usize| self.keys[place].1.holds(self.burst, Moment::ZERO);
        let order = |place: &usize| (full_at(place), kept(self.keys[*place].0));
        let first = (0..self.keys.len()).min_by_key(order)?;
        full_at(&first).filter(|&at| at <= now).map(|_| first)
    }
}

fn worst(results: [Result<(), Refused>; 2]) -> Result<(), Refused> {
    let rank = |refused: &Refused| match refused {
        Refused::Until(at) => (0, *at),
        Refused::Never => (1, Moment::ZERO),
        Refused::OverBurst { burst, .. } => (2, Moment::from_nanos(u64::MAX - u64::from(*burst))),
    };
    results.into_iter().filter_map(Result::err).max_by_key(rank).map_or(Ok(()), Err)
}

fn limit(tokens: u64, burst: u32) -> Limit {
    Limit::new(Rate::per_second(tokens), burst).unwrap()
}

fn real(
    per_key: Limit,
    keys_max: usize,
    global: Limit,
) -> (ManualClock, KeyedLimiter<u8, ManualClock>) {
    let clock = ManualClock::new();
    let limits = Limits::per_key(per_key, keys_max).under(global).shards(1);
    (clock.clone(), KeyedLimiter::with_clock(limits, clock).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Rates that divide 10⁹, where both kinds of bucket are exact. Each verdict and
    /// each moment is the same, and each moment is exact.
    #[test]
    fn it_does_what_the_naive_model_does(
        per_key in (prop::sample::select(vec![1_u64, 5, 10]), 1_u32..4),
        keys_max in 1_usize..4,
        global in (prop::sample::select(vec![8_u64, 20, 1000]), 1_u32..12),
        steps in prop::collection::vec((0_u64..300, 0_u8..6, 0_u32..4), 1..120),
    ) {
        let (per_key, global) = (limit(per_key.0, per_key.1), limit(global.0, global.1));
        let (clock, real) = real(per_key, keys_max, global);
        let mut naive = Naive::new(per_key, keys_max, global);
        let mut now_ms = 0;
        for (step_ms, key, n) in steps {
            now_ms += step_ms;
            let now = Moment::from_millis(now_ms);
            clock.set(now);
            let said = real.try_acquire_n(&key, n);
            let verdict = naive.take(key, n, now, |key| real.has_place(&key));
            prop_assert_eq!(said, verdict, "key {} × {} at {}", key, n, now);
            for (known, _) in &naive.keys {
                prop_assert!(real.has_place(known), "key {} is forgotten at {}", known, now);
            }
            prop_assert_eq!(real.keys(), naive.keys.len());
            if let Err(Refused::Until(at)) = verdict {
                let early = Moment::from_nanos(at.as_nanos() - 1);
                prop_assert!(early < now || naive.clone().take(key, n, early, |_| true).is_err());
                prop_assert_eq!(naive.clone().take(key, n, at, |_| true), Ok(()));
            }
        }
    }

    /// Whatever a key does, whoever else comes, and whichever way the clock goes: it
    /// gets no more than a bucket of its own would have given.
    #[test]
    fn no_key_gets_more_than_a_bucket_of_its_own_would_give(
        burst in 1_u32..4,
        keys_max in 1_usize..4,
        steps in prop::collection::vec((0_u64..3000, 0_u8..6), 1..200),
    ) {
        let (clock, real) = real(limit(5, burst), keys_max, limit(1000, 1000));
        let gcra = Gcra::new(limit(5, burst));
        let mut own = [Gcra::FULL; 6];
        for (at_ms, key) in steps {
            let now = Moment::from_millis(at_ms);
            clock.set(now);
            if real.try_acquire(&key).is_ok() {
                let word = &mut own[usize::from(key)];
                let taken = gcra.take(*word, 1, now, Some(now));
                prop_assert!(taken.is_ok(), "key {} has no token at {}", key, now);
                *word = taken.unwrap().0;
            }
        }
    }
}
