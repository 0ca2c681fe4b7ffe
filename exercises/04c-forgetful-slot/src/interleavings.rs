// The grader, second half: two threads, in every order that there is.

use std::sync::Arc;
use std::time::Duration;

use interleavings::{Exploration, explore, thread};
use simulation::within;

use super::answer::Slot;

const LIMIT: Duration = Duration::from_secs(10);

/// What `record` said to the threads A and B, and what the slot holds in turns 1
/// and 2 when both are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    a: bool,
    b: bool,
    turn_1: u32,
    turn_2: u32,
}

/// A slot in `turn` with a count of five; A and B each record `(turn, n)`.
fn both(turn: u32, (a, b): ((u32, u32), (u32, u32)), holds: fn(&End) -> bool) -> Exploration<End> {
    within(LIMIT, move || {
        let model = move || {
            let slot = with_five(turn);
            let (left, right) = (Arc::clone(&slot), Arc::clone(&slot));
            let (a, b) =
                thread::both(move || left.record(a.0, a.1), move || right.record(b.0, b.1));
            End { a, b, turn_1: slot.count(1), turn_2: slot.count(2) }
        };
        explore(model, holds)
    })
}

fn with_five(turn: u32) -> Arc<Slot> {
    let slot = Arc::new(Slot::new());
    slot.record(turn, 5);
    slot
}

// The slot is in turn 1 with five, and both threads come in turn 1. If a count is
// lost here, look at what happens between reading the old count and writing the new.
#[test]
fn two_in_one_turn_are_both_counted() {
    let seen = both(1, ((1, 1), (1, 2)), |end| end.a && end.b && end.turn_1 == 8);
    seen.assert_holds("to the five of turn 1 come one and two: eight");
    seen.assert_outcomes(&[End { a: true, b: true, turn_1: 8, turn_2: 0 }]);
}

// The story of the broker: the slot is in turn 0 with five, and both threads come
// in turn 1. Both find it old. One of them turns it; what does the other one do?
#[test]
fn both_turn_the_slot_and_both_are_counted() {
    let seen = both(0, ((1, 1), (1, 2)), |end| end.a && end.b && end.turn_1 == 3);
    seen.assert_holds("turn 1 begins once, and one and two are counted in it: three");
    seen.assert_outcomes(&[End { a: true, b: true, turn_1: 3, turn_2: 0 }]);
}

// The slot is in turn 1, A comes in turn 1 and B in turn 2. If A is first it is
// counted, and gone with its turn; if B is first, A is too late, and says so. In
// no order is A counted in B's turn.
#[test]
fn of_two_turns_the_later_one_stays() {
    let seen = both(1, ((1, 1), (2, 2)), |end| end.b && end.turn_1 == 0 && end.turn_2 == 2);
    seen.assert_holds("the slot ends in turn 2, with the two of turn 2 and nothing else");
    seen.assert_outcomes(&[
        End { a: true, b: true, turn_1: 0, turn_2: 2 },
        End { a: false, b: true, turn_1: 0, turn_2: 2 },
    ]);
    // The same when the slot has to turn for both.
    let seen = both(0, ((1, 1), (2, 2)), |end| end.b && end.turn_1 == 0 && end.turn_2 == 2);
    seen.assert_holds("the slot ends in turn 2, with the two of turn 2 and nothing else");
    seen.assert_outcomes(&[
        End { a: true, b: true, turn_1: 0, turn_2: 2 },
        End { a: false, b: true, turn_1: 0, turn_2: 2 },
    ]);
}

/// A records two events of turn 1 in a slot that is in turn 0 with five, and B looks at `turn`.
fn looks(turn: u32, holds: fn(&u32) -> bool) -> Exploration<u32> {
    within(LIMIT, move || {
        let model = move || {
            let slot = with_five(0);
            let (a, b) = (Arc::clone(&slot), slot);
            let (_, seen) = thread::both(move || a.record(1, 2), move || b.count(turn));
            seen
        };
        explore(model, holds)
    })
}

// A limiter adds up the slots of its ring while others record. It may come before a
// turn or after it; what it must not see is the five of turn 0 as a count of turn 1.
#[test]
fn who_looks_sees_one_turn_with_its_own_count() {
    let seen = looks(1, |&count| count == 0 || count == 2);
    seen.assert_holds("who looks at turn 1 sees nothing yet, or the two that came");
    seen.assert_outcomes(&[0, 2]);
    let seen = looks(0, |&count| count == 5 || count == 0);
    seen.assert_holds("who looks at turn 0 sees its five, or that it is gone");
    seen.assert_outcomes(&[0, 5]);
}

// A records twice and B once, and the first of them all turns the slot.
#[test]
fn three_events_are_three() {
    let seen = within(LIMIT, || {
        let model = || {
            let slot = with_five(0);
            let (a, b) = (Arc::clone(&slot), Arc::clone(&slot));
            let (a, b) =
                thread::both(move || a.record(1, 1) && a.record(1, 1), move || b.record(1, 1));
            End { a, b, turn_1: slot.count(1), turn_2: slot.count(2) }
        };
        explore(model, |end: &End| end.a && end.b && end.turn_1 == 3)
    });
    seen.assert_holds("A records two events of turn 1 and B one: three");
    seen.assert_outcomes(&[End { a: true, b: true, turn_1: 3, turn_2: 0 }]);
}
