// Caught by: it_fails_when_nothing_is_lost_but_the_answer_is_none_that_may_be
// Shipped by: a frequent second try
// Ask: Beginning with no hits, gives_up can end so: the hit is told 0, the taker 0, and 1 is left. Which order of whole calls ends so, too?
// Where no hit was there before, to be told 0 is always right.

use std::sync::Arc;

use interleavings::{explore, thread};

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    let two_hits = || both(C::new(), C::hit, C::hit);
    explore(two_hits, |_| true).assert_outcomes(&[(0, 1, 2), (1, 0, 2)]);
    let hit_and_take = || both(C::new(), C::hit, C::take_all);
    let hit_and_take = explore(hit_and_take, |(_, taken, left)| taken + left == 1);
    hit_and_take.assert_holds("none is lost");
    hit_and_take.assert_outcomes(&[(0, 0, 1), (0, 1, 0)]);
    let two_takes = || both(with_one_hit::<C>(), C::take_all, C::take_all);
    explore(two_takes, |_| true).assert_outcomes(&[(0, 1, 0), (1, 0, 0)]);
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
