// The grader, second half: two threads, in every order that there is; where a thread makes
// four calls, with at most eight interruptions.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use interleavings::{Exploration, Explorer, thread};
use simulation::within;

use super::answer::Room;

const LIMIT: Duration = Duration::from_secs(10);

/// What the threads A and B were told, and how many were inside after both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End<B> {
    a: bool,
    b: B,
    inside: u32,
}

/// What the evening was before the two threads.
#[derive(Clone, Copy)]
struct Evening {
    seats: u32,
    inside: u32,
    closed: bool,
}

/// A call or several, and how they read in the text of a failure.
type Does<T> = (&'static str, fn(&Room) -> T);

/// What was seen of two threads, and what each of them does.
struct Seen<B> {
    all: Exploration<End<B>>,
    /// What A, B and main do: the legend of the lanes.
    lanes: String,
}

impl<B: Ord + Copy + Debug> Seen<B> {
    #[track_caller]
    fn assert_holds(&self, rule: &str) {
        self.all.assert_holds(&format!("{rule}.\n{}", self.lanes));
    }

    #[track_caller]
    fn assert_outcomes(&self, expected: &[End<B>]) {
        self.all.assert_outcomes(expected);
    }
}

/// `a` and `b` use one room; every schedule is walked.
fn both<B: Ord + Copy + Debug + Send + 'static>(
    evening: Evening,
    a: Does<bool>,
    b: Does<B>,
    holds: fn(&End<B>) -> bool,
) -> Seen<B> {
    both_in(Explorer::new(), evening, a, b, holds)
}

/// Not every schedule, but those in which a thread is interrupted eight times at most.
fn eight_interruptions() -> Explorer {
    Explorer::new().preemptions(8)
}

/// The same in the schedules that `explorer` walks.
fn both_in<B: Ord + Copy + Debug + Send + 'static>(
    explorer: Explorer,
    evening: Evening,
    (a_does, a): Does<bool>,
    (b_does, b): Does<B>,
    holds: fn(&End<B>) -> bool,
) -> Seen<B> {
    let all = within(LIMIT, move || {
        let model = move || {
            let room = Arc::new(Room::new(evening.seats));
            for _ in 0..evening.inside {
                room.enter();
            }
            if evening.closed {
                room.close();
            }
            let (ours, theirs) = (Arc::clone(&room), Arc::clone(&room));
            let (a, b) = thread::both(move || a(&ours), move || b(&theirs));
            End { a, b, inside: room.inside() }
        };
        explorer.explore(model, holds)
    });
    let Evening { seats, inside, closed } = evening;
    let open = if closed { "closed" } else { "open" };
    let lanes = format!(
        "A: {a_does}. B: {b_does}.\nmain: a room before them ({open}, seats: {seats}, inside: \
         {inside}); how many are inside, after both"
    );
    Seen { all, lanes }
}

const ENTER: Does<bool> = ("enter", Room::enter);
const LEAVE: Does<bool> = ("leave", Room::leave);
const CLOSE: Does<bool> = ("close", Room::close);
const LEAVE_AND_ENTER: Does<bool> = ("leave, enter, leave, enter; whether both got in", |room| {
    room.leave();
    let first = room.enter();
    room.leave();
    room.enter() && first
});
const ENTER_AND_LEAVE: Does<bool> = ("enter, leave, enter, leave; whether both got in", |room| {
    let first = room.enter();
    room.leave();
    let second = room.enter();
    room.leave();
    first && second
});
const TWO_VISITS: Does<bool> = ("twice: enter, and leave if that said true", |room| {
    let first = room.enter() && room.leave();
    let second = room.enter() && room.leave();
    first || second
});

/// An open room with these seats, of which some are taken.
fn open(seats: u32, inside: u32) -> Evening {
    Evening { seats, inside, closed: false }
}

// The heart of it: two threads see one free seat. Between looking and sitting
// down there must be no place for the other. Read the lanes from top to bottom:
// each row is one step, and the number is the line in your file.
#[test]
fn the_last_seat_goes_to_one_thread() {
    let seen = both(open(1, 0), ENTER, ENTER, |end| end.a != end.b && end.inside == 1);
    seen.assert_holds("one seat goes to one of the two threads");
    seen.assert_outcomes(&[
        End { a: true, b: false, inside: 1 },
        End { a: false, b: true, inside: 1 },
    ]);
}

// With a seat for each, nobody is turned away because the other was busy.
#[test]
fn a_seat_for_each_serves_both() {
    let seen = both(open(2, 0), ENTER, ENTER, |end| end.a && end.b && end.inside == 2);
    seen.assert_holds("two seats serve two threads");
    seen.assert_outcomes(&[End { a: true, b: true, inside: 2 }]);
}

// Giving back has two steps as well, if it is written so, and then a seat is
// lost for ever.
#[test]
fn two_who_leave_leave_two_seats() {
    let none = |end: &End<bool>| !end.a && !end.b && end.inside == 0;
    let seen = both(open(2, 2), LEAVE, LEAVE, none);
    seen.assert_holds("two who leave at once leave two free seats, in an open room");
    seen.assert_outcomes(&[End { a: false, b: false, inside: 0 }]);
}

