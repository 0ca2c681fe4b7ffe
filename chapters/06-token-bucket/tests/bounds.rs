//! What holds for every run, tried on random ones. The seed is fixed: the same
//! runs each time.

#[path = "common/core.rs"]
mod core;
#[path = "common/ops.rs"]
mod ops;

use std::time::Duration;

use clock::Moment;
use core::{Core, Word, per_second};
use proptest::collection::vec;
use proptest::prelude::*;
use token_bucket::{Balance, Gcra, Refused};

use ops::{Op, back, config, drops, on, set, tries, waits};

/// Some tokens that got through at one moment.
#[derive(Clone, Copy, Debug)]
struct Grant {
    at: Moment,
    n: u32,
}

/// The bound of the chapter: in any stretch of time no more than burst + rate ×
/// time gets through. `rate` gives, for a stretch, the billionths of a token that
/// flow in.
fn assert_bound(mut grants: Vec<Grant>, burst: u32, rate: impl Fn(Moment, Moment) -> u128) {
    grants.sort_by_key(|grant| grant.at);
    for first in 0..grants.len() {
        let mut sum = 0;
        for last in &grants[first..] {
            sum += u128::from(last.n);
            let (from, until) = (grants[first].at, last.at);
            let most = u128::from(burst) * 1_000_000_000 + rate(from, until);
            assert!(
                sum * 1_000_000_000 <= most,
                "{sum} tokens got through from {from} to {until}, burst {burst}: {grants:?}"
            );
        }
    }
}

/// Time goes forward; who waits goes when it may. It goes at a whole nanosecond,
/// which can be `rounding_ns` after its token came.
fn bound_with_waits<C: Core>(tokens: u64, burst: u32, rounding_ns: u128, ops: Vec<Op>) {
    let run = Waits::run::<C>(tokens, burst, ops);
    assert!(run.dropped.is_empty());
    assert_bound(run.grants, burst, |from, until| {
        u128::from(tokens) * (until.since(from).as_nanos() + rounding_ns)
    });
}

/// Some who wait are dropped, and the others keep the times that they were told:
/// so some tokens get through later than they could. From the start on it is
/// never more than the bound; a stretch in the middle can have what was given
/// back on top. What is given back after its time had come counts as given twice.
fn bound_with_drops<C: Core>(tokens: u64, burst: u32, ops: Vec<Op>) {
    let Waits { mut grants, dropped } = Waits::run::<C>(tokens, burst, ops);
    grants.sort_by_key(|grant| grant.at);
    let mut sum = 0;
    for grant in &grants {
        sum += u128::from(grant.n);
        let late = dropped.iter().filter(|wait| wait.late && wait.at <= grant.at);
        let late: u32 = late.map(|wait| wait.n).sum();
        let most = u128::from(burst + late) * 1_000_000_000
            + u128::from(tokens) * grant.at.since(Moment::ZERO).as_nanos();
        assert!(sum * 1_000_000_000 <= most, "{sum} by {}: {grants:?} {dropped:?}", grant.at);
    }
    let given_back: u32 = dropped.iter().map(|wait| wait.n).sum();
    assert_bound(grants, burst + given_back, |from, until| {
        u128::from(tokens) * (until.since(from).as_nanos() + 1)
    });
}

/// What came of a run with waits.
#[derive(Default)]
struct Waits {
    grants: Vec<Grant>,
    dropped: Vec<Dropped>,
}

/// A wait that was dropped, and when; `late` if its time had come.
#[derive(Debug)]
struct Dropped {
    at: Moment,
    n: u32,
    late: bool,
}

