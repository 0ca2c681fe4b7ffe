//! The keyed limiter on a clock that is pushed by hand.

use clock::{ManualClock, Moment};
use keyed_limits::{ConfigError, KeyedLimiter, Limits, take_all};
use token_bucket::{Gcra, Limit, Rate, Refused};

type Limiter = KeyedLimiter<u32, ManualClock>;

fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

fn per_second(tokens: u64, burst: u32) -> Limit {
    Limit::new(Rate::per_second(tokens), burst).unwrap()
}

fn limiter(limits: Limits) -> (ManualClock, Limiter) {
    let clock = ManualClock::new();
    (clock.clone(), Limiter::with_clock(limits, clock).unwrap())
}

/// On one shard, where the bound on the keys is exact.
fn exact(limit: Limit, keys_max: usize) -> (ManualClock, Limiter) {
    limiter(Limits::per_key(limit, keys_max).shards(1))
}

/// How many of `times` asks pass.
fn passed(limiter: &Limiter, key: u32, times: u32) -> usize {
    (0..times).filter(|_| limiter.try_acquire(&key).is_ok()).count()
}

fn until(at_ms: u64) -> Result<(), Refused> {
    Err(Refused::Until(ms(at_ms)))
}

// spec K-01
#[test]
fn a_noisy_key_uses_up_its_own_share_and_nobody_elses() {
    let (_, limiter) = exact(per_second(10, 5), 8);
    assert_eq!(passed(&limiter, 1, 100), 5);
    for quiet in 2..6 {
        assert_eq!(passed(&limiter, quiet, 6), 5, "key {quiet}");
    }
}

// spec K-01
#[test]
fn the_global_bucket_protects_however_many_keys_there_are() {
    let (_, limiter) = limiter(Limits::per_key(per_second(10, 5), 1000).under(per_second(50, 20)));
    let all: usize = (0..100).map(|key| passed(&limiter, key, 1)).sum();
    assert_eq!(all, 20);
}

// spec K-04
#[test]
fn a_refusal_by_the_key_takes_no_token_of_all() {
    // A group of 10 a minute above a route of 3 a minute: five calls to the route.
    let per_minute = |n: u32| Limit::new(Rate::Per { tokens: n.into(), per: minute() }, n).unwrap();
    let (_, limiter) = limiter(Limits::per_key(per_minute(3), 8).under(per_minute(10)).shards(1));
    assert_eq!(passed(&limiter, 1, 5), 3);
    assert_eq!(limiter.global_micro_tokens(), Some(7_000_000));
}

fn minute() -> std::time::Duration {
    std::time::Duration::from_mins(1)
}

// spec K-04
#[test]
fn a_refusal_by_the_global_bucket_takes_no_token_of_the_key_and_makes_no_place() {
    let (_, limiter) =
        limiter(Limits::per_key(per_second(10, 5), 8).under(per_second(1, 1)).shards(1));
    assert_eq!(limiter.try_acquire(&1), Ok(()));
    assert_eq!(limiter.try_acquire(&1), until(1000));
    assert_eq!(limiter.try_acquire(&2), until(1000));
    assert_eq!(limiter.micro_tokens(&1), 4_000_000);
    assert_eq!(limiter.micro_tokens(&2), 5_000_000);
    assert_eq!(limiter.keys(), 1, "who was refused has no place");
}

#[test]
fn the_longer_of_two_waits_is_told_and_is_exact() {
    // The key is there again at 100 ms, all together at 200 ms; and the other way round.
    for (key, all) in [(10, 5), (5, 10)] {
        let limits = Limits::per_key(per_second(key, 1), 8).under(per_second(all, 1)).shards(1);
        let (clock, limiter) = limiter(limits);
        assert_eq!(limiter.try_acquire(&1), Ok(()));
        assert_eq!(limiter.try_acquire(&1), until(200));
        clock.set(Moment::from_nanos(199_999_999));
        assert_eq!(limiter.try_acquire(&1), until(200));
        clock.set(ms(200));
        assert_eq!(limiter.try_acquire(&1), Ok(()));
    }
}

