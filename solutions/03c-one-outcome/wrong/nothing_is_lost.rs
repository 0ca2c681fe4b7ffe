// Caught by: it_fails_when_nothing_is_lost_but_the_answer_is_none_that_may_be
// Shipped by: ratelimit 2.0.0 is of this kind: nobody gets too much, and one is refused what was owed
// Ask: With gives_up, the hit is told 1, the taker 0, and 2 are left. What does the rule say of these three, and which order of whole calls ends so?
// A sum that holds in each outcome, where the outcomes themselves were wanted.

use std::sync::Arc;

use interleavings::{explore, thread};

use super::counter::Counter;

pub fn no_hit_is_lost<C: Counter>() {
    let two_hits = || both(C::new(), C::hit, C::hit);
    explore(two_hits, |&(a, b, left)| (a + b, left) == (1, 2)).assert_holds("two are counted");
    let hit_and_take = || both(with_one_hit::<C>(), C::hit, C::take_all);
    explore(hit_and_take, |(_, taken, left)| taken + left == 2).assert_holds("none is lost");
    let two_takes = || both(with_one_hit::<C>(), C::take_all, C::take_all);
    explore(two_takes, |(a, b, left)| a + b + left == 1).assert_holds("none is taken twice");
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
