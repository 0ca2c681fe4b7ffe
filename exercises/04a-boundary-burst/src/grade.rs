// The grader, in learning order.

use std::time::Duration;

use clock::Moment;
use simulation::{Arrivals, Calls, Expected, Params, Planned, Scenario, run_within, within};

use super::answer::Log;
use super::stage::subject;

const LIMIT: Duration = Duration::from_secs(2);

/// Asks a log of five a second once at each of `times_ms` and compares what
/// became of each call with `expected`.
#[track_caller]
fn check_run(rule: &str, asked: &[(u64, Expected)]) {
    let planned = asked.iter().map(|&(at_ms, _)| Planned::at(at_ms)).collect();
    let scenario = Scenario {
        params: Params::new().with("limit", 5).with("window-ms", 1000),
        until_ms: asked.last().expect("a time").0,
        arrivals: vec![Arrivals::List(planned)],
        ..Scenario::default()
    };
    let trace = run_within(LIMIT, scenario, subject);
    let expected: Vec<(u32, Expected)> =
        (1..).zip(asked.iter().map(|&(_, expected)| expected)).collect();
    trace.expect(rule, &expected);
}

/// `count` that pass at `at_ms`.
fn pass(at_ms: u64, count: usize) -> Vec<(u64, Expected)> {
    vec![(at_ms, Expected::AdmittedAt(at_ms)); count]
}

/// `count` that are refused at `at_ms`.
fn no(at_ms: u64, count: usize) -> Vec<(u64, Expected)> {
    vec![(at_ms, Expected::Refused); count]
}

/// The answer's log, and what has been done to it.
struct Office {
    /// Before each call, where there are two logs: `a.`.
    name: &'static str,
    log: Log,
    calls: Calls,
}

impl Office {
    fn open(name: &'static str, calls: &Calls, limit: usize, window: Duration) -> Self {
        let made = name.replace('.', " = ");
        let mut log = None;
        calls.note(&format!("{made}Log::new({limit}, {window:?})"), || {
            log = Some(Log::new(limit, window));
            String::new()
        });
        Self { name, log: log.expect("a log"), calls: calls.clone() }
    }

    fn takes(&mut self, now: Moment) {
        self.call(now, Ok(()));
    }

    fn refuses(&mut self, now: Moment, until: Moment) {
        self.call(now, Err(until));
    }

    /// Refused, until whenever: for a rule that is not about that moment.
    fn is_full(&mut self, now: Moment) {
        let log = &mut self.log;
        let name = format!("{}try_take(now {})", self.name, say(now));
        let verdict = |result: Result<(), Moment>| if result.is_ok() { "Ok" } else { "Err" };
        self.calls.expect(&name, "Err", || verdict(log.try_take(now)).to_owned());
    }

    fn call(&mut self, now: Moment, expected: Result<(), Moment>) {
        let log = &mut self.log;
        let name = format!("{}try_take(now {})", self.name, say(now));
        self.calls.expect(&name, &words(expected), || words(log.try_take(now)));
    }

    /// `times` calls, of which only the number that passes is looked at: one line.
    fn asks(&mut self, now: Moment, times: u32, passes: u32) {
        let words = |passed: u32| format!("Ok {passed} times");
        let log = &mut self.log;
        let name = format!("{}try_take(now {}), {times} times", self.name, say(now));
        self.calls.expect(&name, &words(passes), || {
            words((0..times).map(|_| u32::from(log.try_take(now).is_ok())).sum())
        });
    }

    fn keeps_at_most(&mut self, most: usize) {
        let log = &self.log;
        let words = |kept: usize| {
            if kept <= most { format!("{most} at most") } else { format!("{kept} moments") }
        };
        self.calls.expect("kept()", &words(0), || words(log.kept()));
    }
}

