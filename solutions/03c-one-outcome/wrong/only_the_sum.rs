// Caught by: it_fails_when_a_number_is_given_twice
// Shipped by: a frequent second try
// Ask: Two hits of adds_and_reads_back may both be told 1, with 2 left. Which of these three numbers does the rule look at?
// The hits add up, and the number that a hit is told is not looked at.

use std::sync::Arc;

use interleavings::{explore, thread};

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    let sum = |(_, _, left): &(u64, u64, u64)| *left == 2;
    explore(|| both(C::new(), C::hit, C::hit), sum).assert_holds("two hits are counted as two");
    let sum = |(_, taken, left): &(u64, u64, u64)| taken + left == 2;
    explore(|| both(with_one_hit::<C>(), C::hit, C::take_all), sum).assert_holds("none is lost");
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
