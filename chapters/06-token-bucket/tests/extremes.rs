//! The ends of every range. Nothing here panics, wraps or mints (with the
//! overflow checks of a debug build), and what cannot be counted is no limit.

#[path = "common/core.rs"]
mod core;
#[path = "common/ops.rs"]
mod ops;

use std::time::Duration;

use clock::Moment;
use core::{Core, Word, per_second};
use ops::config;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use token_bucket::{Balance, ConfigError, Gcra, Limit, Rate, Refused};

const YEAR: Duration = Duration::from_hours(365 * 24);
const DECADE: Duration = Duration::from_hours(10 * 365 * 24);

fn exact(rate: Rate, burst: u32) -> Balance {
    Balance::full(Limit::new(rate, burst).unwrap(), Moment::ZERO)
}

fn word(rate: Rate, burst: u32) -> Word {
    Word(Gcra::new(Limit::new(rate, burst).unwrap()), Gcra::FULL)
}

fn ns(at_ns: u64) -> Moment {
    Moment::from_nanos(at_ns)
}

// spec T-06; RL47 for what is not a number.
#[test]
fn what_is_no_limit_is_an_error_when_it_is_made() {
    for rate in [Rate::Zero, Rate::Unlimited, Rate::per_second(10), Rate::every(DECADE)] {
        assert_eq!(Limit::new(rate, 0), Err(ConfigError::ZeroBurst));
    }
    assert_eq!(Limit::new(Rate::every(Duration::ZERO), 1), Err(ConfigError::NotARate));
    for not_a_rate in [f64::NAN, -1.0, -1e-300, f64::NEG_INFINITY] {
        assert_eq!(Rate::from_f64(not_a_rate), Err(ConfigError::NotARate));
    }
    // RL10: slower than one in 63 years is nothing that nine decimals can say.
    assert_eq!(Rate::from_f64(1e-10), Err(ConfigError::TooSlow));
    assert_eq!(Limit::new(Rate::every(Duration::MAX), 1), Err(ConfigError::TooSlow));
    assert_eq!(Limit::new(Rate::every(YEAR * 293), 1), Err(ConfigError::TooSlow));
}

// RL09: one a day with a burst of 213 504 let 427 007 through.
#[test]
fn from_empty_to_full_takes_292_years_at_most() {
    let a_day = Rate::every(Duration::from_hours(24));
    assert!(Limit::new(a_day, 106_751).is_ok());
    for burst in [106_752, 213_504, u32::MAX] {
        assert_eq!(Limit::new(a_day, burst), Err(ConfigError::TooSlow));
    }
    let half = Rate::every(Duration::from_nanos(1 << 62));
    assert!(Limit::new(half, 2).is_ok());
    assert_eq!(Limit::new(half, 3), Err(ConfigError::TooSlow));
    assert!(Limit::new(Rate::every(Duration::from_nanos((1 << 63) - 1)), 1).is_ok());
}

#[test]
fn a_float_becomes_the_rate_that_it_says() {
    let limit = |rate: f64| Limit::new(Rate::from_f64(rate).unwrap(), 5).unwrap();
    assert_eq!(Rate::from_f64(0.0), Ok(Rate::Zero));
    assert_eq!(Rate::from_f64(-0.0), Ok(Rate::Zero));
    assert_eq!(Rate::from_f64(f64::INFINITY), Ok(Rate::Unlimited));
    assert_eq!(limit(10.0), per_second(10, 5));
    assert_eq!(limit(0.5), Limit::new(Rate::every(Duration::from_secs(2)), 5).unwrap());
    assert_eq!(limit(1e15), per_second(1_000_000_000_000_000, 5));
    assert_eq!(limit(1e300), per_second(u64::MAX, 5));
}

#[test]
fn the_errors_say_what_to_do() {
    assert!(ConfigError::ZeroBurst.to_string().contains("use 1 or more"));
    assert!(ConfigError::NotARate.to_string().contains("longer than zero"));
    assert!(ConfigError::TooSlow.to_string().contains("raise the rate or lower the burst"));
    let refused = [
        (Refused::Until(Moment::from_millis(350)), "not enough tokens before 350 ms"),
        (Refused::Never, "there will never be enough tokens"),
        (Refused::OverBurst { asked: 6, burst: 5 }, "6 tokens at once from a bucket that holds 5"),
    ];
    for (refused, said) in refused {
        assert_eq!(refused.to_string(), said);
    }
}

