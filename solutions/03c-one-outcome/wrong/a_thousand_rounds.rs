// Caught by: it_fails_when_two_hits_are_counted_as_one
// Shipped by: tower 0.5.3, retry budget: two threads get one token in 1100 of 200 000 rounds, so most short tests are green
// Ask: A hit of load_then_store reads, and then writes. In which of the thousand rounds does the other thread get in between these two steps?
// A thousand rounds on threads of the system, and each of them the same few orders.

use std::sync::Arc;

use interleavings::thread;

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    for _ in 0..1000 {
        let (a, b, left) = both(C::new(), C::hit, C::hit);
        assert_eq!((a + b, left), (1, 2));
        let (hit, taken, left) = both(with_one_hit::<C>(), C::hit, C::take_all);
        assert_eq!((taken, taken + left), (hit + 1, 2));
        let (a, b, left) = both(with_one_hit::<C>(), C::take_all, C::take_all);
        assert_eq!((a + b, left), (1, 0));
    }
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
