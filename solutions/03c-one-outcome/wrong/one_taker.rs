// Caught by: it_fails_when_a_hit_is_taken_twice
// Shipped by: a frequent second try
// Ask: emptied_by_another goes wrong when two take at the same moment. In which of the models of this test does that happen?
// Nobody takes while another takes.

use std::sync::Arc;

use interleavings::{explore, thread};

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    let two_hits = || both(C::new(), C::hit, C::hit);
    explore(two_hits, |_| true).assert_outcomes(&[(0, 1, 2), (1, 0, 2)]);
    let hit_and_take = || both(with_one_hit::<C>(), C::hit, C::take_all);
    explore(hit_and_take, |_| true).assert_outcomes(&[(0, 1, 1), (1, 2, 0)]);
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
