//! Every interleaving of two threads at one limiter, on modelled memory.
//!
//! One shard, or two with a key that was looked for in each: where a key falls is a
//! matter of luck, and a model must do the same each time. The clock is pushed by
//! hand and stands still while the threads run.

use std::sync::Arc;
use std::time::Duration;

use ::interleavings::{explore, thread};
use clock::ManualClock;
use token_bucket::{Limit, Rate, Refused};

use super::{KeyedLimiter, Limits};

type Limiter = KeyedLimiter<u32, ManualClock>;

const A: u32 = 1;
const B: u32 = 2;
const C: u32 = 3;

/// What came of a request. It can be ordered, as a set of outcomes must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Passed,
    /// Refused until then, in milliseconds.
    Until(u64),
}
use Seen::{Passed, Until};

/// A token each 100 ms for a key, and so many keys; a burst of 1.
fn limits(keys_max: usize) -> Limits {
    Limits::per_key(per_second(10, 1), keys_max).shards(1)
}

fn per_second(tokens: u64, burst: u32) -> Limit {
    Limit::new(Rate::per_second(tokens), burst).unwrap()
}

fn limiter(limits: Limits) -> (ManualClock, Arc<Limiter>) {
    let clock = ManualClock::new();
    (clock.clone(), Arc::new(Limiter::with_clock(limits, clock).unwrap()))
}

fn ask(limiter: &Limiter, key: u32) -> Seen {
    match limiter.try_acquire(&key) {
        Ok(()) => Passed,
        Err(Refused::Until(at)) => Until(at.as_millis()),
        Err(refused) => unreachable!("{refused}"),
    }
}

/// A key that falls into this shard.
fn key_in(limiter: &Limiter, shard: usize) -> u32 {
    let falls = |key: &u32| limiter.place_of(limiter.hash(key)) == shard;
    (0..1000).find(falls).unwrap()
}

#[test]
fn the_last_token_of_a_key_goes_to_one_thread() {
    // Known before, and new: the first asks that a key ever makes meet as well.
    for known in [true, false] {
        let model = move || {
            let (clock, a) = limiter(limits(4));
            if known {
                assert_eq!(ask(&a, A), Passed);
                clock.advance(Duration::from_millis(100));
            }
            let (b, after) = (a.clone(), a.clone());
            let seen = thread::both(move || ask(&a, A), move || ask(&b, A));
            (seen, after.keys())
        };
        let again = if known { 200 } else { 100 };
        explore(model, |_| true)
            .assert_outcomes(&[((Passed, Until(again)), 1), ((Until(again), Passed), 1)]);
    }
}

// spec K-04
#[test]
fn the_last_token_of_all_takes_none_from_the_key_that_is_refused() {
    let model = || {
        let (clock, a) = limiter(limits(4).shards(2).under(per_second(5, 2)));
        // Both are known: new keys would wait for each other at the overflow.
        let [first, second] = [0, 1].map(|shard| key_in(&a, shard));
        assert_eq!([first, second].map(|key| ask(&a, key)), [Passed; 2]);
        clock.advance(Duration::from_millis(200));
        let (b, after) = (a.clone(), a.clone());
        let seen = thread::both(move || ask(&a, first), move || ask(&b, second));
        let left = [first, second].map(|key| after.micro_tokens(&key));
        (seen, left, after.global_micro_tokens())
    };
    explore(model, |_| true).assert_outcomes(&[
        ((Passed, Until(400)), [0, 1_000_000], Some(0)),
        ((Until(400), Passed), [1_000_000, 0], Some(0)),
    ]);
}

// spec K-04
#[test]
fn the_last_token_of_a_key_takes_none_of_all_twice() {
    let model = || {
        let (_, a) = limiter(limits(4).under(per_second(5, 3)));
        let (b, after) = (a.clone(), a.clone());
        let seen = thread::both(move || ask(&a, A), move || ask(&b, A));
        (seen, after.global_micro_tokens())
    };
    explore(model, |_| true).assert_outcomes(&[
        ((Passed, Until(100)), Some(2_000_000)),
        ((Until(100), Passed), Some(2_000_000)),
    ]);
}

// spec K-02
#[test]
fn a_key_that_is_forgotten_while_it_asks_gets_no_token_twice() {
    let model = || {
        let (clock, a) = limiter(limits(1));
        assert_eq!(ask(&a, A), Passed);
        clock.advance(Duration::from_millis(100));
        let (b, after) = (a.clone(), a.clone());
        let seen = thread::both(move || [ask(&a, A), ask(&a, A)], move || ask(&b, B));
        (seen, after.has_place(&A), after.overflowed())
    };
    // Either `a` was first, kept its place and left the overflow to `b`; or it was
    // forgotten, and the overflow gave it the one token that it had.
    explore(model, |_| true).assert_outcomes(&[
        (([Passed, Until(200)], Passed), false, 1),
        (([Passed, Until(200)], Passed), true, 1),
    ]);
}

/// The two keys meet at the overflow and nowhere else.
#[test]
fn the_last_token_of_the_overflow_goes_to_one_thread() {
    let model = || {
        // A place in each shard, and both are taken.
        let (_, a) = limiter(limits(2).shards(2));
        let keys = [0, 1].map(|shard| {
            let known = key_in(&a, shard);
            assert_eq!(ask(&a, known), Passed);
            (known + 1..known + 1000).find(|key| a.place_of(a.hash(key)) == shard).unwrap()
        });
        let (b, after) = (a.clone(), a.clone());
        let seen = thread::both(move || ask(&a, keys[0]), move || ask(&b, keys[1]));
        (seen, after.overflowed())
    };
    explore(model, |_| true)
        .assert_outcomes(&[((Passed, Until(100)), 1), ((Until(100), Passed), 1)]);
}

#[test]
fn two_new_keys_and_one_place_share_the_overflow() {
    let model = || {
        let (_, a) = limiter(limits(1));
        let (b, after) = (a.clone(), a.clone());
        let seen = thread::both(move || ask(&a, A), move || ask(&b, B));
        (seen, after.keys(), after.overflowed(), ask(&after, C))
    };
    // Who comes second uses up the overflow, and a third finds nothing.
    explore(model, |_| true).assert_outcomes(&[((Passed, Passed), 1, 1, Until(100))]);
}
