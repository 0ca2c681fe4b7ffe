// The grader, second half: two threads, in every order that there is.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use interleavings::{Exploration, explore, thread};
use simulation::within;

use super::answer::Hits;

const LIMIT: Duration = Duration::from_secs(10);

/// What the threads A and B were told, and how many hits were left after both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End<A> {
    a: A,
    b: u64,
    left: u64,
}

/// `a` and `b` use one counter that has `before` hits; every schedule is walked.
fn both<A: Ord + Copy + Debug + Send + 'static>(
    before: u64,
    a: fn(&Hits) -> A,
    b: fn(&Hits) -> u64,
    holds: fn(&End<A>) -> bool,
) -> Exploration<End<A>> {
    within(LIMIT, move || {
        let model = move || {
            let hits = Arc::new(Hits::new());
            for _ in 0..before {
                hits.hit();
            }
            let (ours, theirs) = (Arc::clone(&hits), Arc::clone(&hits));
            let (a, b) = thread::both(move || a(&ours), move || b(&theirs));
            End { a, b, left: hits.take_all() }
        };
        explore(model, holds)
    })
}

// The lost update. Two visitors come at the same moment, and there must be two
// hits. Read the lanes from top to bottom: each row is one step, and the number
// is the line in your file.
#[test]
fn two_hits_at_once_are_two_hits() {
    let seen = both(0, Hits::hit, Hits::hit, |end| end.left == 2);
    seen.assert_holds("two hits are counted as two");
}

// The same two visitors; now we look at what they are told. Each of them must
// get a number of its own: the one that was there when *its* hit was counted.
#[test]
fn no_number_is_given_twice() {
    let seen = both(0, Hits::hit, Hits::hit, |end| end.a + end.b == 1 && end.left == 2);
    seen.assert_holds("of two visitors one is number 0, and the other number 1");
    seen.assert_outcomes(&[End { a: 0, b: 1, left: 2 }, End { a: 1, b: 0, left: 2 }]);
}

// One hit is there. A second one comes just while they are taken: it belongs to
// those that are taken, or to those that come afterwards. Never to both, and
// never to neither. Its number says which: 1 is behind the one that was there.
#[test]
fn a_hit_while_they_are_taken_is_counted_once() {
    let once = |end: &End<u64>| end.b == 1 + end.a && end.b + end.left == 2;
    let seen = both(1, Hits::hit, Hits::take_all, once);
    seen.assert_holds("who takes gets all that are there, and what comes later is left");
    seen.assert_outcomes(&[End { a: 0, b: 1, left: 1 }, End { a: 1, b: 2, left: 0 }]);
}

// Two reports are written at the same moment. What the one has taken, the other
// cannot take.
#[test]
fn two_that_take_at_once_never_take_the_same_hit() {
    let seen = both(1, Hits::take_all, Hits::take_all, |end| end.a + end.b == 1 && end.left == 0);
    seen.assert_holds("the one hit goes to one of the two");
    seen.assert_outcomes(&[End { a: 0, b: 1, left: 0 }, End { a: 1, b: 0, left: 0 }]);
}

// Two visits by the one thread, and a report by the other. Whoever lost a swap
// has to go on until it wins, and must speak of the value that it won with.
#[test]
fn nobody_is_turned_away_because_another_was_busy() {
    let twice: fn(&Hits) -> [u64; 2] = |hits| [hits.hit(), hits.hit()];
    let once = |end: &End<[u64; 2]>| {
        matches!((end.a, end.b, end.left), ([0, 1], 1, 2) | ([1, 0], 2, 1) | ([1, 2], 3, 0))
    };
    let seen = both(1, twice, Hits::take_all, once);
    seen.assert_holds("who takes gets all that are there, and what comes later is left");
    seen.assert_outcomes(&[
        End { a: [0, 1], b: 1, left: 2 },
        End { a: [1, 0], b: 2, left: 1 },
        End { a: [1, 2], b: 3, left: 0 },
    ]);

    // Four visits by the one thread. While the other takes, or counts a hit of its own, it
    // may lose to each of them: so three tries are not enough, nor are four.
    let four: fn(&Hits) -> [u64; 4] = |hits| [(); 4].map(|()| hits.hit());
    let seen = both(1, four, Hits::take_all, |end| end.b >= 1 && end.b + end.left == 5);
    seen.assert_holds("who takes gets all that are there, and what comes later is left");
    seen.assert_outcomes(&[
        End { a: [0, 1, 2, 3], b: 1, left: 4 },
        End { a: [1, 0, 1, 2], b: 2, left: 3 },
        End { a: [1, 2, 0, 1], b: 3, left: 2 },
        End { a: [1, 2, 3, 0], b: 4, left: 1 },
        End { a: [1, 2, 3, 4], b: 5, left: 0 },
    ]);
    let seen = both(0, four, Hits::hit, |end| end.left == 5);
    seen.assert_holds("five hits are counted as five");
    seen.assert_outcomes(&[
        End { a: [1, 2, 3, 4], b: 0, left: 5 },
        End { a: [0, 2, 3, 4], b: 1, left: 5 },
        End { a: [0, 1, 3, 4], b: 2, left: 5 },
        End { a: [0, 1, 2, 4], b: 3, left: 5 },
        End { a: [0, 1, 2, 3], b: 4, left: 5 },
    ]);
}
