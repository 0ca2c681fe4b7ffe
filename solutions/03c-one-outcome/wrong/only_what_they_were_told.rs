// Caught by: it_fails_when_only_what_is_left_is_wrong
// Shipped by: a frequent second try
// Ask: Two hits of adds_and_stores are told 0 and 1, as it must be. Where in the outcome would it show that only one hit is left?
// The exact set of what the threads were told; what is left afterwards is not looked at.

use std::sync::Arc;

use interleavings::{explore, thread};

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    let two_hits = || both(C::new(), C::hit, C::hit);
    explore(two_hits, |_| true).assert_outcomes(&[(0, 1), (1, 0)]);

    // One hit is there already: so "nothing was there" and "I got nothing" differ.
    let hit_and_take = || both(with_one_hit(), C::hit, C::take_all);
    explore(hit_and_take, |_| true).assert_outcomes(&[(0, 1), (1, 2)]);

    let two_takes = || both(with_one_hit(), C::take_all, C::take_all);
    explore(two_takes, |_| true).assert_outcomes(&[(0, 1), (1, 0)]);
}

fn with_one_hit<C: Counter>() -> C {
    let counter = C::new();
    counter.hit();
    counter
}

fn both<C: Counter>(counter: C, a: fn(&C) -> u64, b: fn(&C) -> u64) -> (u64, u64) {
    let counter = Arc::new(counter);
    let (ours, theirs) = (Arc::clone(&counter), Arc::clone(&counter));
    thread::both(move || a(&ours), move || b(&theirs))
}
