//! What flows in, and what does not.

use std::time::Duration;

use clock::Moment;
use token_bucket::Rate;

use crate::common::{Bucket, bucket, bucket_at, for_both, ms, ns, passes, until_ms};

// spec T-01: nothing ticks, so looking often is the same as looking once.
fn how_often_it_is_asked_makes_no_difference<B: Bucket>() {
    let (clock, asked) = bucket::<B>(4, 10);
    let (other_clock, left_alone) = bucket::<B>(4, 10);
    assert_eq!(asked.try_acquire_n(10), Ok(()));
    assert_eq!(left_alone.try_acquire_n(10), Ok(()));
    for at_ms in 1..=1000 {
        clock.set(ms(at_ms));
        assert_eq!(asked.micro_tokens(), i64::try_from(at_ms).unwrap() * 4000);
        assert!(asked.try_acquire_n(10).is_err());
    }
    other_clock.set(ms(1000));
    assert_eq!((passes(&asked, 9), passes(&left_alone, 9)), (4, 4));
}

// RL14, RL24: each poll brings 0.4 of a token, and a bucket that drops it never refills.
fn parts_of_a_token_add_up<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(4, 2);
    assert_eq!(passes(&bucket, 3), 2);
    let mut passed = 0;
    for poll in 1..=100 {
        clock.set(ms(100 * poll));
        passed += passes(&bucket, 1);
    }
    assert_eq!(passed, 40);
}

// RL14: one token a minute, asked every 119 µs.
fn a_slow_rate_that_is_polled_fast_loses_nothing<B: Bucket>() {
    let (clock, bucket) = bucket_at::<B>(Rate::every(Duration::from_mins(1)), 1);
    assert_eq!(passes(&bucket, 1), 1);
    let mut when = Vec::new();
    for poll in 1..=600_000 {
        clock.set(ns(119_000 * poll));
        if bucket.try_acquire().is_ok() {
            when.push(poll);
        }
    }
    // 60 s are 504 201.7 polls.
    assert_eq!(when, [504_202]);
}

// RL15: time that brought no whole token is not forgotten.
fn polling_faster_than_the_period_still_refills<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(1, 2);
    assert_eq!(passes(&bucket, 2), 2);
    let mut passed = 0;
    for poll in 1..=50 {
        clock.set(ms(100 * poll));
        passed += passes(&bucket, 1);
    }
    assert_eq!(passed, 5);
}

// RL17
fn five_periods_bring_five_tokens_and_not_one<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(1, 10);
    assert_eq!(passes(&bucket, 10), 10);
    clock.set(ms(5000));
    assert_eq!(passes(&bucket, 10), 5);
}

// RL21: a tolerance of the whole burst lets one more through.
fn a_bucket_that_was_idle_holds_its_burst_and_no_more<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(5, 5);
    assert_eq!(passes(&bucket, 10), 5);
    clock.set(ms(2000));
    assert_eq!(passes(&bucket, 10), 5);
    clock.set(ms(2199));
    assert_eq!(passes(&bucket, 1), 0);
    clock.set(ms(2200));
    assert_eq!(passes(&bucket, 2), 1);
}

// RL03
fn the_cap_is_not_forgotten_after_a_pause<B: Bucket>() {
    let (clock, bucket) = bucket_at::<B>(Rate::every(Duration::from_secs(2)), 5);
    clock.set(ms(10_000));
    assert_eq!(passes(&bucket, 5), 5);
    assert_eq!(bucket.try_acquire(), until_ms(12_000));
}

// RL04: the cap holds on the path that does not wait, too.
fn a_bucket_for_one_holds_one_however_fast_it_fills<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(100, 1);
    clock.set(ms(1000));
    assert!(bucket.try_acquire_n(2).is_err());
    assert_eq!(passes(&bucket, 100), 1);
}

// RL34, RL35
fn a_bucket_that_stood_full_can_be_emptied<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(20, 100);
    clock.set(ms(5000));
    assert_eq!(bucket.try_acquire_n(100), Ok(()));
    assert_eq!(bucket.micro_tokens(), 0);
    clock.set(ms(5050));
    assert_eq!(bucket.micro_tokens(), 1_000_000);
}

// RL01, RL02: tokens × nanoseconds must not overflow.
fn a_long_pause_at_a_high_rate_fills_it_and_no_more<B: Bucket>() {
    for idle in [Duration::from_hours(12), Duration::from_hours(30 * 24)] {
        let (clock, bucket) = bucket::<B>(1_000_000_000, 1_000_000);
        assert_eq!(bucket.try_acquire_n(1_000_000), Ok(()));
        clock.set(Moment::ZERO + idle);
        assert_eq!(bucket.micro_tokens(), 1_000_000_000_000);
        assert_eq!(bucket.try_acquire_n(1_000_000), Ok(()));
        assert!(bucket.try_acquire().is_err());
    }
}

// RL10: a tiny rate is not an overflow that lets everything through.
fn one_token_in_a_century_is_one_token_in_a_century<B: Bucket>() {
    let century = Duration::from_hours(100 * 365 * 24);
    let (clock, bucket) = bucket_at::<B>(Rate::every(century), 1);
    assert_eq!(passes(&bucket, 5), 1);
    clock.set(Moment::ZERO + century);
    assert_eq!(passes(&bucket, 5), 1);
}

// RL27: the period is not cut to whole milliseconds.
fn a_period_of_1_999_ms_brings_1500_in_three_seconds<B: Bucket>() {
    let (clock, bucket) = bucket_at::<B>(Rate::every(Duration::from_micros(1999)), 5000);
    assert_eq!(bucket.try_acquire_n(5000), Ok(()));
    clock.set(ms(3000));
    assert_eq!(passes(&bucket, 3000), 1500);
}

// RL13: the token that a new bucket has survives every conversion.
fn a_crooked_rate_lets_the_first_request_through<B: Bucket>() {
    let rate = Rate::from_f64(0.769_230_769_230_769_3).unwrap();
    let (_, bucket) = bucket_at::<B>(rate, 1);
    assert_eq!(passes(&bucket, 2), 1);
}

for_both!(
    how_often_it_is_asked_makes_no_difference,
    parts_of_a_token_add_up,
    a_slow_rate_that_is_polled_fast_loses_nothing,
    polling_faster_than_the_period_still_refills,
    five_periods_bring_five_tokens_and_not_one,
    a_bucket_that_was_idle_holds_its_burst_and_no_more,
    the_cap_is_not_forgotten_after_a_pause,
    a_bucket_for_one_holds_one_however_fast_it_fills,
    a_bucket_that_stood_full_can_be_emptied,
    a_long_pause_at_a_high_rate_fills_it_and_no_more,
    one_token_in_a_century_is_one_token_in_a_century,
    a_period_of_1_999_ms_brings_1500_in_three_seconds,
    a_crooked_rate_lets_the_first_request_through,
);
