// Caught by: it_fails_when_two_hits_are_counted_as_one
// Shipped by: a frequent first try
// Ask: Two threads hit load_then_store, and it ends with (0, 0, 1). What does the rule say when it is asked about this outcome?
// Every order is walked, and nobody asks what came of it.

use std::sync::Arc;

use interleavings::{explore, thread};

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    let two_hits = explore(|| both(C::new(), C::hit, C::hit), |_| true);
    two_hits.assert_traced();
    two_hits.assert_holds("two hits are counted as two");
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
