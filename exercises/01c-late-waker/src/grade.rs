// The grader, in learning order.

use std::time::Duration;

use clock::Moment;
use simulation::{Arrivals, Calls, Output, Params, Planned, Scenario, Trace, What, run, within};

use super::answer::Sleepers;
use super::stage::subject;

/// Short: a loop without an end that collects fills the memory meanwhile.
const LIMIT: Duration = Duration::from_secs(1);

/// The answer's sleepers, and what has been done to them. Times are in
/// milliseconds, unless a `Moment` is asked for.
struct Bedroom {
    /// Before each call, where there are two rooms: `a.`.
    name: &'static str,
    sleepers: Sleepers,
    calls: Calls,
}

impl Bedroom {
    fn new(name: &'static str, calls: &Calls) -> Self {
        Self { name, sleepers: Sleepers::new(), calls: calls.clone() }
    }

    /// It is 0 ms. The sleeper `id` wants to sleep until `at_ms`, and must.
    fn sleeps(&mut self, id: u32, at_ms: u64) {
        self.sleep(id, Moment::from_millis(at_ms), Moment::ZERO, false);
    }

    fn sleep(&mut self, id: u32, at: Moment, now: Moment, at_once: bool) {
        let words = |at_once| if at_once { "true: its time has come" } else { "false: it sleeps" };
        let name = format!("{}sleep({id}, at {}, now {})", self.name, say(at), say(now));
        let sleepers = &mut self.sleepers;
        self.calls.expect(&name, words(at_once), || words(sleepers.sleep(id, at, now)).to_owned());
    }

    fn wakes(&mut self, now_ms: u64, who: &[u32]) {
        self.wakes_at(Moment::from_millis(now_ms), who);
    }

    fn wakes_at(&mut self, now: Moment, who: &[u32]) {
        let name = format!("{}wake(now {})", self.name, say(now));
        let sleepers = &mut self.sleepers;
        self.calls.expect(&name, &format!("{who:?}"), || format!("{:?}", sleepers.wake(now)));
    }

    fn next_is(&mut self, at: Option<Moment>) {
        let words = |at: Option<Moment>| at.map_or("None".to_owned(), say);
        let sleepers = &self.sleepers;
        let name = format!("{}next()", self.name);
        self.calls.expect(&name, &words(at), || words(sleepers.next()));
    }

    fn forget(&mut self, id: u32) {
        let sleepers = &mut self.sleepers;
        self.calls.note(&format!("{}forget({id})", self.name), || {
            sleepers.forget(id);
            String::new()
        });
    }

    /// 1 to `count` go to bed and get up again at `at`, in two lines of the text.
    fn all_sleep_and_wake(&mut self, count: u32, at: Moment) {
        let ids: Vec<u32> = (1..=count).collect();
        let sleepers = &mut self.sleepers;
        let name = format!("sleep(1 to {count}, at {}, now {})", say(at), say(Moment::ZERO));
        self.calls.expect(&name, "awake at once: []", || {
            let awake = ids.iter().copied().filter(|&id| sleepers.sleep(id, at, Moment::ZERO));
            format!("awake at once: {}", runs(&awake.collect::<Vec<_>>()))
        });
        let name = format!("wake(now {})", say(at));
        self.calls.expect(&name, &runs(&ids), || runs(&sleepers.wake(at)));
    }
}

/// A long list, with each row of numbers that follow one another as its ends.
fn runs(ids: &[u32]) -> String {
    let each = ids.chunk_by(|&a, &b| b.checked_sub(a) == Some(1)).map(|run| match run {
        [id] => id.to_string(),
        run => format!("{} to {}", run[0], run[run.len() - 1]),
    });
    format!("[{}]", each.collect::<Vec<_>>().join(", "))
}

fn say(at: Moment) -> String {
    if at == Moment::MAX { "Moment::MAX".to_owned() } else { at.to_string() }
}

const fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