#[test]
fn what_never_passes_is_told_rather_than_a_wait() {
    let over = |burst| Err(Refused::OverBurst { asked: 3, burst });
    let limits = Limits::per_key(per_second(1, 2), 8).under(per_second(1, 9)).shards(1);
    let (_, limiter_of_two) = limiter(limits);
    assert_eq!(limiter_of_two.try_acquire_n(&1, 3), over(2));
    let limits = Limits::per_key(per_second(1, 9), 8).under(per_second(1, 2)).shards(1);
    let (_, under_two) = limiter(limits);
    assert_eq!(under_two.try_acquire_n(&1, 2), Ok(()));
    assert_eq!(under_two.try_acquire_n(&1, 3), over(2), "though the bucket of all is empty");

    // In either order of the layers, and before "nothing flows in".
    let [slow, small] = [Gcra::new(per_second(1, 9)), Gcra::new(per_second(1, 2))];
    let closed = Gcra::new(Limit::new(Rate::Zero, 9).unwrap());
    let drained = |gcra: &Gcra| gcra.take(Gcra::FULL, 9, ms(0), None).unwrap().0;
    let waits = (&slow, drained(&slow));
    let never = (&closed, drained(&closed));
    let refusal = |layers: [_; 2]| take_all(layers, 3, ms(0)).unwrap_err();
    for layers in [[waits, (&small, Gcra::FULL)], [(&small, Gcra::FULL), never]] {
        assert_eq!(refusal(layers), Refused::OverBurst { asked: 3, burst: 2 });
    }
    for layers in [[waits, never], [never, waits]] {
        assert_eq!(refusal(layers), Refused::Never);
    }
}

// spec K-02
#[test]
fn a_key_is_forgotten_only_when_it_cannot_be_told_from_a_new_one() {
    // Used at 0, so full again at 1000 ms. There is one place.
    let (clock, limiter) = exact(per_second(1, 1), 1);
    assert_eq!(limiter.try_acquire(&1), Ok(()));
    clock.set(ms(1));
    assert_eq!(limiter.try_acquire(&2), Ok(()), "out of the overflow");
    assert_eq!(limiter.try_acquire(&1), until(1000), "it is not forgotten at 1 ms");
    clock.set(Moment::from_nanos(999_999_999));
    assert_eq!(limiter.try_acquire(&3), until(1001));
    assert!(limiter.has_place(&1));
    clock.set(ms(1001));
    assert_eq!(limiter.try_acquire(&3), Ok(()));
    assert!(limiter.has_place(&3) && !limiter.has_place(&1));
}

// spec K-02
#[test]
fn a_key_may_be_forgotten_at_the_very_moment_at_which_it_is_full() {
    let (clock, limiter) = exact(per_second(1, 1), 1);
    assert_eq!(limiter.try_acquire(&1), Ok(()));
    clock.set(ms(1000));
    assert_eq!(limiter.try_acquire(&2), Ok(()));
    assert!(limiter.has_place(&2));
    assert_eq!(limiter.overflowed(), 0);
    assert_eq!(limiter.try_acquire(&1), Ok(()), "full, and out of the overflow");
    assert_eq!(limiter.overflowed(), 1);
}

// spec K-02
#[test]
fn new_keys_share_one_bucket_while_all_places_are_busy() {
    let (_, limiter) = exact(per_second(1, 5), 10);
    for key in 0..10 {
        assert_eq!(limiter.try_acquire(&key), Ok(()));
    }
    let through = (100..1000).filter(|key| limiter.try_acquire(key).is_ok()).count();
    assert_eq!(through, 5, "900 keys get what one key gets");
    assert_eq!(limiter.overflowed(), 5);
    assert_eq!(limiter.keys(), 10);
    assert_eq!(passed(&limiter, 3, 10), 4, "and those who have a place lose nothing");
}

