// The grader, first half: one thread, in learning order.

use std::time::Duration;

use simulation::{Calls, within};

use super::answer::Slot;

const LIMIT: Duration = Duration::from_secs(2);

/// The answer's slot, and what has been done to it.
struct Ring {
    slot: Slot,
    calls: Calls,
}

impl Ring {
    fn records(&self, turn: u32, n: u32, expected: bool) {
        let name = format!("record(turn {turn}, n {n})");
        self.calls.expect(&name, &expected.to_string(), || self.slot.record(turn, n).to_string());
    }

    fn holds(&self, turn: u32, expected: u32) {
        let name = format!("count(turn {turn})");
        self.calls.expect(&name, &expected.to_string(), || self.slot.count(turn).to_string());
    }
}

/// Does `story` to a new slot.
fn check(rule: &'static str, story: impl FnOnce(&Ring) + Send + 'static) {
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || {
        let mut slot = None;
        inside.note("Slot::new()", || {
            slot = Some(Slot::new());
            String::new()
        });
        story(&Ring { slot: slot.expect("a slot"), calls: inside });
    });
}

// Counting, before anything turns.
#[test]
fn events_of_one_turn_add_up() {
    check("An event of the slot's turn is added to its count.", |ring| {
        ring.holds(0, 0);
        ring.records(0, 1, true);
        ring.records(0, 4, true);
        ring.holds(0, 5);
        ring.records(7, 2, true);
        ring.records(7, 1, true);
        ring.holds(7, 3);
    });
}

// The ring has gone round, and the slot is used again. The first event of the new
// turn is an event: it is counted.
#[test]
fn a_new_turn_begins_with_what_came() {
    check("An event of a later turn begins that turn: the count is what came now.", |ring| {
        ring.records(3, 5, true);
        ring.records(13, 1, true);
        ring.holds(13, 1);
        ring.holds(3, 0);
        // Nobody came in turn 23.
        ring.holds(23, 0);
        ring.holds(13, 1);
        ring.records(33, 2, true);
        ring.holds(33, 2);
        ring.holds(23, 0);
        ring.holds(13, 0);
    });
}

// A thread read the clock, was held up, and comes when the slot is in use for
// another time. Its event was a whole window ago.
#[test]
fn an_earlier_turn_is_too_late() {
    check("An event of an earlier turn is not counted anywhere, and turns nothing back.", |ring| {
        ring.records(20, 3, true);
        ring.records(10, 4, false);
        ring.holds(20, 3);
        ring.holds(10, 0);
        ring.records(0, 1, false);
        ring.records(20, 1, true);
        ring.holds(20, 4);
    });
}

// Turn 0 is no "never", and the last turn has as many bits as the others.
#[test]
fn the_first_turn_and_the_last_are_turns() {
    check("All turns from 0 to u32::MAX are turns.", |ring| {
        ring.records(0, 2, true);
        ring.holds(0, 2);
        ring.records(65_536, 1, true);
        ring.holds(65_536, 1);
        ring.holds(0, 0);
        ring.records(1 << 31, 3, true);
        ring.holds(1 << 31, 3);
        ring.records(u32::MAX, 4, true);
        ring.holds(u32::MAX, 4);
        ring.records(u32::MAX - 1, 1, false);
        ring.records(0, 1, false);
        ring.holds(u32::MAX, 4);
    });
}

// Two numbers in one word are neighbours. What does not fit into the one must not
// end up in the other.
#[test]
fn the_count_stops_at_the_largest_number() {
    check("The count stops at u32::MAX, and spills nowhere.", |ring| {
        ring.records(5, 65_536, true);
        ring.holds(5, 65_536);
        ring.records(5, u32::MAX, true);
        ring.holds(5, u32::MAX);
        ring.records(5, 1, true);
        ring.holds(5, u32::MAX);
        ring.holds(6, 0);
        ring.records(6, 1, true);
        ring.holds(6, 1);
    });
}