const fn ns(at_ns: u64) -> Moment {
    Moment::from_nanos(at_ns)
}

/// Does `story` to an empty room.
fn check(rule: &'static str, story: impl FnOnce(&mut Bedroom) + Send + 'static) {
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || story(&mut Bedroom::new("", &inside)));
}

// Three go to bed, and the clock jumps past all of them. Who gets up first? The
// one whose time came first, and not the one who went to bed first.
#[test]
fn sleepers_wake_in_order_of_time() {
    let rule = "Sleepers wake in order of time, not in the order in which they came.";
    check(rule, |room| {
        room.sleeps(1, 300);
        room.sleeps(2, 100);
        room.sleeps(3, 200);
        room.wakes(400, &[2, 3, 1]);
    });
    // A nanosecond is as good a difference as a minute.
    check(rule, |room| {
        room.sleep(1, ns(100_000_002), Moment::ZERO, false);
        room.sleep(2, ns(100_000_001), Moment::ZERO, false);
        room.wakes(200, &[2, 1]);
    });
}

// Equal times are common: a hundred requests with the same time-out. Nobody may
// overtake; the numbers say nothing about who came first.
#[test]
fn of_equal_times_the_first_to_come_wakes_first() {
    let rule = "Of equal times, the one that came first wakes first, whatever its number.";
    check(rule, |room| {
        room.sleeps(7, 100);
        room.sleeps(3, 200);
        room.sleeps(4, 100);
        room.sleeps(9, 100);
        room.sleeps(5, 200);
        room.wakes(100, &[7, 4, 9]);
        room.wakes(200, &[3, 5]);
    });
    // 0 and the largest number are numbers like any other.
    check(rule, |room| {
        room.sleeps(u32::MAX, 100);
        room.sleeps(0, 100);
        room.sleeps(1, 100);
        room.wakes(100, &[u32::MAX, 0, 1]);
    });
    // The same with many, at 300, 200, 100, 300, 200, 100 and so on.
    check(rule, |room| {
        (1..=45).for_each(|id| room.sleeps(id, 100 * (3 - u64::from(id - 1) % 3)));
        room.wakes(100, &[3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45]);
        room.wakes(200, &[2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41, 44]);
        room.wakes(300, &[1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34, 37, 40, 43]);
    });
}

// "Until 100 ms" ends at 100 ms: not a nanosecond earlier, and not with the
// push after that, which may be hours away.
#[test]
fn exactly_at_its_time_it_wakes() {
    check("Whoever sleeps until 100 ms is awake when the clock says 100 ms.", |room| {
        room.sleeps(1, 100);
        room.sleep(2, ns(100_000_001), Moment::ZERO, false);
        room.wakes_at(ns(99_999_999), &[]);
        room.wakes(100, &[1]);
        room.wakes_at(ns(100_000_001), &[2]);
    });
}

// The clock moved between making the future and its first poll. If such a one
// is put on the list, it waits for a push that may never come: the late waker.
#[test]
fn one_whose_time_has_come_does_not_sleep() {
    check("One whose time has come is awake at once, and is not on the list.", |room| {
        let now = ms(100);
        room.sleep(1, ms(50), now, true);
        room.sleep(2, now, now, true);
        room.sleep(3, ns(100_000_001), now, false);
        room.next_is(Some(ns(100_000_001)));
        room.wakes(200, &[3]);
    });
}

// A jump wakes those whose time has come, and lets the others sleep. They are
// not woken "to look for themselves", and they are not lost either.
#[test]
fn one_whose_time_is_far_sleeps_on() {
    check("Whoever is not due yet sleeps on, and wakes when its time comes.", |room| {
        room.sleeps(1, 60_000);
        room.sleeps(2, 100);
        room.sleeps(3, 251);
        room.wakes(250, &[2]);
        room.wakes(59_999, &[3]);
        room.wakes(60_000, &[1]);
    });
}