#[test]
fn after_584_years_the_exact_bucket_is_full_and_no_more() {
    for rate in [Rate::per_second(5), Rate::per_second(u64::MAX), Rate::every(DECADE)] {
        let mut bucket = exact(rate, 5);
        bucket.try_take(5, Moment::ZERO).unwrap();
        assert_eq!(bucket.micro_tokens(Moment::MAX), 5_000_000);
        assert_eq!(bucket.try_take(5, Moment::MAX), Ok(()));
        // The moment of the next one is later than any clock can tell.
        assert_eq!(bucket.try_take(1, Moment::MAX), Err(Refused::Never));
        assert_eq!(bucket.take(1, Moment::MAX, None), Err(Refused::Never));
    }
}

#[test]
fn the_gcra_bucket_stops_where_it_would_be_full_only_after_the_end_of_time() {
    let mut bucket = word(Rate::per_second(5), 5);
    bucket.try_take(5, Moment::ZERO).unwrap();
    // To refill takes a second: that much before the end it is as ever.
    let late = Moment::MAX.saturating_sub(Duration::from_secs(1));
    assert_eq!(bucket.clone().try_take(5, late), Ok(()));
    assert_eq!(bucket.clone().try_take(6, late), Err(Refused::OverBurst { asked: 6, burst: 5 }));
    let later = Moment::MAX.saturating_sub(Duration::from_millis(999));
    let before = bucket.clone();
    assert_eq!(bucket.try_take(5, later), Err(Refused::Never));
    assert_eq!(bucket, before);
    assert_eq!(bucket.micro_tokens(Moment::MAX), 5_000_000);
}

#[test]
fn one_token_a_decade_is_lent_until_the_end_of_time_and_not_beyond() {
    let taken = |take: &mut dyn FnMut() -> Result<Moment, Refused>| {
        let mut last = Moment::ZERO;
        for taken in 0.. {
            match take() {
                Ok(at) => {
                    assert!(taken == 0 || at > last, "{at} is not after {last}");
                    last = at;
                }
                Err(refused) => {
                    assert_eq!(refused, Refused::Never);
                    return (taken, last);
                }
            }
        }
        unreachable!("it never ends")
    };
    // Time has 58 decades of 3650 days: one token is there, 58 can be waited for.
    let mut bucket = exact(Rate::every(DECADE), 1);
    let end = Moment::ZERO + DECADE * 58;
    assert_eq!(taken(&mut || bucket.take(1, Moment::ZERO, None)), (59, end));
    // The word is the moment at which the bucket is full again, one decade later.
    let mut bucket = word(Rate::every(DECADE), 1);
    let end = Moment::ZERO + DECADE * 57;
    assert_eq!(taken(&mut || bucket.take(1, Moment::ZERO, None)), (58, end));
}

#[test]
fn at_a_thousand_million_a_second_each_nanosecond_brings_one() {
    fn check<C: Core>() {
        let mut bucket = C::full(1_000_000_000, u32::MAX);
        assert_eq!(bucket.try_take(u32::MAX, Moment::ZERO), Ok(()));
        assert_eq!(bucket.try_take(1, Moment::ZERO), Err(Refused::Until(ns(1))));
        for at in 1..1000 {
            assert_eq!(bucket.try_take(1, ns(at)), Ok(()));
            assert_eq!(bucket.try_take(1, ns(at)), Err(Refused::Until(ns(at + 1))));
        }
        assert_eq!(bucket.micro_tokens(ns(999 + u64::from(u32::MAX))), 4_294_967_295_000_000);
        assert_eq!(bucket.micro_tokens(ns(1 << 60)), 4_294_967_295_000_000);
    }
    check::<Balance>();
    check::<Word>();
}

#[test]
fn at_the_highest_rate_a_nanosecond_fills_the_exact_bucket_and_brings_one_to_the_other() {
    let mut exact = exact(Rate::per_second(u64::MAX), u32::MAX);
    let mut word = word(Rate::per_second(u64::MAX), u32::MAX);
    assert_eq!(exact.try_take(u32::MAX, Moment::ZERO), Ok(()));
    assert_eq!(word.try_take(u32::MAX, Moment::ZERO), Ok(()));
    assert_eq!(exact.micro_tokens(ns(1)), 4_294_967_295_000_000);
    // Its period is at least a nanosecond.
    assert_eq!(word.micro_tokens(ns(1)), 1_000_000);
}

