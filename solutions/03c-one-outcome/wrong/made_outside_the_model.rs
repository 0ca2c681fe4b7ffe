// Caught by: it_passes_on_a_counter_that_is_right
// Shipped by: a frequent first try
// Ask: `explore` runs the model once in every order. Which counter does the second run get, and when was it made?
// One counter for all orders, made where the model cannot see it.

use std::sync::Arc;

use interleavings::{explore, thread};

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    let counter = Arc::new(C::new());
    let two_hits = move || {
        let (ours, theirs) = (Arc::clone(&counter), Arc::clone(&counter));
        let (a, b) = thread::both(move || ours.hit(), move || theirs.hit());
        (a, b, counter.take_all())
    };
    explore(two_hits, |_| true).assert_outcomes(&[(0, 1, 2), (1, 0, 2)]);
}