// A sleeper that is woken twice takes two turns, or two tokens. Whoever was
// woken is off the list.
#[test]
fn each_wakes_once() {
    check("Each sleeper wakes once: whoever was woken is off the list.", |room| {
        room.sleeps(1, 100);
        room.sleeps(2, 200);
        room.wakes(100, &[1]);
        room.wakes(100, &[]);
        room.wakes(250, &[2]);
        room.wakes(300, &[]);
        room.next_is(None);
    });
}

// Machines set their clocks back. Whoever slept sleeps on, and whoever comes now
// is measured by what the clock says now, not by what it once said.
#[test]
fn a_clock_that_goes_back_wakes_nobody() {
    let rule = "What the clock says now counts, even if it said more before.";
    check(rule, |room| {
        room.sleeps(1, 300);
        room.wakes(200, &[]);
        room.wakes(100, &[]);
        room.sleep(2, ms(150), ms(100), false);
        room.wakes(149, &[]);
        room.wakes(150, &[2]);
        room.wakes(300, &[1]);
    });
    // Here it went back after the last push, and nobody was told but the one that came.
    check(rule, |room| {
        room.wakes(200, &[]);
        room.sleep(1, ms(150), ms(100), false);
        room.wakes(150, &[1]);
    });
}

// Some get up, others go to bed. If you keep the order with a ticket, no two
// tickets may be equal: the length of the list comes round again.
#[test]
fn nobody_is_lost_when_others_come_and_go() {
    check("Nobody is lost, and nobody overtakes, while others come and go.", |room| {
        room.sleeps(1, 100);
        room.sleeps(2, 200);
        room.sleeps(3, 200);
        room.wakes(100, &[1]);
        room.sleep(4, ms(200), ms(100), false);
        room.sleep(5, ms(150), ms(100), false);
        room.sleep(6, ms(200), ms(100), false);
        room.wakes(200, &[5, 2, 3, 4, 6]);
    });
}

// A time-out of a second, and two thousand calls in flight: one push wakes them all.
// Nobody is left for the next push, and no ticket that ran over puts one before another.
#[test]
fn two_thousand_wake_with_one_push() {
    check("All that are due wake with one push, in order, however many they are.", |room| {
        room.all_sleep_and_wake(2_000, ms(1_000));
        room.next_is(None);
    });
}

// A future may be dropped at any time. Its waker must not be called then, and
// those who stay keep their places.
#[test]
fn a_forgotten_one_never_wakes() {
    let rule = "Whoever was forgotten never wakes; the others keep their order.";
    check(rule, |room| {
        room.sleeps(6, 50);
        (1..=5).for_each(|id| room.sleeps(id, 100));
        room.forget(2);
        room.wakes(50, &[6]);
        // This one is awake already, and its future is dropped now.
        room.forget(6);
        room.wakes(100, &[1, 3, 4, 5]);
        room.wakes(300, &[]);
    });
    // Whoever it is that leaves, first, last or in the middle.
    for gone in 1..=5 {
        check(rule, move |room| {
            (1..=5).for_each(|id| room.sleeps(id, 100));
            room.forget(gone);
            room.wakes(100, &(1..=5).filter(|&id| id != gone).collect::<Vec<u32>>());
        });
    }
}

// Every future is dropped in the end: one that was woken, one whose time had come when it
// was first polled, and one that was never polled. None of these sleeps.
#[test]
fn to_forget_one_who_does_not_sleep_changes_nothing() {
    check("To forget one who does not sleep is no error, and changes nothing.", |room| {
        room.sleeps(1, 100);
        room.sleeps(2, 200);
        room.wakes(100, &[1]);
        room.forget(1);
        room.next_is(Some(ms(200)));
        room.sleep(3, ms(50), ms(100), true);
        room.forget(3);
        room.forget(4);
        room.next_is(Some(ms(200)));
        room.wakes(200, &[2]);
    });
}

