//! Two versions of the bucket, step by step through the same random runs: each
//! verdict, each moment and each level is the same.

#[path = "common/core.rs"]
mod core;
#[path = "common/ops.rs"]
mod ops;
#[path = "common/reference.rs"]
mod reference;

use std::time::Duration;

use clock::Moment;
use core::{Core, Word};
use ops::{Op, back, config, drops, on, set, tries, waits};
use proptest::collection::vec;
use proptest::prelude::*;
use reference::Reference;
use token_bucket::Balance;

/// Two versions side by side; times are whatever the caller makes of `ops`.
fn side_by_side<A: Core, B>(
    (mut a, mut b): (A, B),
    ops: Vec<Op>,
    (rates, keep_waits): (&[u64], bool),
    mut same: impl FnMut(&A, &B, Moment),
) where
    B: Core,
{
    let mut now = Moment::ZERO;
    let mut waits = vec![];
    for op in ops {
        match op {
            Op::On(by) => now = now + Duration::from_nanos(by),
            Op::Back(by) => now = now.saturating_sub(Duration::from_nanos(by)),
            Op::Try(n) => assert_eq!(a.try_take(n, now), b.try_take(n, now), "{n} at {now}"),
            Op::Wait(n, by) => {
                let latest = by.map(|by| now + Duration::from_nanos(by));
                let (got, other) = (a.take(n, now, latest), b.take(n, now, latest));
                assert_eq!(got, other, "{n} at {now}, by {latest:?}");
                waits.extend(got.map(|_| n));
            }
            Op::Drop(number) if !waits.is_empty() => {
                let n = waits.swap_remove(number % waits.len());
                a.give_back(n);
                b.give_back(n);
            }
            Op::Set(rate, burst) => {
                let rate = rates[rate % rates.len()];
                a.change(rate, burst, now);
                b.change(rate, burst, now);
                // A wait gives back to the bucket that it took from, and a
                // successor is another one.
                waits.retain(|_| keep_waits);
            }
            Op::Drop(_) => {}
        }
        same(&a, &b, now);
    }
}

fn same_level<A: Core, B: Core>(a: &A, b: &B, now: Moment) {
    assert_eq!(a.micro_tokens(now), b.micro_tokens(now), "at {now}");
}

/// Rates whose period, in lowest terms, is a thousand million nanoseconds: no
/// change between them rounds anything.
const COPRIME: [u64; 6] = [1, 3, 7, 9, 11, 13];
const WHOLE: [u64; 6] = [1, 2, 5, 10, 20, 100];

/// Rates that divide a thousand million: the period is whole nanoseconds.
pub fn whole() -> impl Strategy<Value = u64> {
    prop::sample::select(vec![1, 2, 4, 5, 8, 10, 16, 20, 25, 50, 100, 1000, 1_000_000])
}

/// In each state: n requests for one are one request for n.
fn n_times_one_is_once_n<C: Core>(tokens: u64, burst: u32, ops: Vec<Op>, n: u32) {
    let mut core = C::full(tokens, burst);
    let mut now = Moment::ZERO;
    for op in ops {
        match op {
            Op::On(by) => now = now + Duration::from_nanos(by),
            Op::Try(n) => drop(core.try_take(n, now)),
            Op::Wait(n, _) => drop(core.take(n, now, None)),
            _ => {}
        }
        let (mut ones, mut at_once) = (core.clone(), core.clone());
        let passed = (0..n).filter(|_| ones.try_take(1, now).is_ok()).count();
        let all = passed == n as usize;
        assert_eq!(all, at_once.try_take(n, now).is_ok(), "{n} at {now}");
        assert!(!all || ones == at_once, "{ones:?} {at_once:?}");
        let (mut ones, mut at_once) = (core.clone(), core.clone());
        if n <= burst {
            let last = (0..n).map(|_| ones.take(1, now, None)).last();
            assert_eq!(last, Some(at_once.take(n, now, None)));
            assert_eq!(ones, at_once);
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_mutex_bucket_does_what_its_whole_history_says(
        tokens in 1..3000_u64,
        burst in 1..12_u32,
        ops in vec(prop_oneof![on(), tries(), waits(), back(), drops()], 1..80),
    ) {
        let pair = (<Balance as Core>::full(tokens, burst), Reference::full(tokens, burst));
        side_by_side(pair, ops, (&[], true), same_level);
    }

    #[test]
    fn the_mutex_bucket_does_so_also_when_it_is_changed(
        burst in 1..12_u32,
        ops in vec(prop_oneof![2 => on(), 2 => tries(), 2 => waits(), 1 => drops(), 1 => back(), 1 => set()], 1..80),
    ) {
        let pair = (<Balance as Core>::full(3, burst), Reference::full(3, burst));
        side_by_side(pair, ops, (&COPRIME, true), same_level);
    }

    #[test]
    fn both_do_the_same_where_the_period_is_whole(
        tokens in whole(),
        burst in 1..12_u32,
        ops in vec(prop_oneof![3 => on(), 3 => tries(), 3 => waits(), 1 => drops(), 1 => set()], 1..80),
    ) {
        let pair = (<Balance as Core>::full(tokens, burst), Word::full(tokens, burst));
        side_by_side(pair, ops, (&WHOLE, false), same_level);
    }

    #[test]
    fn n_requests_for_one_are_one_request_for_n(
        tokens in 1..3000_u64,
        burst in 1..12_u32,
        n in 1..12_u32,
        ops in vec(prop_oneof![on(), tries(), waits()], 1..40),
    ) {
        n_times_one_is_once_n::<Balance>(tokens, burst, ops.clone(), n);
        n_times_one_is_once_n::<Word>(tokens, burst, ops, n);
    }
}
