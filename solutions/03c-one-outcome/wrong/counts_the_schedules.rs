// Caught by: it_passes_on_a_counter_that_is_right
// Shipped by: a frequent second try
// Ask: A hit of swaps_anew reads first, and swaps in a second step. Can two such hits be cut into each other in more than two ways, and is any of these an error?
// It wants two schedules, one for each order of whole calls. How many steps a counter takes is its own business.

use std::sync::Arc;

use interleavings::{explore, thread};

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    let two_hits = explore(|| both(C::new(), C::hit, C::hit), |_| true);
    assert_eq!(two_hits.schedules(), 2, "each hit is one step");
    two_hits.assert_outcomes(&[(0, 1, 2), (1, 0, 2)]);
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
