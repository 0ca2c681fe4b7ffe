// The grader, in learning order. One may leave every 100 ms and 5 may wait, unless
// a test says otherwise.

use std::time::Duration;

use clock::Moment;
use simulation::Expected::{AdmittedAt, RefusedAt};
use simulation::{Arrivals, Calls, Expected, Params, Planned, Scenario, run_within, text, within};

use super::answer::Queue;
use super::stage::subject;

const LIMIT: Duration = Duration::from_secs(2);

const PERIOD: Duration = Duration::from_millis(100);

/// Sends a request at each of these times, and compares when they leave.
#[track_caller]
fn check_run(rule: &str, places: u64, times_ms: &[u64], expected: &[Expected]) {
    let scenario = Scenario {
        params: Params::new().with("period", 100).with("places", places),
        until_ms: 40_000,
        arrivals: vec![Arrivals::List(times_ms.iter().map(|&at_ms| Planned::at(at_ms)).collect())],
        ..Scenario::default()
    };
    let expected: Vec<(u32, Expected)> = (1..).zip(expected.iter().copied()).collect();
    run_within(LIMIT, scenario, subject).expect(rule, &expected);
}

/// The answer's queue, and what has been done to it.
struct Door {
    /// Before each call, where there are two queues: `a.`.
    name: &'static str,
    queue: Queue,
    calls: Calls,
}

impl Door {
    fn new(name: &'static str, calls: &Calls, (period, places): (Duration, usize)) -> Self {
        let made = name.replace('.', " = ");
        let made =
            format!("{made}Queue::new({period:?}, {})", text::counted(places, "place", "places"));
        let mut queue = None;
        calls.note(&made, || {
            queue = Some(Queue::new(period, places));
            String::new()
        });
        Self { name, queue: queue.expect("a queue"), calls: calls.clone() }
    }

    fn leaves(&mut self, now: Moment, at: Moment) {
        self.call(now, Ok(at));
    }

    fn refuses(&mut self, now: Moment, until: Moment) {
        self.call(now, Err(until));
    }

    fn call(&mut self, now: Moment, expected: Result<Moment, Moment>) {
        let words = |result: Result<Moment, Moment>| match result {
            Ok(at) => format!("Ok: leaves at {at}"),
            Err(at) => format!("Err: a place is free at {at}"),
        };
        let queue = &mut self.queue;
        let name = format!("{}enter(now {now})", self.name);
        self.calls.expect(&name, &words(expected), || words(queue.enter(now)));
    }

    fn wait(&mut self, count: usize, now: Moment) {
        let queue = &self.queue;
        let name = format!("{}waiting(now {now})", self.name);
        self.calls.expect(&name, &count.to_string(), || queue.waiting(now).to_string());
    }
}

const fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

const fn ns(at_ns: u64) -> Moment {
    Moment::from_nanos(at_ns)
}

/// Does `story` to a new queue.
fn check(
    rule: &'static str,
    (period, places): (Duration, usize),
    story: impl FnOnce(&mut Door) + Send + 'static,
) {
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || story(&mut Door::new("", &inside, (period, places))));
}

// Nobody is there, and nobody has left before. There is nothing to wait for, at 0 as
// well as at any other time.
#[test]
fn the_first_goes_at_once() {
    let rule = "Whoever comes to a queue that nobody has left yet goes at once.";
    for at_ms in [0, 30, 7000] {
        check_run(rule, 5, &[at_ms], &[AdmittedAt(at_ms)]);
    }
}

// The burst of the lesson. One goes, five find a place and leave one by one, and two
// are turned away there and then.
#[test]
fn eight_at_once_leave_one_by_one() {
    let served = [0, 100, 200, 300, 400, 500].map(AdmittedAt);
    check_run(
        "From one departure to the next it is a period; whoever finds no place is refused at once.",
        5,
        &[0; 8],
        &[&served[..], &[RefusedAt(0); 2]].concat(),
    );
}

// They come when they like, and leave when it is their turn. The turn is counted from
// the one before, not from the arrival.
#[test]
fn who_comes_in_between_leaves_at_the_next_turn() {
    check_run(
        "Whoever has to wait leaves one period after the one before it, whenever it came.",
        5,
        &[0, 30, 70, 199, 320, 405],
        &[0, 100, 200, 300, 400, 500].map(AdmittedAt),
    );
    // The line is empty again, and the last departure is only 60 ms ago.
    check_run(
        "Whoever comes within a period of the last departure leaves when that period is over; whoever \
         comes later leaves at once.",
        5,
        &[0, 0, 160, 310],
        &[0, 100, 200, 310].map(AdmittedAt),
    );
}

// In five quiet seconds fifty could have left. They did not come, and their turns are
// gone: saved up, they would be the burst that this queue is there to prevent.
#[test]
fn after_a_pause_nothing_is_saved_up() {
    check_run(
        "A turn that nobody used is lost: after a pause one goes, and the next waits a period.",
        5,
        &[0, 5000, 5000, 5000, 5000],
        &[0, 5000, 5100, 5200, 5300].map(AdmittedAt),
    );
    check_run(
        "A turn that nobody used is lost, be it a single one.",
        5,
        &[0, 250, 250, 250],
        &[0, 250, 350, 450].map(AdmittedAt),
    );
}

// The pace has no beat of its own that goes on while nobody comes. Who finds the door
// open goes now, and the next one a period after that.
#[test]
fn an_idle_queue_follows_no_beat() {
    check_run(
        "Whoever comes a period or more after the last departure goes at once, and not at the next \
         multiple of the period.",
        5,
        &[30, 40, 260, 270],
        &[30, 130, 260, 360].map(AdmittedAt),
    );
}

