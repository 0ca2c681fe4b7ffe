// The grader, second half: two threads, in every order that there is.

use std::sync::Arc;
use std::time::Duration;

use interleavings::{Exploration, explore, thread};
use simulation::within;

use super::answer::Gate;

const LIMIT: Duration = Duration::from_secs(10);

/// What the threads A and B got, and what was left when both were done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    a: bool,
    b: bool,
    left: u32,
}

/// What thread A got the first and the second time, and what thread B got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Asked {
    a: [bool; 2],
    b: bool,
    left: u32,
}

/// Two threads ask a gate of `tokens` for `asks`; every schedule is walked.
fn both(tokens: u32, asks: (u32, u32), holds: fn(&End) -> bool) -> Exploration<End> {
    within(LIMIT, move || {
        let model = move || {
            let gate = Arc::new(Gate::new(tokens));
            let (a, b) = (Arc::clone(&gate), Arc::clone(&gate));
            let (a, b) = thread::both(move || a.try_take(asks.0), move || b.try_take(asks.1));
            End { a, b, left: gate.left() }
        };
        explore(model, holds)
    })
}

/// The same, and the first thread asks twice.
fn twice(tokens: u32, asks: ([u32; 2], u32), holds: fn(&Asked) -> bool) -> Exploration<Asked> {
    within(LIMIT, move || {
        let model = move || {
            let gate = Arc::new(Gate::new(tokens));
            let (a, b) = (Arc::clone(&gate), Arc::clone(&gate));
            let (a, b) = thread::both(
                move || [a.try_take(asks.0[0]), a.try_take(asks.0[1])],
                move || b.try_take(asks.1),
            );
            Asked { a, b, left: gate.left() }
        };
        explore(model, holds)
    })
}

// The heart of it: two threads see one token. Between looking and taking there
// must be no place for the other thread. Read the lanes from top to bottom: each
// row is one step, and the number is the line in your file.
#[test]
fn the_last_token_goes_to_one_thread() {
    let seen = both(1, (1, 1), |end| end.a != end.b && end.left == 0);
    seen.assert_holds("one token goes to one of the two threads, and none is left");
    seen.assert_outcomes(&[End { a: true, b: false, left: 0 }, End { a: false, b: true, left: 0 }]);
}

// With enough for both, nobody is turned away because the other was busy. A
// swap that was lost has to be tried again, with the value that it lost to, and
// as often as it takes.
#[test]
fn enough_for_all_serves_all() {
    let seen = both(2, (1, 1), |end| end.a && end.b && end.left == 0);
    seen.assert_holds("two tokens serve two threads, and none is left");
    seen.assert_outcomes(&[End { a: true, b: true, left: 0 }]);

    let seen = twice(3, ([1, 1], 1), |asked| asked.a == [true; 2] && asked.b && asked.left == 0);
    seen.assert_holds("three tokens serve three asks, two of them by one thread");
    seen.assert_outcomes(&[Asked { a: [true; 2], b: true, left: 0 }]);
}

// Several at once are one step as well. Whoever is second finds what the first
// left, gets all that it asks for or nothing, and what nobody got is still there.
#[test]
fn several_at_once_are_one_step() {
    let seen = both(2, (2, 1), |end| end.a != end.b && end.left == u32::from(end.b));
    seen.assert_holds("of two tokens, one thread gets its two or the other its one");
    seen.assert_outcomes(&[End { a: true, b: false, left: 0 }, End { a: false, b: true, left: 1 }]);

    let seen = both(2, (2, 2), |end| end.a != end.b && end.left == 0);
    seen.assert_holds("of two tokens, one thread gets its two");
    seen.assert_outcomes(&[End { a: true, b: false, left: 0 }, End { a: false, b: true, left: 0 }]);

    let seen = both(3, (2, 2), |end| end.a != end.b && end.left == 1);
    seen.assert_holds("of three tokens, one thread gets its two, and one token is left");
    seen.assert_outcomes(&[End { a: true, b: false, left: 1 }, End { a: false, b: true, left: 1 }]);
}

// One token. The first thread wants two and cannot have them; the second wants
// one and must get it, whatever the first is doing just then.
#[test]
fn a_refusal_takes_nothing_even_for_a_moment() {
    let seen = both(1, (2, 1), |end| !end.a && end.b && end.left == 0);
    seen.assert_holds("who is refused has taken nothing, not even for a moment");
    seen.assert_outcomes(&[End { a: false, b: true, left: 0 }]);
}

// The first thread asks twice. Whoever got the tokens, they are gone: no later
// answer may be yes, however the two were cut into each other. A counter that
// goes below zero for a moment shows as a very large number here.
#[test]
fn asking_twice_does_not_help() {
    let once = |asked: &Asked| {
        let given = [asked.a[0], asked.a[1], asked.b].into_iter().filter(|&given| given).count();
        given == 1 && asked.left == 0
    };
    let seen = twice(1, ([1, 1], 1), once);
    seen.assert_holds("one token is given away once, however often somebody asks");
    seen.assert_outcomes(&[
        Asked { a: [true, false], b: false, left: 0 },
        Asked { a: [false, false], b: true, left: 0 },
    ]);

    let seen = twice(2, ([2, 1], 2), once);
    seen.assert_holds("two tokens go to whoever gets both, and nobody gets a third");
    seen.assert_outcomes(&[
        Asked { a: [true, false], b: false, left: 0 },
        Asked { a: [false, false], b: true, left: 0 },
    ]);
}
