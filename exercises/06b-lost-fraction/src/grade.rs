// The grader, in learning order.

use std::time::Duration;

use clock::Moment;
use simulation::{Arrivals, Calls, Expected, Params, Planned, Scenario, run, within};

use super::answer::Bucket;
use super::stage::subject;

const LIMIT: Duration = Duration::from_secs(2);

const SECOND_NS: u64 = 1_000_000_000;

/// Asks a bucket of 3/s and a burst of `burst` once at each of `times_ms` and
/// compares what became of each call with `expected`.
#[track_caller]
fn check_run(rule: &str, burst: u64, times_ms: &[u64], expected: &[Expected]) {
    let scenario = Scenario {
        params: Params::new().with("rate", 3).with("burst", burst),
        until_ms: *times_ms.last().expect("a time"),
        arrivals: vec![Arrivals::List(times_ms.iter().map(|&at_ms| Planned::at(at_ms)).collect())],
        ..Scenario::default()
    };
    let trace = within(LIMIT, move || {
        run(&scenario, subject(&scenario.params).as_mut()).unwrap_or_else(|why| panic!("{why}"))
    });
    let expected: Vec<(u32, Expected)> = (1..).zip(expected.iter().copied()).collect();
    trace.expect(rule, &expected);
}

/// As long as the bucket is never full again, its burst and `rate × t` tokens
/// have come by `t`, rounded down; whoever asks while some of them are left
/// gets one.
fn due(rate_per_s: u64, burst: u64, times_ms: &[u64]) -> Vec<Expected> {
    let mut given = 0;
    let each = times_ms.iter().map(|&at_ms| {
        if given < burst + rate_per_s * at_ms / 1000 {
            given += 1;
            Expected::AdmittedAt(at_ms)
        } else {
            Expected::Refused
        }
    });
    each.collect()
}

/// The answer's bucket, and what has been done to it.
struct Shop {
    /// Before each call, where there are two buckets: `a.`.
    name: &'static str,
    bucket: Bucket,
    calls: Calls,
}

impl Shop {
    fn open(name: &'static str, calls: &Calls, (rate, burst): (u64, u32), at: Moment) -> Self {
        let made = name.replace('.', " = ");
        let made = format!("{made}Bucket::new({rate} a second, burst {burst}, now {})", say(at));
        let mut bucket = None;
        calls.note(&made, || {
            bucket = Some(Bucket::new(rate, burst, at));
            String::new()
        });
        Self { name, bucket: bucket.expect("a bucket"), calls: calls.clone() }
    }

    fn takes(&mut self, now: Moment) {
        self.call(now, Ok(()));
    }

    fn refuses(&mut self, now: Moment, until: Moment) {
        self.call(now, Err(until));
    }

    fn call(&mut self, now: Moment, expected: Result<(), Moment>) {
        let words = |result: Result<(), Moment>| match result {
            Ok(()) => "Ok".to_owned(),
            Err(at) => format!("Err: again at {}", say(at)),
        };
        let bucket = &mut self.bucket;
        let name = format!("{}try_take(now {})", self.name, say(now));
        self.calls.expect(&name, &words(expected), || words(bucket.try_take(now)));
    }

    /// Takes `count` tokens, one after the other, as one line of the text.
    fn drains(&mut self, count: u32, now: Moment) {
        let words = |taken: u32| format!("Ok {taken} times");
        let bucket = &mut self.bucket;
        let name = format!("try_take(now {}), {count} times", say(now));
        self.calls.expect(&name, &words(count), || {
            words((0..count).map(|_| u32::from(bucket.try_take(now).is_ok())).sum())
        });
    }

