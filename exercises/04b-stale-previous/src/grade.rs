// The grader, in learning order.

use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use clock::Moment;
use simulation::{Arrivals, Calls, Expected, Params, Planned, Scenario, run_within, within};

use super::answer::TwoWindows;
use super::stage::subject;

const LIMIT: Duration = Duration::from_secs(2);

const SECOND_NS: u64 = 1_000_000_000;

/// What two windows of `limit` in 1000 ms let through, from the whole history.
#[derive(Default)]
struct History {
    passed_ms: Vec<u64>,
}

impl History {
    fn take(&mut self, limit: u64, now_ms: u64) -> bool {
        let (this, elapsed) = (now_ms / 1000, now_ms % 1000);
        let count =
            |index: u64| self.passed_ms.iter().filter(|&&at| at / 1000 == index).count() as u64;
        let previous = this.checked_sub(1).map_or(0, count);
        let passes = previous * (1000 - elapsed) + (count(this) + 1) * 1000 <= limit * 1000;
        if passes {
            self.passed_ms.push(now_ms);
        }
        passes
    }
}

/// Asks windows of ten in 1000 ms once at each of `times_ms`, which are in order,
/// and compares what became of each with what the whole history says.
#[track_caller]
fn check_run(rule: &str, times_ms: &[u64]) {
    let scenario = Scenario {
        params: Params::new().with("limit", 10).with("window-ms", 1000),
        until_ms: *times_ms.last().expect("a time"),
        arrivals: vec![Arrivals::List(times_ms.iter().map(|&at_ms| Planned::at(at_ms)).collect())],
        ..Scenario::default()
    };
    let trace = run_within(LIMIT, scenario, subject);
    let mut history = History::default();
    let each = times_ms.iter().map(|&at_ms| {
        if history.take(10, at_ms) { Expected::AdmittedAt(at_ms) } else { Expected::Refused }
    });
    let expected: Vec<(u32, Expected)> = (1..).zip(each).collect();
    trace.expect(rule, &expected);
}

/// `count` calls at one moment.
fn at_once(at_ms: u64, count: usize) -> Vec<u64> {
    vec![at_ms; count]
}

/// The answer's windows, and what has been done to them.
struct Branch {
    windows: TwoWindows,
    calls: Calls,
}

impl Branch {
    /// Of `times` calls at `now`, `passes` pass.
    fn asks(&mut self, now: Moment, times: u32, passes: u32) {
        let words = |passed: u32| format!("{passed} pass");
        let windows = &mut self.windows;
        let name = format!("try_take(now {now}), {times} times");
        self.calls.expect(&name, &words(passes), || {
            words((0..times).map(|_| u32::from(windows.try_take(now))).sum())
        });
    }

    fn counts(&self, previous: u32, current: u32) {
        let words = |(previous, current)| format!("previous {previous}, current {current}");
        let rule = "`counts` says what passed in the window before, and in this one.";
        let expected = words((previous, current));
        self.calls.about(rule).expect("counts()", &expected, || words(self.windows.counts()));
    }
}

const fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

const fn ns(at_ns: u64) -> Moment {
    Moment::from_nanos(at_ns)
}

/// Does `story` to new windows.
fn check(
    rule: &'static str,
    made_from: (u32, Duration),
    story: impl FnOnce(&mut Branch) + Send + 'static,
) {
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || play(inside, made_from, story));
}

fn play(calls: Calls, (limit, window): (u32, Duration), story: impl FnOnce(&mut Branch)) {
    let mut made = None;
    calls.note(&format!("TwoWindows::new({limit}, {window:?})"), || {
        made = Some(TwoWindows::new(limit, window));
        String::new()
    });
    story(&mut Branch { windows: made.expect("windows"), calls });
}

/// [`within`], for a call after a pause: it says what else may take so long.
fn within_a_pause(body: impl FnOnce() + Send + 'static) {
    let (done, ended) = mpsc::channel();
    let thread = thread::spawn(move || {
        body();
        // Nobody listens any more if the limit is over.
        let _ = done.send(());
    });
    assert!(
        ended.recv_timeout(LIMIT) != Err(mpsc::RecvTimeoutError::Timeout),
        "still running after {LIMIT:?}: look for a loop that never ends, or one that \
         goes round once for each window that nobody used"
    );
    thread.join().unwrap_or_else(|panic| resume_unwind(panic));
}

const A_SECOND: Duration = Duration::from_secs(1);

const A_YEAR: Duration = Duration::from_hours(365 * 24);

// Without a window before, it is a plain counter. The first window of all has none.
#[test]
fn in_one_window_the_limit_passes() {
    let rule = "If nothing passed in the window before, the limit passes in this one.";
    check_run(rule, &[at_once(0, 6), at_once(500, 6), at_once(999, 1)].concat());
    // However large it is.
    check(rule, (70_000, A_SECOND), |branch| branch.asks(ms(500), 70_001, 70_000));
}

// This is how it was tested: from one window to the next. At 1000 ms the ten of
// before count in full; then one of them fades in each tenth of the window.
#[test]
fn the_window_before_fades() {
    let rule = "previous·(window − e) + (current + 1)·window ≤ limit·window";
    let each: Vec<u64> = (1000..2000).step_by(20).collect();
    check_run(rule, &[at_once(900, 10), each].concat());
    let each: Vec<u64> = (0..5000).step_by(70).collect();
    check_run(rule, &each);
    check(rule, (10, A_SECOND), |branch| {
        branch.asks(ms(900), 7, 7);
        branch.counts(0, 7);
        // 3.5 of the seven are left.
        branch.asks(ms(1500), 7, 6);
        branch.counts(7, 6);
    });
}