// Whoever drives the clock asks where to push it next. A wrong answer here is a
// test that hangs, or a clock that stops at nothing.
#[test]
fn next_is_the_earliest_time() {
    let rule = "`next` is the earliest time for which somebody sleeps, or None.";
    check(rule, |room| {
        room.next_is(None);
        room.sleeps(1, 300);
        room.next_is(Some(ms(300)));
        room.sleeps(2, 100);
        room.sleeps(3, 200);
        room.next_is(Some(ms(100)));
        room.wakes(100, &[2]);
        room.next_is(Some(ms(200)));
        room.forget(3);
        room.next_is(Some(ms(300)));
        room.forget(1);
        room.next_is(None);
    });
    // Of two with the same time one leaves; the other one still sleeps.
    check(rule, |room| {
        room.sleeps(1, 100);
        room.sleeps(2, 100);
        room.sleeps(3, 200);
        room.forget(1);
        room.next_is(Some(ms(100)));
    });
}

// Tests begin at 0, and "as long as it takes" is a sleep until the last moment.
// Neither may stand for "never" or "nobody".
#[test]
fn the_first_and_the_last_moment_are_ordinary_times() {
    check("Moment::ZERO and Moment::MAX are times like any other.", |room| {
        room.sleep(1, Moment::ZERO, Moment::ZERO, true);
        room.sleep(2, Moment::MAX, Moment::ZERO, false);
        room.next_is(Some(Moment::MAX));
        room.wakes_at(ns(u64::MAX - 1), &[]);
        room.wakes_at(Moment::MAX, &[2]);
        room.next_is(None);
        room.sleep(3, Moment::MAX, Moment::MAX, true);
    });
}

// A service may have two clocks, and its tests have one each. Both count their
// sleepers from 1; what happens on the one clock is nothing to the other.
#[test]
fn two_lists_share_nothing() {
    let calls = Calls::new("Two lists live side by side, and know nothing of each other.");
    let inside = calls.clone();
    within(LIMIT, move || {
        let (mut a, mut b) = (Bedroom::new("a.", &inside), Bedroom::new("b.", &inside));
        a.sleeps(1, 100);
        b.next_is(None);
        b.wakes(100, &[]);
        b.sleeps(1, 200);
        b.forget(1);
        a.next_is(Some(ms(100)));
        a.wakes(100, &[1]);
    });
}

/// Who was woken, in order, with the milliseconds of the run.
fn woken(trace: &Trace) -> Vec<(u64, u32)> {
    let woken = trace.events.iter().filter_map(|event| match event.what {
        What::Out(Output::Admit(id)) => Some((event.at.as_millis(), id.0)),
        _ => None,
    });
    woken.collect()
}

// The question of the README: six sleepers, and a clock that jumps by 250 ms.
// The simulation asks `next` when to push, so all four of your functions work here.
#[test]
fn on_the_stage_a_jump_wakes_all_that_are_due() {
    let costs = [300, 200, 120, 250, 0, 120];
    let planned = costs.map(|cost_ms| Planned::at(0).cost(cost_ms)).to_vec();
    let scenario = Scenario {
        params: Params::new().with("tick", 250),
        until_ms: 1_000,
        arrivals: vec![Arrivals::List(planned)],
        ..Scenario::default()
    };
    let trace = within(LIMIT, move || {
        run(&scenario, subject(&scenario.params).as_mut()).unwrap_or_else(|why| panic!("{why}"))
    });
    let (expected, got) =
        (vec![(0, 5), (250, 3), (250, 6), (250, 2), (250, 4), (500, 1)], woken(&trace));
    let rule = "One jump wakes all that are due, in order of time, then in the order they came.";
    let say = |woken: &[(u64, u32)]| {
        let each: Vec<String> = woken.iter().map(|(at, id)| format!("{id} at {at} ms")).collect();
        format!("awake: {}", each.join(", "))
    };
    assert!(got == expected, "{}", trace.lesson(trace.until, &say(&expected), &say(&got), rule));
}
