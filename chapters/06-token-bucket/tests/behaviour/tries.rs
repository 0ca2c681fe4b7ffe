//! Takes or is refused, at once.

use clock::Clock;
use token_bucket::{Rate, Refused};

use crate::common::{
    Bucket, begun, bucket, bucket_at, for_both, just_before, ms, ns, passes, until_ms,
};

// spec T-05, T-13
fn a_new_bucket_is_full<B: Bucket>() {
    let (_, bucket) = bucket::<B>(10, 2);
    assert_eq!(bucket.micro_tokens(), 2_000_000);
    assert_eq!(passes(&bucket, 5), 2);
}

// spec T-03
fn after_a_pause_no_more_than_the_burst_passes<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 5);
    assert_eq!(passes(&bucket, 5), 5);
    clock.set(ms(1000));
    assert_eq!(passes(&bucket, 8), 5);
}

// spec T-07: a gateway gets its answer at once, with the moment to name in it.
fn a_refusal_says_when_to_come_back<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 5);
    assert_eq!(bucket.try_acquire_n(5), Ok(()));
    assert_eq!(bucket.try_acquire(), until_ms(100));
    assert_eq!(bucket.try_acquire_n(3), until_ms(300));
    assert_eq!(bucket.try_acquire_n(5), until_ms(500));
    clock.set(ms(99));
    assert_eq!(bucket.try_acquire(), until_ms(100));
}

// RL20: libraries handed out the arrival time as if it were the wait.
fn a_drained_bucket_asks_for_one_period_and_not_for_five<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(5, 5);
    clock.set(ms(7000));
    assert_eq!(passes(&bucket, 5), 5);
    assert_eq!(bucket.try_acquire(), until_ms(7200));
}

// RL18
fn the_hint_counts_the_part_of_a_token_that_is_there<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(1, 1);
    assert_eq!(bucket.try_acquire(), Ok(()));
    clock.set(ms(200));
    assert_eq!(bucket.try_acquire(), until_ms(1000));
}

// RL19: a third of a second is not a whole number of nanoseconds.
fn waiting_exactly_as_long_as_told_succeeds_and_a_nanosecond_less_does_not<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(3, 1);
    assert_eq!(bucket.try_acquire(), Ok(()));
    let hint = ns(333_333_334);
    assert_eq!(bucket.try_acquire(), Err(Refused::Until(hint)));
    clock.set(just_before(hint));
    assert_eq!(bucket.try_acquire(), Err(Refused::Until(hint)));
    clock.set(hint);
    assert_eq!(bucket.try_acquire(), Ok(()));
}

// spec T-08, RL79, RL80
fn more_than_the_burst_is_an_error_of_its_own_even_when_full<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(5, 5);
    let over = Err(Refused::OverBurst { asked: 6, burst: 5 });
    assert_eq!(bucket.try_acquire_n(6), over);
    assert_eq!(bucket.try_acquire_n(5), Ok(()), "the whole burst is not too much");
    assert_eq!(bucket.try_acquire_n(6), over);
    clock.set(ms(60_000));
    assert_eq!(bucket.try_acquire_n(6), over);
    assert_eq!(bucket.micro_tokens(), 5_000_000);
}

// RL83
fn nothing_costs_nothing_even_in_debt<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 2);
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    clock.set(ms(50));
    assert_eq!(bucket.try_acquire_n(0), Ok(()));
    assert_eq!(bucket.micro_tokens(), 500_000);
    let held = begun(bucket.wait());
    assert_eq!(bucket.micro_tokens(), -500_000);
    assert_eq!(bucket.try_acquire_n(0), Ok(()));
    drop(held);
}

// RL32, RL54, RL78: a refused call leaves no trace, also not in the time of the next one.
fn a_refusal_changes_nothing<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 2);
    clock.set(ms(100));
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    clock.set(ms(150));
    for _ in 0..100 {
        assert_eq!(bucket.try_acquire_n(2), until_ms(300));
    }
    assert_eq!(bucket.micro_tokens(), 500_000);
    clock.set(ms(200));
    assert_eq!(bucket.try_acquire(), Ok(()));
}

