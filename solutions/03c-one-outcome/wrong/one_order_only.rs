// Caught by: it_passes_on_a_counter_that_is_right
// Shipped by: a frequent first try
// Ask: Suppose that B's whole hit comes first, and A's after it. What are the two told, and is that among the outcomes that the test expects?
// It wants thread A to be first, and nobody said so.

use std::sync::Arc;

use interleavings::{explore, thread};

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    let two_hits = || both(C::new(), C::hit, C::hit);
    explore(two_hits, |_| true).assert_outcomes(&[(0, 1, 2)]);
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
