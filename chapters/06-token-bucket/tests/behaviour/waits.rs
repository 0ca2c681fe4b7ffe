//! Waits for what is still to come.

use std::future::Future;

use clock::{Clock, ManualClock, Moment};
use token_bucket::{Rate, Refused};

use crate::common::{
    Bucket, begun, bucket, bucket_at, for_both, just_before, ms, passes, until_ms,
};

/// What came of a wait, and when, in milliseconds.
async fn timed(
    clock: &ManualClock,
    wait: impl Future<Output = Result<(), Refused>>,
) -> (Result<(), Refused>, u64) {
    let result = wait.await;
    let now = clock.now();
    assert_eq!(now, ms(now.as_millis()), "not a whole millisecond");
    (result, now.as_millis())
}

// spec T-04
fn twenty_waits_pass_at_the_pace_of_the_tokens<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 5);
    let over = clock.drive_all((0..20).map(|_| timed(&clock, bucket.wait())));
    let expected: Vec<_> = (1..=20_u64).map(|k| (Ok(()), k.saturating_sub(5) * 100)).collect();
    assert_eq!((expected[4].1, expected[9].1, expected[19].1), (0, 500, 1500));
    assert_eq!(over, expected);
}

// spec T-08: the tenth cannot be over by 450 ms, so it fails at 0 and takes nothing.
fn a_wait_that_would_end_too_late_fails_at_once_and_takes_nothing<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 5);
    let deadlines = [None; 8].into_iter().chain([Some(ms(450)), Some(ms(450)), None]);
    let over = clock.drive_all(deadlines.map(|by| timed(&clock, bucket.wait_n(1, by))));
    assert_eq!(over[7..], [(Ok(()), 300), (Ok(()), 400), (until_ms(500), 0), (Ok(()), 500)]);
}

fn a_wait_that_ends_exactly_at_its_deadline_succeeds<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 1);
    assert_eq!(bucket.try_acquire(), Ok(()));
    let too_early = Some(just_before(ms(100)));
    assert_eq!(clock.drive(bucket.wait_n(1, too_early)), until_ms(100));
    assert_eq!(clock.drive(timed(&clock, bucket.wait_n(1, Some(ms(100))))), (Ok(()), 100));
}

fn a_deadline_that_has_passed_refuses_even_what_is_there<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 1);
    clock.set(ms(200));
    assert_eq!(clock.drive(bucket.wait_n(1, Some(ms(199)))), until_ms(200));
    assert_eq!(clock.drive(bucket.wait_n(1, Some(ms(200)))), Ok(()));
}

// spec T-02, T-11
fn a_wait_takes_its_tokens_at_once_and_leaves_a_debt<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 5);
    assert_eq!(bucket.try_acquire_n(3), Ok(()));
    let mut wait = begun(bucket.wait_n(5, None));
    assert_eq!(bucket.micro_tokens(), -3_000_000);
    // Who only tries never gets into debt, and comes after the one who waits.
    assert_eq!(bucket.try_acquire(), until_ms(400));
    assert_eq!(bucket.micro_tokens(), -3_000_000);
    assert_eq!(clock.drive(timed(&clock, wait.as_mut())), (Ok(()), 300));
    assert_eq!(bucket.micro_tokens(), 0);
}

fn a_wait_that_was_never_polled_took_nothing<B: Bucket>() {
    let (_, bucket) = bucket::<B>(10, 2);
    drop(bucket.wait_n(2, None));
    assert_eq!(passes(&bucket, 3), 2);
}

// RL79, RL82: what is hopeless is said before any wait.
fn what_can_never_be_is_said_at_once<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 5);
    let over = Err(Refused::OverBurst { asked: 6, burst: 5 });
    assert_eq!(clock.drive(timed(&clock, bucket.wait_n(6, None))), (over, 0));
    assert_eq!(clock.drive(timed(&clock, bucket.wait_n(0, None))), (Ok(()), 0));
    let (clock, bucket) = bucket_at::<B>(Rate::Zero, 2);
    assert_eq!(clock.drive(timed(&clock, bucket.wait_n(2, None))), (Ok(()), 0));
    assert_eq!(clock.drive(timed(&clock, bucket.wait())), (Err(Refused::Never), 0));
    let (clock, bucket) = bucket_at::<B>(Rate::Unlimited, 2);
    assert_eq!(clock.drive(timed(&clock, bucket.wait_n(100, None))), (Ok(()), 0));
}