    fn holds(&mut self, tokens: u64) {
        let bucket = &self.bucket;
        let name = format!("{}tokens()", self.name);
        self.calls.expect(&name, &tokens.to_string(), || bucket.tokens().to_string());
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

/// Does `story` to a new bucket, made at `at`.
fn check_from(
    at: Moment,
    rule: &'static str,
    rate: u64,
    burst: u32,
    story: impl FnOnce(&mut Shop) + Send + 'static,
) {
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || story(&mut Shop::open("", &inside, (rate, burst), at)));
}

fn check(
    rule: &'static str,
    rate: u64,
    burst: u32,
    story: impl FnOnce(&mut Shop) + Send + 'static,
) {
    check_from(Moment::ZERO, rule, rate, burst, story);
}

// This is how the bucket was tested before it went into production: four calls
// at each full second, at 3 a second. It passes, and that is the trap.
#[test]
fn asked_once_a_second_it_gives_its_rate() {
    let times_ms: Vec<u64> = (0..40).map(|call| call / 4 * 1000).collect();
    let each = |call: usize| {
        if call % 4 < 3 { Expected::AdmittedAt(times_ms[call]) } else { Expected::Refused }
    };
    let expected: Vec<Expected> = (0..40).map(each).collect();
    let rule = "A bucket of 3/s that was drained holds 3 tokens a second later.";
    check_run(rule, 3, &times_ms, &expected);
}

// The same rate, asked ten times a second. 100 ms at 3/s are 0.3 of a token: too
// little to take, and too much to throw away.
#[test]
fn asked_each_100_ms_it_gives_as_much() {
    let times_ms: Vec<u64> = (0..=100).map(|call| call * 100).collect();
    let rule = "By the time t, burst + rate × t tokens have come, however often somebody asks.";
    check_run(rule, 2, &times_ms, &due(3, 2, &times_ms));
}

// 7 ms is a step that fits nowhere. Whatever is rounded at each call adds up,
// in one direction or the other; 1 429 calls show it.
#[test]
fn asked_each_7_ms_nothing_is_lost() {
    let times_ms: Vec<u64> = (0..=1_428).map(|call| call * 7).collect();
    let rule = "By the time t, burst + rate × t tokens have come: a fraction is kept, not rounded.";
    check_run(rule, 2, &times_ms, &due(3, 2, &times_ms));
}

// Often, at odd moments, at odd rates. After the burst the k-th token comes at
// exactly k / rate seconds, and each refusal names the moment of the next one.
#[test]
fn asked_each_119_microseconds_nothing_is_won() {
    let rule =
        "After the burst, the k-th token comes k / rate seconds after the start, not earlier.";
    for rate in [1, 3, 7, 999] {
        check(rule, rate, 2, move |shop| {
            let mut given = 0_u64;
            for at in (0..10_000).map(|call| ns(call * 119_000)) {
                let after_the_burst = (given + 1).saturating_sub(2);
                let comes = ns((after_the_burst * SECOND_NS).div_ceil(rate));
                given += u64::from(comes <= at);
                shop.call(at, if comes <= at { Ok(()) } else { Err(comes) });
            }
        });
    }
}

// Whoever is refused is told when to come back. A nanosecond earlier is too
// early; at that very moment there is a token. A third of a second is no whole
// number of nanoseconds, so it is rounded up, and the third token makes good for it.
#[test]
fn the_answer_says_exactly_when() {
    check("A refusal names the first moment at which a token is there.", 3, 2, |shop| {
        shop.takes(ms(0));
        shop.takes(ms(0));
        shop.refuses(ms(0), ns(333_333_334));
        shop.refuses(ms(100), ns(333_333_334));
        // Going back loses nothing either.
        shop.refuses(ms(50), ns(333_333_334));
        shop.refuses(ns(333_333_333), ns(333_333_334));
        shop.takes(ns(333_333_334));
        shop.refuses(ns(333_333_334), ns(666_666_667));
        shop.refuses(ns(666_666_666), ns(666_666_667));
        shop.takes(ns(666_666_667));
        shop.refuses(ns(999_999_999), ms(1_000));
        shop.takes(ms(1_000));
    });
    // More than one token a nanosecond: the next one is a whole nanosecond away.
    check("At any rate the moment is later than the call.", 2_000_000_000, 2, |shop| {
        shop.takes(ns(0));
        shop.takes(ns(0));
        shop.refuses(ns(0), ns(1));
        shop.takes(ns(1));
        shop.takes(ns(1));
        shop.refuses(ns(1), ns(2));
    });
}

// A rate of more than one token a nanosecond is a rate like any other: what comes in a
// nanosecond is counted, and what is less than a token is kept.
#[test]
fn many_tokens_a_nanosecond_are_counted() {
    let rule = "At every rate, rate × t tokens come in the time t: not fewer, and not more.";
    // Three in two nanoseconds.
    check(rule, 1_500_000_000, 2, |shop| {
        shop.drains(2, ns(0));
        shop.takes(ns(1));
        shop.refuses(ns(1), ns(2));
        shop.drains(2, ns(2));
        shop.refuses(ns(2), ns(3));
    });
    // Ten a nanosecond.
    check(rule, 10_000_000_000, 100, |shop| {
        shop.drains(100, ns(0));
        shop.takes(ns(1));
        shop.holds(9);
    });
    // 39 999.6 a nanosecond. A unit of time that is fine enough for this is too coarse for
    // the next rate: count in parts of a token.
    check(rule, 39_999_600_000_000, 50_000, |shop| {
        shop.drains(50_000, ns(0));
        shop.takes(ns(1));
        shop.holds(39_998);
    });
}

// After a quiet night the bucket is full, and that is all: not one token more,
// and no head start of a fraction either. What does not fit in is gone.
#[test]
fn a_full_bucket_keeps_no_fraction() {
    let rule =
        "A bucket holds its burst and not a fraction more; from full on, time brings nothing.";
    check(rule, 3, 2, |shop| {
        shop.takes(ms(10_100));
        shop.takes(ms(10_100));
        shop.holds(0);
        shop.refuses(ms(10_100), ns(10_433_333_334));
        // It becomes full in the middle of a call that finds one token in it.
        shop.takes(ms(10_500));
        shop.holds(0);
        shop.takes(ms(11_400));
        shop.holds(1);
        shop.takes(ms(11_400));
        shop.refuses(ms(11_400), ns(11_733_333_334));
    });
    // One token is all that this bucket holds: each one fills it.
    check(rule, 3, 1, |shop| {
        shop.takes(ms(0));
        shop.takes(ms(400));
        shop.refuses(ms(400), ns(733_333_334));
        shop.takes(ms(800));
        shop.refuses(ms(800), ns(1_133_333_334));
    });
    // The same for a bucket that has been full from the start.
    check_from(ms(50), rule, 3, 2, |shop| {
        shop.holds(2);
        shop.takes(ms(150));
        shop.holds(1);
        shop.takes(ms(150));
        shop.refuses(ms(150), ns(483_333_334));
        shop.takes(ns(483_333_334));
    });
}

// From the first moment to the last one are 584 years. Elapsed time times rate
// is a large number then; a bucket is full and not negative, and it says so at once.
#[test]
fn after_584_years_it_is_full_and_no_more() {
    fn drain(shop: &mut Shop) {
        shop.takes(ms(0));
        shop.takes(ms(0));
        shop.holds(0);
    }
    let rule = "However long nobody asked, the bucket is full: its burst, and no more.";
    for rate in [1, 3, 1_000_000_000, u64::MAX] {
        check(rule, rate, 2, |shop| {
            drain(shop);
            shop.takes(Moment::MAX);
            shop.takes(Moment::MAX);
            shop.refuses(Moment::MAX, Moment::MAX);
        });
    }
    // Exactly 2³² tokens come in 4.3 s, and exactly 2⁶⁴ in half a year: cut off
    // too early, both of them are 0.
    check(rule, 1_000_000_000, 2, |shop| {
        drain(shop);
        shop.takes(ns(1 << 32));
        shop.holds(1);
    });
    check(rule, 1 << 40, 2, |shop| {
        drain(shop);
        shop.takes(ns((1 << 24) * 1_000_000_000));
        shop.holds(1);
    });
    // The largest bucket there is.
    check(rule, u64::MAX, u32::MAX, |shop| {
        shop.takes(Moment::MAX);
        shop.holds(u64::from(u32::MAX) - 1);
    });
}

// A day and some hours off, at one token a second, and a bucket that holds more than that.
// "A day is enough for anybody" is a limit that nobody asked for.
#[test]
fn a_long_quiet_time_is_paid_in_full() {
    let rule = "However long nobody asked, each second of it counts, until the bucket is full.";
    check(rule, 1, 100_000, |shop| {
        shop.drains(100_000, ms(0));
        shop.refuses(ms(0), ms(1_000));
        shop.takes(ms(99_000_000));
        shop.holds(98_999);
    });
}

// Machines set their clocks back. The time between the two readings has been
// paid for once; it must not be paid for again when the clock comes by.
#[test]
fn a_clock_that_goes_back_gives_nothing() {
    let rule = "Time that went back gives nothing, and no stretch of time is paid for twice.";
    check_from(ms(1_000), rule, 10, 2, |shop| {
        shop.takes(ms(1_000));
        shop.takes(ms(1_000));
        shop.takes(ms(1_100));
        for _ in 0..5 {
            shop.refuses(ms(1_000), ms(1_200));
            shop.refuses(ms(1_100), ms(1_200));
        }
        shop.refuses(ms(0), ms(1_200));
        shop.takes(ms(1_200));
    });
    // Two days are no different from a tenth of a second.
    check_from(ms(172_800_000), rule, 10, 2, |shop| {
        shop.drains(2, ms(172_800_000));
        shop.refuses(ms(0), ms(172_800_100));
        shop.refuses(ms(1_000), ms(172_800_100));
        shop.takes(ms(172_800_100));
    });
    // The same when it goes back behind the moment at which the bucket was made.
    check_from(ms(1_000), rule, 10, 2, |shop| {
        shop.takes(ms(500));
        shop.takes(ms(500));
        shop.refuses(ms(600), ms(1_100));
        shop.takes(ms(1_100));
    });
}

// A rate of 0 is how operators close a door. What is in the bucket may still be
// taken; then nobody can say when the next token comes.
#[test]
fn at_rate_zero_it_gives_its_burst_and_then_never() {
    check("At rate 0 there is the burst, and then never again.", 0, 2, |shop| {
        shop.takes(ms(0));
        shop.takes(ms(5_000));
        shop.refuses(ms(5_000), Moment::MAX);
        shop.refuses(ms(500_000), Moment::MAX);
        shop.holds(0);
    });
    check("Nothing comes later than Moment::MAX.", 1, 1, |shop| {
        shop.takes(ns(u64::MAX - 1_000));
        shop.refuses(ns(u64::MAX - 1_000), Moment::MAX);
    });
}

// Each customer has a bucket. What one of them saves up, a fraction as well as a
// token, is nothing to the others.
#[test]
fn two_buckets_share_nothing() {
    let calls = Calls::new("Two buckets live side by side, and know nothing of each other.");
    let inside = calls.clone();
    within(LIMIT, move || {
        let open = |name| Shop::open(name, &inside, (3, 1), ms(0));
        let (mut a, mut b) = (open("a."), open("b."));
        a.takes(ms(0));
        b.takes(ms(0));
        a.refuses(ms(100), ns(333_333_334));
        b.refuses(ms(300), ns(333_333_334));
        a.refuses(ms(300), ns(333_333_334));
    });
}
