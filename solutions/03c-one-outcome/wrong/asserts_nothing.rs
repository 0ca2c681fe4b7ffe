// Caught by: it_fails_when_two_hits_are_counted_as_one
// Shipped by: a frequent first try
// Ask: In some order of load_then_store the rule says no. Who hears of that when `explore` returns, and what do they do about it?
// Every order is walked and the rule is asked, and what it said is thrown away.

use std::sync::Arc;

use interleavings::{explore, thread};

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    let _ = explore(both::<C>, |&(a, b, left)| a + b == 1 && left == 2);
}

fn both<C: Counter>() -> (u64, u64, u64) {
    let counter = Arc::new(C::new());
    let (ours, theirs) = (Arc::clone(&counter), Arc::clone(&counter));
    let (a, b) = thread::both(move || ours.hit(), move || theirs.hit());
    (a, b, counter.take_all())
}
