//! Another rate, another burst: the mutex bucket while it runs, the GCRA bucket
//! by a successor (spec T-10). Nobody gets a token for it.

use clock::ManualClock;
use token_bucket::{GcraBucket, Rate, TokenBucket};

use crate::common::{Bucket, begun, bucket, bucket_at, for_both, limit, ms, passes, until_ms};

fn per_second(tokens: u64, burst: u32) -> token_bucket::Limit {
    limit(Rate::per_second(tokens), burst)
}

// RL38
fn a_lower_burst_cuts_off_at_once<B: Bucket>() {
    let (_, bucket) = bucket::<B>(10, 5);
    let bucket = bucket.changed(per_second(10, 2));
    assert_eq!(bucket.micro_tokens(), 2_000_000);
    assert_eq!(passes(&bucket, 3), 2);
}

// RL38
fn a_higher_burst_adds_nothing<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 2);
    let bucket = bucket.changed(per_second(10, 5));
    assert_eq!(bucket.micro_tokens(), 2_000_000);
    clock.set(ms(299));
    assert_eq!(bucket.micro_tokens(), 4_990_000);
    clock.set(ms(300));
    assert_eq!(bucket.micro_tokens(), 5_000_000);
    assert_eq!(passes(&bucket, 6), 5);
}

// RL37: the past is settled at the old rate.
fn time_before_the_change_counts_at_the_old_rate<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 10);
    assert_eq!(bucket.try_acquire_n(10), Ok(()));
    clock.set(ms(500));
    let bucket = bucket.changed(per_second(1, 10));
    assert_eq!(bucket.micro_tokens(), 5_000_000);
    clock.set(ms(1500));
    assert_eq!(bucket.micro_tokens(), 6_000_000);
    let (clock, bucket) = self::bucket::<B>(1, 10_000);
    assert_eq!(bucket.try_acquire_n(10_000), Ok(()));
    clock.set(ms(10_000));
    assert_eq!(passes(&bucket.changed(per_second(1000, 10_000)), 10_000), 10);
}

// RL25: nine tenths of a token are nine tenths of a token at any rate.
fn the_part_of_a_token_is_carried_over<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(1, 2);
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    clock.set(ms(900));
    let bucket = bucket.changed(per_second(2, 2));
    assert_eq!(bucket.micro_tokens(), 900_000);
    assert_eq!(bucket.try_acquire(), until_ms(950));
}

fn a_debt_is_carried_over<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 5);
    assert_eq!(bucket.try_acquire_n(5), Ok(()));
    // A task that is gone for good, and took its debt along.
    std::mem::forget(begun(bucket.wait_n(3, None)));
    let bucket = bucket.changed(per_second(1, 5));
    assert_eq!(bucket.micro_tokens(), -3_000_000);
    assert_eq!(bucket.try_acquire(), until_ms(4000));
    clock.set(ms(4000));
    assert_eq!(bucket.try_acquire(), Ok(()));
}

// RL12: a rate of zero is a state like any other, and the burst stays what it is.
fn after_a_rate_of_zero_the_bucket_fills_again<B: Bucket>() {
    let (clock, bucket) = bucket_at::<B>(Rate::Zero, 1);
    assert_eq!(passes(&bucket, 5), 1);
    clock.set(ms(1000));
    let bucket = bucket.changed(per_second(10, 1));
    assert_eq!(bucket.micro_tokens(), 0);
    assert_eq!(clock.drive(bucket.wait()), Ok(()));
    assert_eq!(bucket.try_acquire(), until_ms(1200));
}

fn at_a_rate_of_zero_what_was_there_is_still_there<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 5);
    assert_eq!(bucket.try_acquire_n(5), Ok(()));
    clock.set(ms(200));
    let bucket = bucket.changed(limit(Rate::Zero, 5));
    clock.set(ms(100_000));
    assert_eq!(passes(&bucket, 5), 2);
}

fn after_no_limit_at_all_the_bucket_is_full<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 5);
    assert_eq!(bucket.try_acquire_n(5), Ok(()));
    let bucket = bucket.changed(limit(Rate::Unlimited, 5));
    assert_eq!(bucket.try_acquire_n(50), Ok(()));
    clock.set(ms(1));
    let bucket = bucket.changed(per_second(10, 5));
    assert_eq!(passes(&bucket, 10), 5);
}

for_both!(
    a_lower_burst_cuts_off_at_once,
    a_higher_burst_adds_nothing,
    time_before_the_change_counts_at_the_old_rate,
    the_part_of_a_token_is_carried_over,
    a_debt_is_carried_over,
    after_a_rate_of_zero_the_bucket_fills_again,
    at_a_rate_of_zero_what_was_there_is_still_there,
    after_no_limit_at_all_the_bucket_is_full,
);

#[test]
fn the_mutex_bucket_mints_nothing_on_a_detour_over_no_limit() {
    let (clock, bucket) = bucket::<TokenBucket<ManualClock>>(10, 5);
    assert_eq!(bucket.try_acquire_n(5), Ok(()));
    bucket.set_limit(limit(Rate::Unlimited, 5));
    bucket.set_limit(per_second(10, 5));
    assert_eq!(bucket.micro_tokens(), 0);
    clock.set(ms(500));
    assert_eq!(passes(&bucket, 6), 5);
}

#[test]
fn who_waits_at_the_mutex_bucket_keeps_the_time_that_it_was_told() {
    let (clock, bucket) = bucket::<TokenBucket<ManualClock>>(10, 5);
    assert_eq!(bucket.try_acquire_n(5), Ok(()));
    let mut wait = begun(bucket.wait_n(3, None));
    bucket.set_limit(per_second(1, 5));
    assert_eq!(clock.drive(wait.as_mut()), Ok(()));
    assert_eq!(clock::Clock::now(&clock), ms(300));
    // It went at 300, and the debt of three is still paid at the new rate.
    assert_eq!(bucket.micro_tokens(), -2_700_000);
}

#[test]
fn a_wait_that_is_dropped_after_a_lower_burst_gives_back_no_more_than_that() {
    let (clock, bucket) = bucket::<TokenBucket<ManualClock>>(10, 5);
    assert_eq!(bucket.try_acquire_n(5), Ok(()));
    let wait = begun(bucket.wait_n(5, None));
    bucket.set_limit(per_second(10, 2));
    clock.set(ms(400));
    drop(wait);
    assert_eq!(bucket.micro_tokens(), 2_000_000);
}

#[test]
fn what_is_taken_from_a_gcra_bucket_after_its_successor_was_made_is_not_seen() {
    let (_, old) = bucket::<GcraBucket<ManualClock>>(10, 5);
    let new = old.successor(per_second(10, 5));
    assert_eq!(old.try_acquire_n(5), Ok(()));
    assert_eq!(new.micro_tokens(), 5_000_000);
}
