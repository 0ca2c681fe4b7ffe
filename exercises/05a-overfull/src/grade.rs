// The grader, in learning order. The bucket drains a request every 100 ms and
// holds 5 of them, unless a test says otherwise.

use std::time::Duration;

use clock::Moment;
use simulation::Expected::{AdmittedAt, RefusedAt};
use simulation::{Arrivals, Calls, Expected, Params, Planned, Scenario, run_within, within};

use super::answer::{Meter, Refused};
use super::stage::subject;

const LIMIT: Duration = Duration::from_secs(2);

const PERIOD: Duration = Duration::from_millis(100);

/// Runs the answer with these requests, and compares what became of them.
#[track_caller]
fn check_run(rule: &str, requests: Vec<Planned>, expected: &[(u32, Expected)]) {
    let scenario = Scenario {
        params: Params::new().with("period", 100).with("capacity", 5),
        until_ms: 2000,
        arrivals: vec![Arrivals::List(requests)],
        ..Scenario::default()
    };
    run_within(LIMIT, scenario, subject).expect(rule, expected);
}

/// The answer's meter, and what has been done to it.
struct Tap {
    /// Before each call, where there are two meters: `a.`.
    name: &'static str,
    meter: Meter,
    calls: Calls,
}

impl Tap {
    fn new(
        name: &'static str,
        calls: &Calls,
        (period, capacity): (Duration, u32),
        at: Moment,
    ) -> Self {
        let made = name.replace('.', " = ");
        let made = format!("{made}Meter::new({period:?}, capacity {capacity}, now {at})");
        let mut meter = None;
        calls.note(&made, || {
            meter = Some(Meter::new(period, capacity, at));
            String::new()
        });
        Self { name, meter: meter.expect("a meter"), calls: calls.clone() }
    }

    fn pours(&mut self, n: u32, now: Moment) {
        self.call(n, now, Ok(()));
    }

    fn refuses(&mut self, n: u32, now: Moment, until: Moment) {
        self.call(n, now, Err(Refused::Until(until)));
    }

    fn over(&mut self, n: u32, now: Moment) {
        self.call(n, now, Err(Refused::OverCapacity));
    }

    fn call(&mut self, n: u32, now: Moment, expected: Result<(), Refused>) {
        let meter = &mut self.meter;
        let name = format!("{}try_pour({n}, now {})", self.name, say(now));
        self.calls.expect(&name, &words(expected), || words(meter.try_pour(n, now)));
    }

    fn holds(&mut self, level_ns: u128, now: Moment) {
        let meter = &self.meter;
        let name = format!("{}level_ns(now {})", self.name, say(now));
        self.calls.expect(&name, &level_ns.to_string(), || meter.level_ns(now).to_string());
    }
}