// 42 in the minute before and 18 in this one, at 15 of 60 seconds: 31.5 and 18, and
// the one that asks makes 50.5. That is over 50, and at 15.714… s it is not.
#[test]
fn the_comparison_is_exact() {
    let rule = "The one that asks is counted, and nothing is rounded.";
    check(rule, (50, Duration::from_mins(1)), |branch| {
        branch.asks(ms(59_000), 42, 42);
        branch.asks(ms(74_500), 18, 18);
        branch.asks(ms(75_000), 1, 0);
        branch.asks(ns(75_714_285_714), 1, 0);
        branch.asks(ns(75_714_285_715), 2, 1);
    });
}

// The branch on Monday morning. The window before is empty; that an earlier one
// was full is of no interest.
#[test]
fn after_a_window_without_anybody_nothing_is_left() {
    let rule = "previous is what passed in the window DIRECTLY before: if nobody came there, 0.";
    check_run(rule, &[at_once(900, 10), at_once(3000, 12)].concat());
    check_run(rule, &[at_once(900, 10), at_once(2000, 12)].concat());
    check_run(rule, &[at_once(900, 10), at_once(60_000, 12)].concat());
    // Two windows in a row, and then a gap: neither count is of interest.
    check_run(rule, &[at_once(500, 4), at_once(1100, 5), at_once(3100, 12)].concat());
    // And the window after that one is one with a window before.
    check_run(rule, &[at_once(900, 10), at_once(3900, 10), at_once(4100, 5)].concat());
}

// Time that has passed, and windows that lie between, are two things. From 100 to
// 2050 ms are less than two windows, and one whole window; from 1000 to 2999 are
// nearly two, and none.
#[test]
fn the_last_call_may_be_long_ago_and_its_window_the_one_before() {
    let rule = "Which window is the one before follows from the numbers of the windows, not from \
                how long ago the last call was.";
    check_run(rule, &[at_once(100, 10), at_once(2050, 12)].concat());
    check_run(rule, &[at_once(1000, 10), at_once(2100, 12)].concat());
    check_run(rule, &[at_once(1000, 10), at_once(2950, 12)].concat());
    // A call that is refused is a call, and turns no count that passed into another.
    check_run(rule, &[at_once(900, 10), at_once(1000, 3), at_once(2100, 12)].concat());
}

// A loop that walks through all the windows that nobody used would still be there
// when the next customer comes.
#[test]
fn after_584_years_it_begins_anew() {
    let rule = "However long nobody came, a call takes no longer, and nothing overflows.";
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within_a_pause(move || {
        play(inside, (3, Duration::from_nanos(50)), |branch| {
            branch.asks(ms(0), 5, 3);
            branch.asks(Moment::MAX, 5, 3);
        });
    });
}

// Somebody who tries all the time must not keep the door shut.
#[test]
fn who_is_refused_is_not_counted() {
    check("Who is refused is not counted.", (10, A_SECOND), |branch| {
        branch.asks(ms(100), 200, 10);
        branch.asks(ms(1000), 200, 0);
        branch.asks(ms(1500), 200, 5);
        branch.asks(ms(3000), 200, 10);
    });
}

// Machines set their clocks back. What has been counted has been counted, and the
// window of the counts is the latest that there was.
#[test]
fn a_clock_that_goes_back_changes_nothing() {
    let rule =
        "A call with an earlier now than one that passed is taken for a call at that moment.";
    check(rule, (10, A_SECOND), |branch| {
        branch.asks(ms(1500), 4, 4);
        branch.asks(ms(2500), 20, 8);
        branch.asks(ms(1750), 5, 0);
        branch.asks(ms(0), 5, 0);
        branch.asks(ms(2499), 5, 0);
        branch.asks(ms(2750), 5, 1);
        branch.asks(ms(3100), 5, 1);
    });
    // The one of 2000 ms is refused, for the ten of the window before count in full.
    let rule = "Who is refused makes no room: what passed in a window is still counted in it.";
    check(rule, (10, A_SECOND), |branch| {
        branch.asks(ms(1500), 10, 10);
        branch.asks(ms(2000), 1, 0);
        branch.asks(ms(1999), 5, 0);
    });
}

// The numbers of a long window are large. Its product with a count needs more room
// than each of them alone.
#[test]
fn a_long_window_is_counted_as_a_short_one() {
    let rule = "Nothing overflows, however long a window is.";
    let window = Duration::from_nanos(5_000_000_000 * SECOND_NS);
    check(rule, (10, window), |branch| {
        branch.asks(ms(0), 12, 10);
        // A quarter of the next window.
        branch.asks(ns(6_250_000_000 * SECOND_NS), 12, 2);
        branch.asks(ns(7_500_000_000 * SECOND_NS), 12, 3);
    });
    // When a tenth of the second year has gone, after 1.1 · 31 536 000 s, one of the ten has
    // faded; and not a nanosecond earlier.
    let rule = "The comparison is exact, however long a window is.";
    check(rule, (10, A_YEAR), |branch| {
        branch.asks(ms(0), 12, 10);
        branch.asks(ns(34_689_599_999_999_999), 1, 0);
        branch.asks(ns(34_689_600_000_000_000), 2, 1);
    });
}

// And now all of it together: busy stretches, pauses of all lengths, and the
// boundary between two windows again and again.
#[test]
fn a_day_with_pauses_is_what_its_history_says() {
    let rule = "previous and current are what passed in the window before now's, and in now's.";
    let mut times = Vec::new();
    let mut at = 0;
    // Steps that share no factor with each other, nor with the window.
    for (step, pause) in [(31, 0), (173, 700), (7, 1900), (97, 2100), (443, 5000), (13, 950)] {
        for _ in 0..60 {
            times.push(at);
            at += step;
        }
        at += pause;
    }
    check_run(rule, &times);
}
