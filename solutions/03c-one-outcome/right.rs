// Three pairs of threads, every order of each, and the exact set of outcomes.

use std::sync::Arc;

use interleavings::{explore, thread};

use super::counter::Counter;

/// The test of a counter `C`: it panics if `C` is wrong, and returns if `C` is
/// right. Two threads use one counter at the same time.
///
/// An outcome is what the two threads were told, and what was left after both.
pub fn no_hit_is_lost<C: Counter>() {
    let two_hits = || both(C::new(), C::hit, C::hit);
    explore(two_hits, |_| true).assert_outcomes(&[(0, 1, 2), (1, 0, 2)]);

    // One hit is there already: so "nothing was there" and "I got nothing" differ.
    let hit_and_take = || both(with_one_hit(), C::hit, C::take_all);
    explore(hit_and_take, |_| true).assert_outcomes(&[(0, 1, 1), (1, 2, 0)]);

    let two_takes = || both(with_one_hit(), C::take_all, C::take_all);
    explore(two_takes, |_| true).assert_outcomes(&[(0, 1, 0), (1, 0, 0)]);
}

fn with_one_hit<C: Counter>() -> C {
    let counter = C::new();
    counter.hit();
    counter
}

fn both<C: Counter>(counter: C, a: fn(&C) -> u64, b: fn(&C) -> u64) -> (u64, u64, u64) {
    let counter = Arc::new(counter);
    let (ours, theirs) = (Arc::clone(&counter), Arc::clone(&counter));
    let (a, b) = thread::both(move || a(&ours), move || b(&theirs));
    (a, b, counter.take_all())
}