fn words(result: Result<(), Refused>) -> String {
    match result {
        Ok(()) => "Ok".to_owned(),
        Err(Refused::Until(at)) => format!("Err: again at {}", say(at)),
        Err(Refused::OverCapacity) => "Err: OverCapacity".to_owned(),
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

/// Does `story` to a new meter, made at `at`.
fn check_from(
    at: Moment,
    rule: &'static str,
    (period, capacity): (Duration, u32),
    story: impl FnOnce(&mut Tap) + Send + 'static,
) {
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || story(&mut Tap::new("", &inside, (period, capacity), at)));
}

fn check(rule: &'static str, capacity: u32, story: impl FnOnce(&mut Tap) + Send + 'static) {
    check_from(Moment::ZERO, rule, (PERIOD, capacity), story);
}

// This is how the meter was tested before it went into production. It passes, and
// that is the trap: at one instant nothing drains.
#[test]
fn of_eight_at_once_five_go_in() {
    let each = |id: u32| (id, if id <= 5 { AdmittedAt(0) } else { RefusedAt(0) });
    let expected: Vec<(u32, Expected)> = (1..=8).map(each).collect();
    check_run("An empty bucket for five holds five.", vec![Planned::at(0); 8], &expected);
}

// One hundredth of a request has drained. That is not nothing, and it is not enough.
#[test]
fn a_sixth_a_millisecond_later_has_no_room() {
    let requests = [vec![Planned::at(0); 5], vec![Planned::at(1), Planned::at(100)]].concat();
    check_run(
        "A request goes in if level + 1 ≤ capacity. At 1 ms the level is 4.99.",
        requests,
        &[(5, AdmittedAt(0)), (6, RefusedAt(1)), (7, AdmittedAt(100))],
    );
}

// The same question a thousand times. Five fill it; after that one gets in whenever
// a whole one has drained, at 100, 200, … and 900 ms.
#[test]
fn one_each_millisecond_gets_in_when_a_whole_one_has_drained() {
    let requests = (0..1000).map(Planned::at).collect();
    let each = |at_ms: u32| {
        let room = at_ms < 5 || at_ms.is_multiple_of(100);
        let at = u64::from(at_ms);
        (at_ms + 1, if room { AdmittedAt(at) } else { RefusedAt(at) })
    };
    let expected: Vec<(u32, Expected)> = (0..1000).map(each).collect();
    check_run(
        "In any stretch of time no more goes in than capacity + time / period.",
        requests,
        &expected,
    );
}

// A request for three needs room for three. How much too many a bucket takes if it
// only looks whether it is full depends on how much is poured.
#[test]
fn several_at_once_go_in_together_or_not_at_all() {
    let rule = "A request of n goes in if level + n ≤ capacity, whole or not at all. The moment in a \
                refusal is the first at which it passes.";
    check(rule, 5, |tap| {
        tap.pours(3, ms(0));
        tap.refuses(3, ms(0), ms(100));
        tap.holds(300_000_000, ms(0));
        tap.pours(2, ms(0));
        tap.refuses(4, ms(1), ms(400));
        tap.refuses(2, ms(199), ms(200));
        tap.pours(2, ms(200));
        tap.holds(500_000_000, ms(200));
    });
}

// The rule has a "≤" in it. A bucket for five may hold five, and one for one may
// hold one: whoever is too strict here refuses the very first request.
#[test]
fn exactly_full_is_allowed() {
    let rule = "Exactly full is allowed: level + n may be equal to the capacity. The moment in a \
                refusal is the first at which it passes.";
    check(rule, 1, |tap| {
        tap.pours(1, ms(0));
        tap.holds(100_000_000, ms(0));
        tap.refuses(1, ms(0), ms(100));
        tap.pours(1, ms(100));
    });
    check(rule, 5, |tap| {
        tap.pours(5, ms(0));
        tap.pours(5, ms(500));
    });
    // More than a byte can count.
    check(rule, 300, |tap| {
        tap.pours(299, ms(0));
        tap.pours(1, ms(0));
        tap.refuses(1, ms(0), ms(100));
        tap.refuses(300, ms(0), ms(30_000));
    });
}

// Whoever is refused is told when to come back. A nanosecond earlier is too early,
// and at that very moment there is room for just this request.
#[test]
fn the_answer_says_exactly_when() {
    let rule = "A refusal names the first moment at which there is room for the same request.";
    check(rule, 5, |tap| {
        tap.pours(5, ms(0));
        tap.refuses(1, ms(0), ms(100));
        tap.refuses(2, ms(30), ms(200));
        tap.refuses(5, ms(30), ms(500));
        tap.refuses(2, ns(199_999_999), ms(200));
        tap.pours(2, ms(200));
    });
    // A third of a second, as far as it can be told.
    check_from(ms(0), rule, (Duration::from_nanos(333_333_333), 1), |tap| {
        tap.pours(1, ms(7));
        tap.refuses(1, ms(8), ns(340_333_333));
        tap.refuses(1, ns(340_333_332), ns(340_333_333));
        tap.pours(1, ns(340_333_333));
    });
}

// Six never fit into a bucket for five: no wait helps, so that is said at once, to a
// full bucket and to an empty one. Five do fit.
#[test]
fn more_than_the_capacity_is_an_error_of_its_own() {
    check("More than the capacity is an error of its own; exactly as much is not.", 5, |tap| {
        tap.over(6, ms(0));
        tap.pours(5, ms(0));
        tap.over(6, ms(0));
        tap.refuses(5, ms(0), ms(500));
        tap.over(u32::MAX, ms(60_000));
        tap.holds(0, ms(60_000));
    });
}

// To ask for nothing is a way to look. It always goes in, and leaves no trace.
#[test]
fn nothing_needs_no_room() {
    check("0 goes into a full bucket as well: level + 0 ≤ capacity.", 2, |tap| {
        tap.pours(2, ms(0));
        tap.pours(0, ms(0));
        tap.pours(0, ms(50));
        tap.holds(150_000_000, ms(50));
    });
}

// An eager client asks again and again. What was refused has not been sent, and so
// it is not in the bucket; otherwise this client never gets in again.
#[test]
fn what_was_refused_is_not_in_the_bucket() {
    check("A refusal changes nothing.", 2, |tap| {
        tap.pours(2, ms(100));
        for at_ms in 101..=140 {
            tap.refuses(1, ms(at_ms), ms(200));
            tap.refuses(2, ms(at_ms), ms(300));
        }
        tap.holds(150_000_000, ms(150));
        tap.pours(1, ms(200));
    });
}

// A millisecond drains a hundredth. Whatever is rounded at each call adds up.
#[test]
fn it_drains_evenly_however_often_it_is_asked() {
    let rule = "It drains one request every period, evenly; to look makes no difference.";
    check(rule, 2, |tap| {
        tap.pours(2, ms(0));
        for at_ms in 1..=99_u64 {
            tap.refuses(1, ms(at_ms), ms(100));
            tap.holds(200_000_000 - u128::from(at_ms) * 1_000_000, ms(at_ms));
        }
        tap.pours(1, ms(100));
    });
    check(rule, 2, |tap| {
        tap.pours(2, ns(0));
        for at_ns in (0..1_000_000).step_by(333) {
            tap.refuses(1, ns(at_ns), ms(100));
        }
        tap.holds(199_000_001, ns(999_999));
    });
}

// An empty bucket does not go on draining. What a quiet night leaves behind is an
// empty bucket, and not one with room for a thousand.
#[test]
fn after_a_quiet_night_it_is_empty_and_no_more() {
    check("An empty bucket is empty: it holds its capacity, and no more.", 5, |tap| {
        tap.pours(3, ms(0));
        tap.holds(0, ms(10_000));
        tap.pours(5, ms(10_000));
        tap.refuses(1, ms(10_000), ms(10_100));
        tap.pours(5, ms(86_400_000));
        tap.refuses(1, ms(86_400_000), ms(86_400_100));
    });
    // It was made in the morning, and not at midnight.
    check_from(ms(50), "A new bucket is empty, whenever it is made.", (PERIOD, 1), |tap| {
        tap.pours(1, ms(60));
        tap.refuses(1, ms(60), ms(160));
    });
}

// Machines set their clocks back. The time between the two readings has drained the
// bucket once, and must not do it again when the clock comes by.
#[test]
fn a_clock_that_goes_back_drains_nothing() {
    check_from(ms(1000), "No stretch of time drains the bucket twice.", (PERIOD, 2), |tap| {
        tap.pours(2, ms(1000));
        tap.pours(1, ms(1100));
        for _ in 0..5 {
            tap.refuses(1, ms(1000), ms(1200));
            tap.refuses(1, ms(1100), ms(1200));
        }
        tap.refuses(2, ms(0), ms(1300));
        tap.holds(200_000_000, ms(0));
        tap.pours(1, ms(1200));
    });
}

// One request a day, and room for four thousand million: that is more nanoseconds
// than 64 bits can count. And time ends somewhere, after 584 years.
#[test]
fn the_largest_bucket_is_a_bucket() {
    let day = Duration::from_hours(24);
    check_from(
        ms(0),
        "Neither what the bucket holds nor a wait wraps: what is too late for any clock is Moment::MAX.",
        (day, u32::MAX),
        |tap| {
            tap.pours(u32::MAX, ms(0));
            tap.refuses(1, ms(0), ms(86_400_000));
            tap.refuses(u32::MAX, ms(0), Moment::MAX);
            tap.pours(1, ms(86_400_000));
        },
    );
    check("After 584 years it is empty, and no more.", 2, |tap| {
        tap.pours(2, ms(0));
        tap.pours(2, Moment::MAX);
        tap.refuses(1, Moment::MAX, Moment::MAX);
    });
}

// Each customer has a meter. What one of them pours is nothing to the others.
#[test]
fn two_meters_share_nothing() {
    let calls = Calls::new("Two meters live side by side, and know nothing of each other.");
    let inside = calls.clone();
    within(LIMIT, move || {
        let open = |name| Tap::new(name, &inside, (PERIOD, 1), ms(0));
        let (mut a, mut b) = (open("a."), open("b."));
        a.pours(1, ms(0));
        b.pours(1, ms(50));
        a.refuses(1, ms(99), ms(100));
        a.pours(1, ms(100));
        b.refuses(1, ms(100), ms(150));
    });
}
