//! Random runs: what can happen to a bucket.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The seed is fixed: the same runs each time.
pub fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 150,
        rng_seed: RngSeed::Fixed(6),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// One thing that happens to a bucket.
#[derive(Clone, Debug)]
pub enum Op {
    /// Time goes on, by so many nanoseconds.
    On(u64),
    /// Time goes back.
    Back(u64),
    Try(u32),
    /// A wait for so many tokens, of at most so many nanoseconds.
    Wait(u32, Option<u64>),
    /// The wait with this number, counted round and round, is dropped.
    Drop(usize),
    /// Another rate, by its number in a list, and another burst.
    Set(usize, u32),
}

pub fn on() -> impl Strategy<Value = Op> {
    prop_oneof![0..3_u64, 0..400_000_000_u64, Just(100_000_000), 0..4_000_000_000_u64]
        .prop_map(Op::On)
}

pub fn tries() -> impl Strategy<Value = Op> {
    prop_oneof![4 => Just(1), 2 => 0..4_u32, 1 => 0..12_u32].prop_map(Op::Try)
}

pub fn waits() -> impl Strategy<Value = Op> {
    let patience = proptest::option::of(0..900_000_000_u64);
    (0..6_u32, patience).prop_map(|(n, by)| Op::Wait(n, by))
}

pub fn drops() -> impl Strategy<Value = Op> {
    (0..9_usize).prop_map(Op::Drop)
}

pub fn back() -> impl Strategy<Value = Op> {
    prop_oneof![1..1000_u64, 0..3_000_000_000_u64].prop_map(Op::Back)
}

pub fn set() -> impl Strategy<Value = Op> {
    (0..9_usize, 1..12_u32).prop_map(|(rate, burst)| Op::Set(rate, burst))
}
