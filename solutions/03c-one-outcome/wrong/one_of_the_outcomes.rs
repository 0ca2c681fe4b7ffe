// Caught by: it_fails_when_two_hits_are_counted_as_one
// Shipped by: a frequent second try
// Ask: Two hits of load_then_store have the outcomes (0, 0, 1), (0, 1, 2) and (1, 0, 2). Which of the three does the test compare with anything?
// It walks every order, and looks at one of the outcomes: the last of the set, which is right.

use std::sync::Arc;

use interleavings::{explore, thread};

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    let two_hits = explore(|| both(C::new(), C::hit, C::hit), |_| true);
    assert_eq!(two_hits.outcomes().last(), Some(&(1, 0, 2)));
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