// The one seat is taken. Somebody leaves, and somebody wants to enter: if he
// comes later he gets the seat, and if he comes earlier he does not.
#[test]
fn a_seat_is_had_by_one_after_the_other() {
    let fits = |end: &End<bool>| !end.a && end.inside == u32::from(end.b);
    let seen = both(open(1, 1), LEAVE, ENTER, fits);
    seen.assert_holds("who was told that he is inside is the one who is inside");
    seen.assert_outcomes(&[
        End { a: false, b: true, inside: 1 },
        End { a: false, b: false, inside: 0 },
    ]);
}

// The one seat is taken by B, who leaves and comes back. A wants to enter. One
// of the two gets the seat: who is refused has taken nothing, so he is in
// nobody's way.
#[test]
fn a_refusal_takes_no_seat_even_for_a_moment() {
    let leave_and_enter: Does<bool> = ("leave, then enter", |room| {
        room.leave();
        room.enter()
    });
    let one = |end: &End<bool>| end.a != end.b && end.inside == 1;
    let seen = both(open(1, 1), ENTER, leave_and_enter, one);
    seen.assert_holds("the seat that B left goes to A or to B, and never to neither");
    seen.assert_outcomes(&[
        End { a: true, b: false, inside: 1 },
        End { a: false, b: true, inside: 1 },
    ]);
}

// There is a seat to spare for A the whole time. B leaves and comes back, twice, and each
// time A may have lost its step to B: so two tries are not enough, nor are three or four.
// The same for who leaves, and for who closes the room. These calls are many; runs with
// more than eight interruptions were not looked at.
#[test]
fn nobody_gives_up_because_another_was_busy() {
    let seen =
        both_in(eight_interruptions(), open(3, 1), ENTER, LEAVE_AND_ENTER, |end| end.a && end.b);
    seen.assert_holds("there is a free seat for A all the time, so A gets in");
    seen.assert_outcomes(&[End { a: true, b: true, inside: 2 }]);

    let out = |end: &End<bool>| !end.a && end.b && end.inside == 0;
    let seen = both_in(eight_interruptions(), open(3, 1), LEAVE, ENTER_AND_LEAVE, out);
    seen.assert_holds("who leaves is out, whatever the other one does meanwhile");
    seen.assert_outcomes(&[End { a: false, b: true, inside: 0 }]);

    let once = |end: &End<bool>| end.a != end.b && end.inside == 0;
    let seen = both_in(eight_interruptions(), open(3, 0), CLOSE, TWO_VISITS, once);
    seen.assert_holds("who closes the room has closed it, and the light is turned off once");
    seen.assert_outcomes(&[
        End { a: true, b: false, inside: 0 },
        End { a: false, b: true, inside: 0 },
    ]);
}

// The room is closed just while somebody wants to enter. Either he was first,
// and is inside, and turns off the light when he leaves. Or he was not, and who
// closed the room has turned it off. What is open and who is inside is one fact.
#[test]
fn nobody_is_inside_when_the_light_is_off() {
    // B closes the room; A enters, and leaves if he got in.
    let visit: Does<bool> =
        ("enter, and leave if that said true", |room| room.enter() && room.leave());
    let once = |end: &End<bool>| end.inside == 0 && end.a != end.b;
    let seen = both(open(1, 0), visit, CLOSE, once);
    seen.assert_holds("the light is turned off once, by who closes the room or by who leaves it");
    seen.assert_outcomes(&[
        End { a: false, b: true, inside: 0 },
        End { a: true, b: false, inside: 0 },
    ]);

    // The same, and now A stays.
    let seen = both(open(1, 0), ENTER, CLOSE, |end| end.a != end.b);
    seen.assert_holds("who turns off the light leaves nobody in the dark");
    seen.assert_outcomes(&[
        End { a: true, b: false, inside: 1 },
        End { a: false, b: true, inside: 0 },
    ]);
}

// Two who leave a closed room together; two who close it together; one who
// leaves while it is closed. Each time one of the two is told, and not both.
#[test]
fn the_light_is_turned_off_once() {
    let once = |end: &End<bool>| end.a != end.b && end.inside == 0;
    let either = [End { a: true, b: false, inside: 0 }, End { a: false, b: true, inside: 0 }];
    let closed = Evening { seats: 2, inside: 2, closed: true };
    let seen = both(closed, LEAVE, LEAVE, once);
    seen.assert_holds("of two who leave a closed room one is the last");
    seen.assert_outcomes(&either);

    let seen = both(open(2, 0), CLOSE, CLOSE, once);
    seen.assert_holds("of two who close an empty room one turns off the light");
    seen.assert_outcomes(&either);

    let seen = both(open(2, 1), LEAVE, CLOSE, once);
    seen.assert_holds("who leaves and who closes the room agree on who turns off the light");
    seen.assert_outcomes(&either);
}