// RL79: the whole burst is not "more than the burst": it waits.
fn the_whole_burst_waits_for_the_whole_bucket<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 5);
    assert_eq!(bucket.try_acquire(), Ok(()));
    assert_eq!(clock.drive(timed(&clock, bucket.wait_n(5, None))), (Ok(()), 100));
}

// RL64, RL78
fn a_wait_that_is_dropped_gives_back_what_it_took<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 2);
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    let wait = begun(bucket.wait_n(2, None));
    clock.set(ms(100));
    drop(wait);
    assert_eq!(bucket.micro_tokens(), 1_000_000);
    assert_eq!(clock.drive(timed(&clock, bucket.wait_n(2, None))), (Ok(()), 200));
}

// RL76: also what others took after it does not make the refund smaller.
fn the_others_keep_the_times_that_they_were_told<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 2);
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    let dropped = begun(bucket.wait());
    let mut later = begun(bucket.wait());
    drop(dropped);
    assert_eq!(bucket.micro_tokens(), -1_000_000);
    let mut next = begun(bucket.wait());
    assert_eq!(clock.drive(timed(&clock, later.as_mut())), (Ok(()), 200));
    // Two at 0 and two at 200: burst 2 and 10 × 0.2.
    assert_eq!(clock.drive(timed(&clock, next.as_mut())), (Ok(()), 200));
}

fn a_late_drop_gives_back_the_same<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 2);
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    let two = begun(bucket.wait_n(2, None));
    let mut later = begun(bucket.wait());
    clock.set(ms(199));
    drop(two);
    assert_eq!(bucket.micro_tokens(), 990_000);
    assert_eq!(clock.drive(timed(&clock, later.as_mut())), (Ok(()), 300));
}

// It made no call, so its tokens are unused, even if they have been there for long.
fn a_wait_that_is_dropped_when_it_could_have_gone_gives_back_too<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 2);
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    let wait = begun(bucket.wait_n(2, None));
    clock.set(ms(200));
    drop(wait);
    assert_eq!(passes(&bucket, 3), 2);
}

fn what_is_given_back_never_overfills_the_bucket<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 2);
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    let wait = begun(bucket.wait_n(2, None));
    clock.set(ms(10_000));
    drop(wait);
    assert_eq!(bucket.micro_tokens(), 2_000_000);
    assert_eq!(passes(&bucket, 5), 2);
}

fn a_wait_that_is_over_gives_nothing_back<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 2);
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    let mut wait = begun(bucket.wait());
    assert_eq!(clock.drive(wait.as_mut()), Ok(()));
    drop(wait);
    assert_eq!(bucket.micro_tokens(), 0);
    let mut there = Box::pin(bucket.wait_n(1, None));
    clock.set(ms(200));
    assert_eq!(clock.drive(there.as_mut()), Ok(()));
    drop(there);
    assert_eq!(bucket.micro_tokens(), 0);
}

fn a_wait_that_was_refused_gives_nothing_back<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 2);
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    let mut refused = Box::pin(bucket.wait_n(2, Some(Moment::ZERO)));
    assert_eq!(clock.drive(refused.as_mut()), until_ms(200));
    drop(refused);
    assert_eq!(bucket.micro_tokens(), 0);
}

// RL71: who waits holds no lock.
fn while_one_waits_the_others_are_served<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 5);
    assert_eq!(bucket.try_acquire_n(5), Ok(()));
    let _wait = begun(bucket.wait());
    assert_eq!(bucket.try_acquire(), until_ms(200));
    clock.set(ms(200));
    assert_eq!(bucket.try_acquire(), Ok(()));
}

for_both!(
    twenty_waits_pass_at_the_pace_of_the_tokens,
    a_wait_that_would_end_too_late_fails_at_once_and_takes_nothing,
    a_wait_that_ends_exactly_at_its_deadline_succeeds,
    a_deadline_that_has_passed_refuses_even_what_is_there,
    a_wait_takes_its_tokens_at_once_and_leaves_a_debt,
    a_wait_that_was_never_polled_took_nothing,
    what_can_never_be_is_said_at_once,
    the_whole_burst_waits_for_the_whole_bucket,
    a_wait_that_is_dropped_gives_back_what_it_took,
    the_others_keep_the_times_that_they_were_told,
    a_late_drop_gives_back_the_same,
    a_wait_that_is_dropped_when_it_could_have_gone_gives_back_too,
    what_is_given_back_never_overfills_the_bucket,
    a_wait_that_is_over_gives_nothing_back,
    a_wait_that_was_refused_gives_nothing_back,
    while_one_waits_the_others_are_served,
);