impl Waits {
    fn run<C: Core>(tokens: u64, burst: u32, ops: Vec<Op>) -> Self {
        let mut core = C::full(tokens, burst);
        let mut now = Moment::ZERO;
        let (mut run, mut waits) = (Self::default(), vec![]);
        for op in ops {
            match op {
                Op::On(by) => now = now + Duration::from_nanos(by),
                Op::Try(n) if core.try_take(n, now).is_ok() => {
                    run.grants.push(Grant { at: now, n });
                }
                Op::Wait(n, patience) => {
                    let latest = patience.map(|by| now + Duration::from_nanos(by));
                    let grant = core.take(n, now, latest).map(|at| Grant { at, n });
                    // Who need not wait has gone, and cannot be dropped.
                    match grant {
                        Ok(grant) if grant.at > now => waits.push(grant),
                        grant => run.grants.extend(grant),
                    }
                }
                Op::Drop(number) if !waits.is_empty() => {
                    let Grant { at, n } = waits.swap_remove(number % waits.len());
                    core.give_back(n);
                    run.dropped.push(Dropped { at: now, n, late: at <= now });
                }
                _ => {}
            }
        }
        run.grants.extend(waits);
        run
    }
}

/// Time goes to and fro; a grant counts for the latest time at which one was made.
fn bound_with_time_back<C: Core>(tokens: u64, burst: u32, ops: Vec<Op>) {
    let mut core = C::full(tokens, burst);
    let mut now = Moment::ZERO;
    let mut grants: Vec<Grant> = vec![];
    for op in ops {
        match op {
            Op::On(by) => now = now + Duration::from_nanos(by),
            Op::Back(by) => now = now.saturating_sub(Duration::from_nanos(by)),
            Op::Try(n) if core.try_take(n, now).is_ok() && n > 0 => {
                let latest = grants.last().map_or(Moment::ZERO, |last| last.at);
                grants.push(Grant { at: latest.max(now), n });
            }
            _ => {}
        }
    }
    assert_bound(grants, burst, |from, until| u128::from(tokens) * until.since(from).as_nanos());
}

const SOME_RATES: [u64; 9] = [1, 2, 3, 7, 10, 64, 333, 1000, 1_000_003];

/// Rate and burst change; what counts is the largest burst, and each rate for as
/// long as it held.
fn bound_with_changes<C: Core>(ops: Vec<Op>) {
    let mut core = C::full(10, 5);
    let mut now = Moment::ZERO;
    let (mut grants, mut rates, mut most) = (vec![], vec![(now, 10)], 5);
    for op in ops {
        match op {
            Op::On(by) => now = now + Duration::from_nanos(by),
            Op::Try(n) if core.try_take(n, now).is_ok() && n > 0 => {
                grants.push(Grant { at: now, n });
            }
            Op::Set(rate, burst) => {
                core.change(SOME_RATES[rate], burst, now);
                rates.push((now, SOME_RATES[rate]));
                most = most.max(burst);
            }
            _ => {}
        }
    }
    assert_bound(grants, most, |from, until| {
        let ends = rates.iter().skip(1).map(|&(at, _)| at).chain([Moment::MAX]);
        let pieces = rates.iter().zip(ends);
        pieces
            .map(|(&(at, rate), end)| {
                u128::from(rate) * end.min(until).since(at.max(from)).as_nanos()
            })
            .sum()
    });
}