// A place is for waiting. A queue without any is still a door that lets one through
// in each period.
#[test]
fn who_goes_at_once_needs_no_place() {
    check("Whoever goes at once needs no place.", (PERIOD, 0), |door| {
        door.leaves(ms(0), ms(0));
        door.refuses(ms(0), ms(100));
        door.refuses(ms(99), ms(100));
        door.leaves(ms(100), ms(100));
        door.refuses(ms(100), ms(200));
        door.leaves(ms(250), ms(250));
    });
}

// Who leaves makes room at that very moment. So that is what a refusal names: when
// the first of those who wait leaves, and not the last.
#[test]
fn a_place_is_free_when_the_first_leaves() {
    let rule = "A place is free at the moment at which the first of those who wait leaves.";
    check(rule, (PERIOD, 1), |door| {
        door.leaves(ms(0), ms(0));
        door.leaves(ms(0), ms(100));
        door.refuses(ms(0), ms(100));
        door.refuses(ns(99_999_999), ms(100));
        door.leaves(ms(100), ms(200));
        door.refuses(ms(100), ms(200));
        door.leaves(ms(200), ms(300));
    });
    check(rule, (PERIOD, 3), |door| {
        for at_ms in [0, 100, 200, 300] {
            door.leaves(ms(0), ms(at_ms));
        }
        door.refuses(ms(50), ms(100));
        door.leaves(ms(100), ms(400));
        door.refuses(ms(150), ms(200));
        // Two have left since.
        door.leaves(ms(310), ms(500));
        door.leaves(ms(310), ms(600));
        door.refuses(ms(310), ms(400));
    });
}

// Several are sent away. The turns behind the line are as free as they were before.
#[test]
fn a_refusal_moves_nothing() {
    check("A refusal changes nothing.", (PERIOD, 2), |door| {
        for at_ms in [0, 100, 200] {
            door.leaves(ms(0), ms(at_ms));
        }
        for at_ms in 1..10 {
            door.refuses(ms(at_ms * 10), ms(100));
        }
        door.wait(2, ms(95));
        door.leaves(ms(100), ms(300));
        door.leaves(ms(1000), ms(1000));
    });
}

// To look is free. Whose time has come does not wait, whether anybody came since or not.
#[test]
fn it_says_how_many_wait() {
    check("Those wait who were let in and have not left.", (PERIOD, 5), |door| {
        door.wait(0, ms(0));
        door.leaves(ms(0), ms(0));
        door.wait(0, ms(0));
        door.leaves(ms(0), ms(100));
        door.leaves(ms(0), ms(200));
        door.wait(2, ms(99));
        door.wait(1, ms(100));
        door.wait(0, ms(200));
        door.leaves(ms(500), ms(500));
        door.wait(0, ms(500));
    });
}

// Seven nanoseconds are a period, and so is a third of a second, as far as it can be told.
// So is an hour.
#[test]
fn the_pace_is_even_to_the_nanosecond() {
    let rule = "From one departure to the next it is one period, to the nanosecond.";
    for period_ns in [7, 333_333_333, 1_500_000, 3_600_000_000_000] {
        check(rule, (Duration::from_nanos(period_ns), 20), move |door| {
            for turn in 0..20 {
                door.leaves(ns(0), ns(turn * period_ns));
            }
        });
    }
}

// Three hundred places are more than a byte can count, and all of them are places.
#[test]
fn a_long_line_is_a_line() {
    check("All places are places, and each leaves in its turn.", (PERIOD, 300), |door| {
        for turn in 0..=300 {
            door.leaves(ms(0), ms(turn * 100));
        }
        door.refuses(ms(0), ms(100));
    });
}

// Machines set their clocks back. Whoever left at 1000 has left, and the next one
// still has to keep its distance.
#[test]
fn a_clock_that_goes_back_lets_nobody_go_earlier() {
    let rule = "From one departure to the next it is at least a period, whatever the clock does.";
    check(rule, (PERIOD, 5), |door| {
        door.leaves(ms(1000), ms(1000));
        door.leaves(ms(1000), ms(1100));
        door.leaves(ms(0), ms(1200));
        door.leaves(ms(1050), ms(1300));
        door.leaves(ms(990), ms(1400));
        door.leaves(ms(5000), ms(5000));
    });
    // Who waits for 1100 waits for it at any earlier time, too.
    let rule = "A clock that goes back makes no room: who waits still has its place.";
    check(rule, (PERIOD, 2), |door| {
        door.leaves(ms(1000), ms(1000));
        door.leaves(ms(1000), ms(1100));
        door.leaves(ms(1000), ms(1200));
        door.refuses(ms(0), ms(1100));
        door.refuses(ms(1050), ms(1100));
        door.leaves(ms(1100), ms(1300));
    });
}

// Each provider has a line of its own.
#[test]
fn two_queues_share_nothing() {
    let calls = Calls::new("Two queues live side by side, and know nothing of each other.");
    let inside = calls.clone();
    within(LIMIT, move || {
        let open = |name| Door::new(name, &inside, (PERIOD, 1));
        let (mut a, mut b) = (open("a."), open("b."));
        a.leaves(ms(0), ms(0));
        b.leaves(ms(50), ms(50));
        a.leaves(ms(60), ms(100));
        b.leaves(ms(60), ms(150));
        a.refuses(ms(60), ms(100));
        b.refuses(ms(60), ms(150));
    });
}
