//! What a clock that goes back does: nothing (spec C-04).

use clock::ManualClock;
use token_bucket::{GcraBucket, TokenBucket};

use crate::common::{Bucket, bucket, for_both, ms, until_ms};

// RL31: the same time is not paid for twice.
fn a_clock_that_swings_to_and_fro_brings_nothing<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 2);
    clock.set(ms(1000));
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    let mut passed = 0;
    for _ in 0..10 {
        clock.set(ms(1100));
        passed += usize::from(bucket.try_acquire().is_ok());
        clock.set(ms(1000));
        assert_eq!(bucket.try_acquire_n(0), Ok(()));
        assert!(bucket.try_acquire().is_err());
    }
    assert_eq!(passed, 1);
}

// RL29, RL32: and a refusal at an old time does not set the clock of the bucket back.
fn time_flows_on_from_the_latest_that_was_seen<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 2);
    clock.set(ms(1000));
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    clock.set(ms(0));
    assert_eq!(bucket.try_acquire(), until_ms(1100));
    clock.set(ms(1099));
    assert_eq!(bucket.try_acquire(), until_ms(1100));
    clock.set(ms(1100));
    assert_eq!(bucket.try_acquire(), Ok(()));
    assert_eq!(bucket.try_acquire(), until_ms(1200));
}

for_both!(
    a_clock_that_swings_to_and_fro_brings_nothing,
    time_flows_on_from_the_latest_that_was_seen,
);

fn verdicts<B: Bucket>() -> [bool; 5] {
    let (clock, bucket) = bucket::<B>(10, 3);
    [100, 0, 0, 0, 100].map(|at_ms| {
        clock.set(ms(at_ms));
        bucket.try_acquire().is_ok()
    })
}

#[test]
fn the_mutex_bucket_keeps_what_it_held_at_the_latest_time() {
    // Full at 100, so two are left, at 0 as well as at 100.
    assert_eq!(verdicts::<TokenBucket<ManualClock>>(), [true, true, true, false, false]);
}

#[test]
fn the_gcra_bucket_lets_an_old_caller_have_less_and_keeps_the_rest_for_later() {
    // One word has no room for the latest time: at 0 it holds what it will hold
    // at 100, less the token that flows in until then.
    assert_eq!(verdicts::<GcraBucket<ManualClock>>(), [true, true, false, false, true]);
}