// spec K-02
#[test]
fn who_moves_from_the_overflow_to_a_place_brings_along_what_it_took() {
    let (clock, limiter) = exact(per_second(1, 2), 1);
    assert_eq!(limiter.try_acquire(&1), Ok(()));
    assert_eq!(passed(&limiter, 2, 3), 2, "both tokens of the overflow");
    clock.set(ms(1000));
    // Key 1 is full again and can be forgotten; 2 has one token after a second, not two.
    assert_eq!(passed(&limiter, 2, 3), 1);
    assert!(limiter.has_place(&2));
}

// spec K-02
#[test]
fn an_endless_stream_of_fresh_keys_stays_within_the_bound() {
    let limits = Limits::per_key(per_second(1_000_000, 1), 1000).shards(8);
    let (clock, limiter) = limiter(limits);
    for key in 0..200_000 {
        clock.advance(std::time::Duration::from_nanos(100));
        let _ = limiter.try_acquire(&key);
        assert!(limiter.keys() <= 1000, "{} keys", limiter.keys());
    }
    assert!(limiter.keys() > 900, "{} keys", limiter.keys());
}

#[test]
fn a_clock_that_goes_back_gives_a_forgotten_key_nothing() {
    let (clock, limiter) = exact(per_second(1, 1), 1);
    assert_eq!(limiter.try_acquire(&1), Ok(()));
    clock.set(ms(1000));
    assert_eq!(limiter.try_acquire(&2), Ok(()), "key 1 is forgotten");
    clock.set(ms(500));
    assert_eq!(limiter.try_acquire(&1), until(1000), "its token comes at 1000 ms, as before");
}

#[test]
fn time_zero_is_an_ordinary_time() {
    let (_, limiter) = exact(per_second(1, 1), 2);
    assert_eq!(limiter.try_acquire(&0), Ok(()));
    assert_eq!(limiter.try_acquire(&0), until(1000));
    assert_eq!(limiter.keys(), 1);
}

#[test]
fn with_an_unlimited_rate_every_key_passes_and_one_place_is_enough() {
    let (_, limiter) = exact(Limit::new(Rate::Unlimited, 1).unwrap(), 1);
    assert!((0..100).all(|key| limiter.try_acquire(&key).is_ok()));
    assert_eq!((limiter.keys(), limiter.overflowed()), (1, 0));
}

#[test]
fn at_rate_zero_a_key_is_never_forgotten() {
    let (clock, limiter) = exact(Limit::new(Rate::Zero, 2).unwrap(), 1);
    assert_eq!(passed(&limiter, 1, 3), 2);
    clock.set(Moment::MAX);
    assert_eq!(passed(&limiter, 2, 3), 2, "the overflow");
    assert_eq!(limiter.try_acquire(&1), Err(Refused::Never));
}

// spec K-02
#[test]
fn the_memory_is_known_from_the_start() {
    let limits = Limits::per_key(per_second(1, 1), 64_000).shards(64);
    // A key of 8 bytes: 16 with its word, and a tag, in 4 cells for 3 keys; 16 for its note.
    let bytes = limits.bytes_max::<u64>().unwrap();
    assert!((64_000 * 38..64_000 * 39).contains(&bytes), "{bytes}");
}

#[test]
fn a_limiter_without_a_place_is_an_error() {
    let new = |limits: Limits| KeyedLimiter::<u32>::new(limits).err();
    let limits = Limits::per_key(per_second(1, 1), 0);
    assert_eq!(new(limits), Some(ConfigError::NoPlace));
    assert_eq!(new(Limits { keys_max: 1, ..limits }.shards(0)), Some(ConfigError::NoPlace));
    let crowded = Limits { keys_max: 1 << 40, ..limits }.shards(1);
    assert_eq!(new(crowded), Some(ConfigError::TooMany));
}