/// Whatever happened before: a refusal leaves the bucket as it was, and its hint
/// is right to the nanosecond.
fn hints_are_exact<C: Core>(tokens: u64, burst: u32, ops: Vec<Op>) {
    let mut core = C::full(tokens, burst);
    let mut now = Moment::ZERO;
    for op in ops {
        let before = core.clone();
        let refused = match op {
            Op::On(by) => {
                now = now + Duration::from_nanos(by);
                continue;
            }
            Op::Back(by) => {
                now = now.saturating_sub(Duration::from_nanos(by));
                continue;
            }
            Op::Try(n) => core.try_take(n, now).err().map(|refused| (n, refused)),
            Op::Wait(n, by) => {
                let latest = by.map(|by| now + Duration::from_nanos(by));
                core.take(n, now, latest).err().map(|refused| (n, refused))
            }
            _ => None,
        };
        let Some((n, refused)) = refused else { continue };
        assert_eq!(core, before, "a refusal changes nothing");
        match refused {
            Refused::OverBurst { asked, burst: holds } => {
                assert_eq!((asked, holds), (n, burst));
                assert!(n > burst);
            }
            Refused::Until(at) => {
                assert!(at > now && n <= burst);
                let mut early = core.clone();
                assert_eq!(
                    early.try_take(n, at.saturating_sub(Duration::from_nanos(1))),
                    Err(Refused::Until(at))
                );
                assert_eq!(core.clone().try_take(n, at), Ok(()));
            }
            Refused::Never => panic!("at {now}: never, with {tokens} tokens a second"),
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn never_more_than_burst_and_rate_times_time(
        tokens in 1..3000_u64,
        burst in 1..12_u32,
        ops in vec(prop_oneof![on(), tries(), waits()], 1..80),
    ) {
        let rounding_ns = u128::from(1_000_000_000 % tokens != 0);
        bound_with_waits::<Balance>(tokens, burst, rounding_ns, ops.clone());
        // Its period is whole in any case.
        bound_with_waits::<Word>(tokens, burst, 0, ops);
    }

    #[test]
    fn never_more_than_that_and_what_was_given_back(
        tokens in 1..3000_u64,
        burst in 1..12_u32,
        ops in vec(prop_oneof![3 => on(), 1 => tries(), 3 => waits(), 1 => drops()], 1..80),
    ) {
        bound_with_drops::<Balance>(tokens, burst, ops.clone());
        bound_with_drops::<Word>(tokens, burst, ops);
    }

    #[test]
    fn never_more_than_that_even_if_time_goes_back(
        tokens in 1..3000_u64,
        burst in 1..12_u32,
        ops in vec(prop_oneof![on(), tries(), tries(), back()], 1..80),
    ) {
        bound_with_time_back::<Balance>(tokens, burst, ops.clone());
        bound_with_time_back::<Word>(tokens, burst, ops);
    }

    #[test]
    fn never_more_than_that_even_if_the_limit_changes(
        ops in vec(prop_oneof![on(), tries(), tries(), set()], 1..80),
    ) {
        bound_with_changes::<Balance>(ops.clone());
        bound_with_changes::<Word>(ops);
    }

    #[test]
    fn a_refusal_changes_nothing_and_its_hint_is_exact(
        tokens in 1..3000_u64,
        burst in 1..12_u32,
        ops in vec(prop_oneof![on(), tries(), waits(), back()], 1..80),
    ) {
        hints_are_exact::<Balance>(tokens, burst, ops.clone());
        hints_are_exact::<Word>(tokens, burst, ops);
    }

    #[test]
    fn the_gcra_bucket_lags_by_no_more_than_its_rounding(rate in 1..=1_000_000_000_u64) {
        let period = Gcra::new(per_second(rate, 1)).cost_ns(1);
        let (rate, period) = (u128::from(rate), u128::from(period));
        prop_assert!(rate * period >= 1_000_000_000, "faster than the rate");
        // Lag, in tokens a second: rate − 10⁹/period ≤ rate²/10⁹.
        prop_assert!((rate * period - 1_000_000_000) * 1_000_000_000 <= rate * rate * period);
    }
}

#[test]
fn in_a_hundred_seconds_the_gcra_bucket_lags_by_what_its_rounding_says() {
    // 10⁹ / 300 000 = 3333.3, so its period is 3334 ns: 60 of 300 000 tokens a
    // second are missing, where r²/10⁹ allows 90.
    let (tokens, burst) = (300_000, 30_000_000);
    let (mut exact, mut word) = (<Balance as Core>::full(tokens, burst), Word::full(tokens, burst));
    exact.try_take(30_000_000, Moment::ZERO).unwrap();
    word.try_take(30_000_000, Moment::ZERO).unwrap();
    let at = Moment::from_millis(100_000);
    assert_eq!(exact.micro_tokens(at), 30_000_000_000_000);
    assert_eq!(word.micro_tokens(at) / 1_000_000, 29_994_001);
}

#[test]
fn a_wait_that_is_dropped_long_after_its_time_can_be_one_too_many() {
    // The price of "it made no call, so it gives back": its token came at 100 ms
    // and the bucket has been full since, so here six get through at one instant.
    let mut core = <Balance as Core>::full(10, 5);
    core.try_take(5, Moment::ZERO).unwrap();
    core.take(1, Moment::ZERO, None).unwrap();
    let late = Moment::from_millis(1000);
    core.try_take(1, late).unwrap();
    core.give_back(1);
    assert_eq!(core.try_take(5, late), Ok(()));
}