fn words(result: Result<(), Moment>) -> String {
    match result {
        Ok(()) => "Ok".to_owned(),
        Err(at) => format!("Err: again at {}", say(at)),
    }
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

/// Does `story` to a new log of `limit` a second.
fn check(rule: &'static str, limit: usize, story: impl FnOnce(&mut Office) + Send + 'static) {
    check_in(Duration::from_secs(1), rule, limit, story);
}

/// Does `story` to a new log of `limit` in `window`.
fn check_in(
    window: Duration,
    rule: &'static str,
    limit: usize,
    story: impl FnOnce(&mut Office) + Send + 'static,
) {
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || story(&mut Office::open("", &inside, limit, window)));
}

// The easy part: as many as the limit, and not one more. If this fails, look at
// the comparison: is it made before the one that asks is written down, or after?
#[test]
fn five_pass_and_the_sixth_is_refused() {
    let rule = "In any stretch as long as the window, no more than `limit` pass.";
    check_run(rule, &[pass(500, 5), no(500, 1), no(900, 1)].concat());
    // And as many as the limit do, also if that is more than a byte holds.
    check("As many as `limit` pass.", 300, |log| log.asks(ms(500), 301, 300));
}

// This is what happened at the bank. Between 950 and 1050 ms the clock shows
// another second, and that is nothing to the carrier.
#[test]
fn two_bursts_around_a_second_are_one_burst() {
    let rule = "The last second is not the second of the clock: what passed at s counts while \
                now − s < window.";
    let asked = [pass(950, 5), no(1050, 5), no(1500, 1), no(1949, 1), pass(1950, 5), no(1950, 1)];
    check_run(rule, &asked.concat());
    // The same traffic, somewhere else: there is no special place in time.
    let asked = [pass(130, 5), no(230, 5), no(1129, 1), pass(1130, 5), no(1230, 1)];
    check_run(rule, &asked.concat());
    // The first of a burst is not the burst: each of them counts for a second of its own.
    let asked =
        [pass(100, 1), pass(950, 4), no(1050, 1), pass(1100, 1), no(1150, 1), pass(1950, 4)];
    check_run(rule, &asked.concat());
}

// `<` or `≤`? The two differ at one nanosecond only, and the test stands on it,
// from both sides.
#[test]
fn exactly_a_window_old_is_old_enough() {
    let rule = "What passed at s counts while now − s < window, and not at now − s = window.";
    check(rule, 1, |log| {
        log.takes(ms(300));
        log.is_full(ns(1_299_999_999));
        log.takes(ms(1300));
        log.is_full(ns(2_299_999_999));
        log.takes(ms(2300));
        // Half a millisecond is a piece of time, too.
        log.takes(ns(3_300_400_000));
        log.is_full(ns(4_300_300_000));
        log.takes(ns(4_300_400_000));
    });
    // And a nanosecond of a year is one.
    check_in(Duration::from_hours(365 * 24), rule, 1, |log| {
        log.takes(ms(0));
        log.is_full(ns(31_535_999_999_999_999));
        log.takes(ns(31_536_000_000_000_000));
    });
}

// Each place becomes free for itself. A whole window's worth at once is a fixed
// window in disguise; and after a pause, all that is old makes room at once.
#[test]
fn one_leaves_after_the_other() {
    let rule = "Each that passed counts for one window, and no longer, however many there are.";
    check(rule, 3, |log| {
        log.takes(ms(0));
        log.takes(ms(100));
        log.takes(ms(600));
        log.is_full(ms(600));
        log.takes(ms(1000));
        log.is_full(ms(1050));
        log.takes(ms(1100));
        log.is_full(ms(1100));
        log.asks(ms(2099), 5, 2);
    });
    // All that is old goes, in a single call.
    check(rule, 3, |log| {
        log.asks(ms(0), 3, 3);
        log.asks(ms(5000), 4, 3);
        log.is_full(ms(5999));
    });
}

// Whoever is refused is told when to come back: when the oldest that counts has
// left. Not a whole window from now, and not when all have left.
#[test]
fn the_answer_says_exactly_when() {
    check("A refusal names the first moment at which one would pass.", 2, |log| {
        log.takes(ns(17));
        log.takes(ms(400));
        log.refuses(ms(700), ns(1_000_000_017));
        log.refuses(ns(1_000_000_016), ns(1_000_000_017));
        log.takes(ns(1_000_000_017));
        log.refuses(ns(1_000_000_017), ms(1400));
        log.takes(ms(1400));
        log.refuses(ms(1999), ns(2_000_000_017));
        // After a pause as well.
        log.asks(ms(5000), 2, 2);
        log.refuses(ms(5999), ms(6000));
    });
}

