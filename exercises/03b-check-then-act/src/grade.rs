// The grader, first half: one thread, in learning order.

use std::fmt::Write;
use std::time::Duration;

use simulation::within;

use super::answer::Room;

const LIMIT: Duration = Duration::from_secs(2);

/// One call.
#[derive(Clone, Copy, Debug)]
enum Call {
    Enter,
    Leave,
    Close,
}

use Call::{Close, Enter, Leave};

/// Makes the calls, one after the other, and compares what each of them says,
/// and how many are inside after it.
#[track_caller]
fn check(rule: &str, seats: u32, script: &[(Call, bool, u32)]) {
    let calls: Vec<Call> = script.iter().map(|step| step.0).collect();
    let said = within(LIMIT, move || {
        let room = Room::new(seats);
        let ask = |call| {
            let said = match call {
                Enter => room.enter(),
                Leave => room.leave(),
                Close => room.close(),
            };
            (said, room.inside())
        };
        calls.into_iter().map(ask).collect::<Vec<(bool, u32)>>()
    });
    let differs = |index: &usize| said[*index] != (script[*index].1, script[*index].2);
    let Some(wrong) = (0..script.len()).find(differs) else { return };
    let mut steps = String::new();
    // Writing to a String cannot fail. Of a long script only the end is shown.
    let first = wrong.saturating_sub(11);
    if first > 0 {
        let _ = writeln!(steps, "   …  ({first} steps before)");
    }
    for (index, (said, inside)) in said.iter().enumerate().take(wrong + 1).skip(first) {
        let name = format!("{:?}()", script[index].0).to_lowercase();
        let _ = writeln!(steps, "  {:>2}  {name}  {said:<5}  {inside} inside", index + 1);
    }
    let (expected, expected_inside) = (script[wrong].1, script[wrong].2);
    let (got, got_inside) = said[wrong];
    panic!(
        "{rule}\n\nA room with seats: {seats}.\n{steps}\n  expected  {expected}, {expected_inside} \
         inside, in step {}\n  got       {got}, {got_inside} inside",
        wrong + 1
    );
}

// A room is full when all of its seats are taken, and not one before or after.
#[test]
fn a_free_seat_is_taken_and_a_full_room_says_no() {
    check(
        "Who finds a free seat takes it, the last one too. A full room says no, and changes \
         nothing.",
        2,
        &[(Enter, true, 1), (Enter, true, 2), (Enter, false, 2), (Enter, false, 2)],
    );
    let mut script: Vec<_> = (1..=300).map(|inside| (Enter, true, inside)).collect();
    script.push((Enter, false, 300));
    check("A large room has as many seats as it was made with.", 300, &script);
}

// Who leaves makes room for another. In an open room nobody turns off the
// light, though it may be empty.
#[test]
fn a_seat_that_was_left_is_free_again() {
    check(
        "A seat that was left is free again, and in an open room nobody turns off the light.",
        1,
        &[
            (Enter, true, 1),
            (Leave, false, 0),
            (Enter, true, 1),
            (Enter, false, 1),
            (Leave, false, 0),
        ],
    );
}

// A closed room stays closed, however many of its seats are free.
#[test]
fn a_closed_room_lets_nobody_in() {
    check(
        "Nobody enters a closed room, though its seats are free.",
        2,
        &[(Close, true, 0), (Enter, false, 0), (Enter, false, 0)],
    );
    check(
        "Nobody enters a closed room, though somebody is inside.",
        2,
        &[(Enter, true, 1), (Close, false, 1), (Enter, false, 1), (Leave, true, 0)],
    );
}

// The light is turned off once: by the last one out of a closed room, or by
// who closes it if nobody is inside.
#[test]
fn the_last_one_out_of_a_closed_room_turns_off_the_light() {
    check(
        "The last one out of a closed room turns off the light, and nobody else does.",
        3,
        &[
            (Enter, true, 1),
            (Enter, true, 2),
            (Close, false, 2),
            (Leave, false, 1),
            (Close, false, 1),
            (Leave, true, 0),
            (Close, false, 0),
        ],
    );
    check(
        "Who closes an empty room turns off the light; who closes it again does not.",
        1,
        &[(Close, true, 0), (Close, false, 0)],
    );
}