fn the_table_of_bursts_and_refills<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 3);
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    assert_eq!(bucket.try_acquire_n(2), until_ms(100));
    assert_eq!(bucket.try_acquire_n(1), Ok(()));
    clock.set(ms(100));
    assert_eq!(bucket.try_acquire_n(4), Err(Refused::OverBurst { asked: 4, burst: 3 }));
    assert_eq!(bucket.micro_tokens(), 1_000_000);
    clock.set(ms(200));
    assert_eq!(bucket.micro_tokens(), 2_000_000);
    assert_eq!(bucket.try_acquire_n(1), Ok(()));
    assert_eq!(bucket.micro_tokens(), 1_000_000);
    clock.set(ms(300));
    assert_eq!(bucket.try_acquire_n(1), Ok(()));
    clock.set(ms(400));
    assert_eq!(bucket.try_acquire_n(1), Ok(()));
    assert_eq!(bucket.try_acquire_n(1), Ok(()));
    assert_eq!(bucket.try_acquire_n(1), until_ms(500));
    clock.set(ms(900));
    assert_eq!(bucket.try_acquire_n(3), Ok(()));
    assert_eq!(bucket.try_acquire_n(0), Ok(()));
}

fn the_table_of_a_limit_of_five_at_one_a_second<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(1, 5);
    let remaining = |at_ms: u64, n: u32| {
        clock.set(ms(at_ms));
        let verdict = bucket.try_acquire_n(n);
        (verdict, bucket.micro_tokens() / 1_000_000)
    };
    assert_eq!(remaining(0, 6), (Err(Refused::OverBurst { asked: 6, burst: 5 }), 5));
    for left in [4, 3, 2, 1, 0] {
        assert_eq!(remaining(0, 1), (Ok(()), left));
    }
    assert_eq!(remaining(0, 1), (until_ms(1000), 0));
    assert_eq!(remaining(3000, 1), (Ok(()), 2));
    assert_eq!(remaining(3100, 1), (Ok(()), 1));
    assert_eq!(remaining(4000, 1), (Ok(()), 1));
    assert_eq!(remaining(8000, 1), (Ok(()), 4));
    assert_eq!(remaining(9500, 1), (Ok(()), 4));
    assert_eq!(remaining(9500, 0), (Ok(()), 4));
    assert_eq!(remaining(9500, 2), (Ok(()), 2));
    assert_eq!(remaining(9500, 5), (until_ms(12_500), 2));
    assert_eq!(remaining(15_000, 6), (Err(Refused::OverBurst { asked: 6, burst: 5 }), 5));
}

// RL85: what is left was right only at time 0.
fn what_is_left_is_right_also_long_after_the_start<B: Bucket>() {
    let (clock, bucket) = bucket_at::<B>(Rate::every(std::time::Duration::from_millis(90)), 2);
    for at_ms in [0, 120_000] {
        clock.set(ms(at_ms));
        for left in [1_000_000, 0] {
            assert_eq!(bucket.try_acquire(), Ok(()));
            assert_eq!(bucket.micro_tokens(), left);
        }
        assert_eq!(bucket.try_acquire(), until_ms(at_ms + 90));
    }
}

// RL11, RL46: a rate of zero is neither "unlimited" nor a very long wait.
fn at_rate_zero_the_burst_passes_once_and_then_never<B: Bucket>() {
    let (clock, bucket) = bucket_at::<B>(Rate::Zero, 2);
    assert_eq!(bucket.try_acquire_n(3), Err(Refused::OverBurst { asked: 3, burst: 2 }));
    assert_eq!(bucket.try_acquire(), Ok(()));
    assert_eq!(bucket.try_acquire_n(2), Err(Refused::Never), "one is left, and no second comes");
    clock.set(ms(1_000_000_000));
    assert_eq!(bucket.try_acquire(), Ok(()));
    assert_eq!(bucket.try_acquire(), Err(Refused::Never));
    assert_eq!(bucket.micro_tokens(), 0);
    assert_eq!(bucket.try_acquire_n(0), Ok(()));
}

// RL81: at no limit the burst is none either.
fn at_an_unlimited_rate_everything_passes<B: Bucket>() {
    let (clock, bucket) = bucket_at::<B>(Rate::Unlimited, 1);
    for _ in 0..10 {
        assert_eq!(bucket.try_acquire_n(1000), Ok(()));
    }
    assert_eq!(clock.now(), ms(0));
    assert_eq!(bucket.micro_tokens(), 1_000_000);
}

for_both!(
    a_new_bucket_is_full,
    after_a_pause_no_more_than_the_burst_passes,
    a_refusal_says_when_to_come_back,
    a_drained_bucket_asks_for_one_period_and_not_for_five,
    the_hint_counts_the_part_of_a_token_that_is_there,
    waiting_exactly_as_long_as_told_succeeds_and_a_nanosecond_less_does_not,
    more_than_the_burst_is_an_error_of_its_own_even_when_full,
    nothing_costs_nothing_even_in_debt,
    a_refusal_changes_nothing,
    the_table_of_bursts_and_refills,
    the_table_of_a_limit_of_five_at_one_a_second,
    what_is_left_is_right_also_long_after_the_start,
    at_rate_zero_the_burst_passes_once_and_then_never,
    at_an_unlimited_rate_everything_passes,
);