#[test]
fn a_debt_that_no_gauge_can_show_is_still_a_debt() {
    let mut bucket = exact(Rate::per_second(u64::MAX), u32::MAX);
    for _ in 0..3000 {
        bucket.take(u32::MAX, Moment::ZERO, None).unwrap();
    }
    assert_eq!(bucket.micro_tokens(Moment::ZERO), i64::MIN);
    // 2999 × (2³² − 1) tokens are owed: at one a second, 408 445 years.
    bucket.set_limit(per_second(1, u32::MAX), Moment::ZERO);
    assert_eq!(bucket.micro_tokens(Moment::ZERO), i64::MIN);
    assert_eq!(bucket.take(1, Moment::ZERO, None), Err(Refused::Never));
}

// Polled each nanosecond.
#[test]
fn asked_every_nanosecond_it_neither_loses_nor_mints() {
    fn check<C: Core>() {
        let mut bucket = C::full(1_000_000, 2);
        let passed = (0..10_001).filter(|&at| bucket.try_take(1, ns(at)).is_ok()).count();
        // Two at the start, and one every microsecond from 1000 to 10 000 ns.
        assert_eq!(passed, 12);
    }
    check::<Balance>();
    check::<Word>();
}

/// Whatever comes, in whatever order: an instant never brings more than a burst,
/// and the level is never above it.
fn survives<C: Core>(mut core: C, burst: u32, ops: &[(u64, u32, u8)]) {
    let mut waits = vec![];
    let mut instant = (Moment::ZERO, 0_u64);
    for &(at, n, kind) in ops {
        let now = ns(at);
        if now != instant.0 {
            instant = (now, 0);
        }
        match kind {
            0..3 => {
                let passed = core.try_take(n, now).is_ok();
                instant.1 += if passed { u64::from(n) } else { 0 };
                assert!(instant.1 <= u64::from(burst), "{} at {now}", instant.1);
            }
            3 => waits.extend(core.take(n, now, None).map(|_| n)),
            _ => waits.pop().into_iter().for_each(|n| {
                core.give_back(n);
                instant.1 = 0;
            }),
        }
        assert!(core.micro_tokens(now) <= i64::from(burst) * 1_000_000);
    }
}

fn ends() -> impl Strategy<Value = u64> {
    select(vec![0, 1, 2, 1_000_000_000, 1 << 62, 1 << 63, u64::MAX - 1, u64::MAX])
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn at_the_ends_of_the_ranges_nothing_panics_and_nothing_is_minted(
        rate in select(vec![
            Rate::Zero,
            Rate::every(DECADE),
            Rate::Per { tokens: u64::MAX, per: YEAR * 250 },
            Rate::per_second(1_000_000_000),
            Rate::per_second(u64::MAX),
        ]),
        burst in select(vec![1, 2, 29, u32::MAX]),
        ops in vec((ends(), select(vec![0, 1, 2, 29, u32::MAX]), 0..5_u8), 1..60),
    ) {
        let Ok(_) = Limit::new(rate, burst) else { return Ok(()) };
        survives(exact(rate, burst), burst, &ops);
        survives(word(rate, burst), burst, &ops);
    }

    #[test]
    fn no_change_between_the_ends_panics(
        changes in vec((ends(), 0..4_usize, select(vec![1, 29, u32::MAX]), any::<bool>()), 1..40),
    ) {
        let rates = [Rate::Zero, Rate::every(DECADE), Rate::per_second(u64::MAX), Rate::Unlimited];
        let mut exact = exact(Rate::per_second(10), 5);
        let mut word = word(Rate::per_second(10), 5);
        for (at, rate, burst, take) in changes {
            let Ok(limit) = Limit::new(rates[rate], burst) else { continue };
            exact.set_limit(limit, ns(at));
            let next = Gcra::new(limit);
            word = Word(next, word.0.carry(word.1, &next, ns(at)));
            if take {
                let _ = (exact.take(burst, ns(at), None), word.take(burst, ns(at), None));
            }
            prop_assert!(exact.micro_tokens(ns(at)) <= i64::from(burst) * 1_000_000);
            prop_assert!(word.micro_tokens(ns(at)) <= i64::from(burst) * 1_000_000);
        }
    }
}
