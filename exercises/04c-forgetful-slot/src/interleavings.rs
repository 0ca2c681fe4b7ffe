// The grader, second half: two threads, in every order that there is.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use interleavings::{Exploration, Value, explore, thread};
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
fn both(turn: u32, each: ((u32, u32), (u32, u32)), holds: fn(&End) -> bool) -> Exploration<End> {
    both_in((turn, 5), each, holds)
}

/// A slot in a turn with a count; A and B each record `(turn, n)`.
fn both_in(
    (turn, count): (u32, u32),
    (a, b): ((u32, u32), (u32, u32)),
    holds: fn(&End) -> bool,
) -> Exploration<End> {
    within(LIMIT, move || {
        let model = move || {
            let slot = with(turn, count);
            let (left, right) = (Arc::clone(&slot), Arc::clone(&slot));
            let (a, b) =
                thread::both(move || left.record(a.0, a.1), move || right.record(b.0, b.1));
            End { a, b, turn_1: slot.count(1), turn_2: slot.count(2) }
        };
        explore(model, holds)
    })
}

/// As [`Exploration::assert_holds`]; under the rule it says which turn and count the
/// large numbers in the lanes are.
#[track_caller]
fn assert_holds<O: Ord + Clone + Debug>(seen: &Exploration<O>, rule: &str) {
    let steps = seen.simplest_broken().map_or(&[][..], |lanes| &lanes.steps);
    let values = steps.iter().flat_map(|step| [step.read, step.wrote, step.expected]);
    let words: BTreeSet<u64> = values.filter_map(in_two_halves).collect();
    let words: Vec<String> = words.iter().map(|word| turn_and_count(*word)).collect();
    if words.is_empty() {
        return seen.assert_holds(rule);
    }
    let key = format!("In the lanes, if the upper half is the turn: {}", words.join("; "));
    seen.assert_holds(&format!("{rule}.\n{key}"));
}

/// A number that is too large for one half of a word.
fn in_two_halves(value: Option<Value>) -> Option<u64> {
    match value {
        Some(Value::Int(number)) => u64::try_from(number).ok().filter(|word| word >> 32 > 0),
        _ => None,
    }
}

fn turn_and_count(word: u64) -> String {
    format!("{word} is turn {} with {}", word >> 32, word & u64::from(u32::MAX))
}

fn with(turn: u32, count: u32) -> Arc<Slot> {
    let slot = Arc::new(Slot::new());
    slot.record(turn, count);
    slot
}

// The slot is in turn 1 with five, and both threads come in turn 1. If a count is
// lost here, look at what happens between reading the old count and writing the new.
#[test]
fn two_in_one_turn_are_both_counted() {
    let seen = both(1, ((1, 1), (1, 2)), |end| end.a && end.b && end.turn_1 == 8);
    assert_holds(&seen, "to the five of turn 1 come one and two: eight");
    seen.assert_outcomes(&[End { a: true, b: true, turn_1: 8, turn_2: 0 }]);
}

// The story of the broker: the slot is in turn 0 with five, and both threads come
// in turn 1. Both find it old. One of them turns it; what does the other one do?
#[test]
fn both_turn_the_slot_and_both_are_counted() {
    let seen = both(0, ((1, 1), (1, 2)), |end| end.a && end.b && end.turn_1 == 3);
    assert_holds(&seen, "turn 1 begins once, and one and two are counted in it: three");
    seen.assert_outcomes(&[End { a: true, b: true, turn_1: 3, turn_2: 0 }]);
}

// The slot is in turn 1, A comes in turn 1 and B in turn 2. If A is first it is
// counted, and gone with its turn; if B is first, A is too late, and says so. In
// no order is A counted in B's turn.
#[test]
fn of_two_turns_the_later_one_stays() {
    let seen = both(1, ((1, 1), (2, 2)), |end| end.b && end.turn_1 == 0 && end.turn_2 == 2);
    assert_holds(&seen, "the slot ends in turn 2, with the two of turn 2 and nothing else");
    seen.assert_outcomes(&[
        End { a: true, b: true, turn_1: 0, turn_2: 2 },
        End { a: false, b: true, turn_1: 0, turn_2: 2 },
    ]);
    // The same when the slot has to turn for both; and when its count is at the largest
    // number, so that A has nothing to add.
    for from in [(0, 5), (1, u32::MAX)] {
        let seen =
            both_in(from, ((1, 1), (2, 2)), |end| end.b && end.turn_1 == 0 && end.turn_2 == 2);
        assert_holds(&seen, "the slot ends in turn 2, with the two of turn 2 and nothing else");
        seen.assert_outcomes(&[
            End { a: true, b: true, turn_1: 0, turn_2: 2 },
            End { a: false, b: true, turn_1: 0, turn_2: 2 },
        ]);
    }
}

/// A records two events of turn 1 in a slot that is in turn 0 with five, and B looks at `turn`.
fn looks(turn: u32, holds: fn(&u32) -> bool) -> Exploration<u32> {
    within(LIMIT, move || {
        let model = move || {
            let slot = with(0, 5);
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
    assert_holds(&seen, "who looks at turn 1 sees nothing yet, or the two that came");
    seen.assert_outcomes(&[0, 2]);
    let seen = looks(0, |&count| count == 5 || count == 0);
    assert_holds(&seen, "who looks at turn 0 sees its five, or that it is gone");
    seen.assert_outcomes(&[0, 5]);
}

// A records twice and B once, and the first of them all turns the slot.
#[test]
fn three_events_are_three() {
    let seen = within(LIMIT, || {
        let model = || {
            let slot = with(0, 5);
            let (a, b) = (Arc::clone(&slot), Arc::clone(&slot));
            let (a, b) =
                thread::both(move || a.record(1, 1) && a.record(1, 1), move || b.record(1, 1));
            End { a, b, turn_1: slot.count(1), turn_2: slot.count(2) }
        };
        explore(model, |end: &End| end.a && end.b && end.turn_1 == 3)
    });
    assert_holds(&seen, "A records two events of turn 1 and B one: three");
    seen.assert_outcomes(&[End { a: true, b: true, turn_1: 3, turn_2: 0 }]);
}

// A records four times while B does once, and B may lose to each of them: so three tries are
// not enough, nor are four.
#[test]
fn who_loses_four_times_is_still_counted() {
    let seen = within(LIMIT, || {
        let model = || {
            let slot = with(1, 5);
            let (a, b) = (Arc::clone(&slot), Arc::clone(&slot));
            let four = move || (0..4).all(|_| a.record(1, 1));
            let (a, b) = thread::both(four, move || b.record(1, 1));
            End { a, b, turn_1: slot.count(1), turn_2: slot.count(2) }
        };
        explore(model, |end: &End| end.a && end.b && end.turn_1 == 10)
    });
    assert_holds(&seen, "to the five of turn 1 come four of A and one of B: ten");
    seen.assert_outcomes(&[End { a: true, b: true, turn_1: 10, turn_2: 0 }]);
}