// Somebody who tries all the time must not keep the door shut, for himself or
// for others.
#[test]
fn who_is_refused_is_not_counted() {
    check("Who is refused is not counted, and changes nothing.", 2, |log| {
        log.takes(ms(0));
        log.takes(ms(10));
        log.asks(ms(500), 100, 0);
        log.asks(ms(999), 100, 0);
        log.takes(ms(1000));
        log.refuses(ms(1000), ms(1010));
        log.takes(ms(1010));
    });
}

// The clock begins at 0. What passes then has passed, and is nobody's "never".
#[test]
fn the_first_moment_is_a_moment_like_any_other() {
    check("Moment 0 is a moment like any other.", 2, |log| {
        log.takes(ms(0));
        log.takes(ms(0));
        log.refuses(ms(0), ms(1000));
        log.refuses(ms(999), ms(1000));
        log.takes(ms(1000));
    });
}

// Machines set their clocks back, and a thread may be held up with an old time in
// its hand. What passed has passed, and an old time makes nothing older or younger.
#[test]
fn a_clock_that_goes_back_forgets_nothing() {
    let rule =
        "A call with an earlier now than one that passed is taken for a call at that moment.";
    check(rule, 2, |log| {
        log.takes(ms(5000));
        log.takes(ms(5200));
        log.refuses(ms(4000), ms(6000));
        log.refuses(ms(0), ms(6000));
        log.refuses(ms(5999), ms(6000));
        log.takes(ms(6000));
    });
    // What passes with an old time counts from the later moment on, and for a whole window.
    check(rule, 2, |log| {
        log.takes(ms(5000));
        log.takes(ms(4100));
        log.refuses(ms(5100), ms(6000));
        log.refuses(ms(5999), ms(6000));
        log.asks(ms(6000), 3, 2);
    });
    // A day is no different from a second, and it takes nothing away for ever.
    check(rule, 1, |log| {
        log.takes(ms(86_400_000));
        log.refuses(ms(0), ms(86_401_000));
        log.takes(ms(86_401_000));
    });
}

// A log that is never emptied is right, and fills the memory. Once it is not of
// interest any more, throw it away.
#[test]
fn it_keeps_no_more_than_the_limit() {
    check("The log never holds more than `limit` moments.", 3, |log| {
        for second in 0..50 {
            log.asks(ms(second * 1000), 5, 3);
            log.keeps_at_most(3);
        }
    });
}

// From the first moment to the last one are 584 years.
#[test]
fn nothing_comes_later_than_the_last_moment() {
    check("What would be later than Moment::MAX is Moment::MAX.", 1, |log| {
        log.takes(ms(0));
        log.takes(ns(u64::MAX - 1_000));
        log.refuses(ns(u64::MAX - 1_000), Moment::MAX);
        log.refuses(Moment::MAX, Moment::MAX);
    });
    // A window may be longer than that.
    let rule = "What passed at s counts while now − s < window, however long the window is.";
    check_in(Duration::from_hours(600 * 365 * 24), rule, 1, |log| {
        log.takes(ms(0));
        log.refuses(Moment::MAX, Moment::MAX);
    });
}

// A bank has more than one carrier.
#[test]
fn two_logs_share_nothing() {
    let calls = Calls::new("Two logs live side by side, and know nothing of each other.");
    let inside = calls.clone();
    within(LIMIT, move || {
        let mut a = Office::open("a.", &inside, 1, Duration::from_secs(1));
        let mut b = Office::open("b.", &inside, 1, Duration::from_millis(300));
        a.takes(ms(100));
        b.takes(ms(100));
        a.refuses(ms(400), ms(1100));
        b.takes(ms(400));
        b.refuses(ms(600), ms(700));
    });
}
