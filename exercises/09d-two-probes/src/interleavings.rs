// The grader, second half: two threads, in every order that there is; where they do more
// than one thing each, with at most two interruptions, or what the test says. The cool-off
// is 1000 ms.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use clock::{Clock, Moment};
use interleavings::{Exploration, Explorer, explore, thread};
use simulation::within;

use super::answer::{Breaker, Permit, Refused};

const LIMIT: Duration = Duration::from_secs(10);

/// What a thread got.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Got {
    Permit,
    /// Refused as open, until so many milliseconds.
    OpenUntil(u64),
    /// Refused: the probe is out.
    Full,
}

use Got::{Full, OpenUntil, Permit as Given};

impl fmt::Debug for Got {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given => f.write_str("a permit"),
            OpenUntil(ms) => write!(f, "open until {ms} ms"),
            Full => f.write_str("half-open full"),
        }
    }
}

/// What threads A and B got, and where the breaker stood when both were done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    a: Got,
    b: Got,
    then: &'static str,
}

/// What thread B got while A reported, and where the breaker stood afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Met {
    b: Got,
    then: &'static str,
}

/// Not every schedule, but those in which threads are interrupted twice at most: few
/// mistakes need more, and all schedules of four steps each are too many.
fn two_interruptions() -> Explorer {
    Explorer::new().preemptions(2)
}

const fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

/// A breaker for two threads.
fn breaker(threshold: u32) -> Arc<Breaker> {
    Arc::new(Breaker::new(threshold, Duration::from_secs(1)))
}

/// One that failed at 0 ms: open until 1000 ms.
fn opened() -> Arc<Breaker> {
    let breaker = breaker(1);
    let permit = permit(&breaker, 0);
    breaker.report(permit, false, ms(0));
    breaker
}

fn permit(breaker: &Breaker, at_ms: u64) -> Permit {
    match breaker.acquire(ms(at_ms)) {
        Ok(permit) => permit,
        Err(refused) => panic!("nobody else is there, and acquire said {refused:?}"),
    }
}

fn ask(breaker: &Breaker, at_ms: u64) -> (Got, Option<Permit>) {
    match breaker.acquire(ms(at_ms)) {
        Ok(permit) => (Given, Some(permit)),
        Err(refused) => (got(refused), None),
    }
}

fn got(refused: Refused) -> Got {
    match refused {
        Refused::Open { until } => OpenUntil(until.as_millis()),
        Refused::HalfOpenFull => Full,
    }
}

/// A and B do the same to what `make` makes.
fn both(
    explorer: Explorer,
    make: fn() -> Arc<Breaker>,
    each: fn(&Breaker) -> Got,
    holds: fn(&End) -> bool,
) -> Exploration<End> {
    within(LIMIT, move || {
        let model = move || {
            let breaker = make();
            let (a, b) = (Arc::clone(&breaker), Arc::clone(&breaker));
            let (a, b) = thread::both(move || each(&a), move || each(&b));
            End { a, b, then: breaker.state() }
        };
        explorer.explore(model, holds)
    })
}

/// At 1100 ms A reports the probe while B asks; a call that was let through fails at
/// 1200 ms.
fn probe_meets_caller(good: bool, holds: fn(&Met) -> bool) -> Exploration<Met> {
    within(LIMIT, move || {
        let model = move || {
            let breaker = opened();
            let probe = permit(&breaker, 1_000);
            let (a, b) = (Arc::clone(&breaker), Arc::clone(&breaker));
            let ((), (b, permit)) =
                thread::both(move || a.report(probe, good, ms(1_100)), move || ask(&b, 1_100));
            if let Some(permit) = permit {
                breaker.report(permit, false, ms(1_200));
            }
            Met { b, then: breaker.state() }
        };
        explore(model, holds)
    })
}

// Nothing special: closed, two threads ask, and both may go. Nobody is turned away
// because another thread was busy just then.
#[test]
fn closed_both_threads_pass() {
    let each = |breaker: &Breaker| ask(breaker, 0).0;
    let seen = both(Explorer::new(), || breaker(1), each, |end| end.a == Given && end.b == Given);
    seen.assert_holds(
        "closed, both threads get a permit.\n\
         A and B: acquire at 0 ms. main: a new breaker before them, and its state after both",
    );
    seen.assert_outcomes(&[End { a: Given, b: Given, then: "closed" }]);
}

// The heart of it: the cool-off is over, and two threads see it. One of them is the
// probe. Between looking and going half-open there must be no place for the other.
#[test]
fn at_the_end_of_the_cool_off_one_thread_is_the_probe() {
    let each = |breaker: &Breaker| ask(breaker, 1_000).0;
    let seen = both(Explorer::new(), opened, each, |end| {
        [end.a, end.b].into_iter().filter(|&got| got == Given).count() == 1
    });
    seen.assert_holds(
        "one of the two threads is the probe, and the other is refused.\n\
         A and B: acquire at 1000 ms. main: opens a breaker before them (until 1000 ms), and looks at\n\
         its state after both",
    );
    seen.assert_outcomes(&[
        End { a: Given, b: Full, then: "half-open" },
        End { a: Full, b: Given, then: "half-open" },
    ]);
}

// Two calls fail at the same moment. The second must count on top of the first:
// a report that is lost leaves the breaker closed while everything fails.
#[test]
fn of_two_failures_none_is_lost() {
    // What is left to do for `more` failures after the two.
    fn seen(threshold: u32, more: u32) -> Exploration<&'static str> {
        within(LIMIT, move || {
            let model = move || {
                let breaker = breaker(threshold);
                let (a, b) = (Arc::clone(&breaker), Arc::clone(&breaker));
                let (first, second) = (permit(&breaker, 0), permit(&breaker, 0));
                thread::both(
                    move || a.report(first, false, ms(10)),
                    move || b.report(second, false, ms(10)),
                );
                for _ in 0..more {
                    let permit = permit(&breaker, 20);
                    breaker.report(permit, false, ms(20));
                }
                breaker.state()
            };
            explore(model, |&then| then == "open")
        })
    }
    let two = seen(2, 0);
    two.assert_holds(
        "two failures of two threads open a breaker that opens after two.\n\
         A and B: each reports a failure. main: two permits before them, and the state after both",
    );
    two.assert_outcomes(&["open"]);
    let three = seen(3, 1);
    three.assert_holds(
        "two failures of two threads and one more open it after three.\n\
         A and B: each reports a failure. main: two permits before them; a third failure, and the\n\
         state, after both",
    );
    three.assert_outcomes(&["open"]);
}

// One thread opens it while the other one asks. The other goes just before, or it is
// refused with the right time. It never finds the new state with the old time.
#[test]
fn nobody_sees_half_of_an_opening() {
    let seen = within(LIMIT, || {
        let model = || {
            let breaker = breaker(1);
            let permit = permit(&breaker, 10);
            let (a, b) = (Arc::clone(&breaker), Arc::clone(&breaker));
            let ((), (b, permit)) =
                thread::both(move || a.report(permit, false, ms(10)), move || ask(&b, 10));
            // Who went before is late now, and opens and closes nothing.
            if let Some(permit) = permit {
                breaker.report(permit, true, ms(20));
            }
            Met { b, then: breaker.state() }
        };
        explore(model, |met| met.b != Full && met.then == "open")
    });
    seen.assert_holds(
        "who asks while it opens goes before it, or is refused; then it is open.\n\
         A: reports a failure. B: acquire. main: the permit of A before them; after both it reports\n\
         B's permit as good, if there is one.\n\
         Met: what B got, and where the breaker stood then",
    );
    seen.assert_outcomes(&[
        Met { b: Given, then: "open" },
        Met { b: OpenUntil(1_010), then: "open" },
    ]);
}

// The probe is good while another thread asks. That one is still refused, or it finds
// a closed breaker, and is an ordinary call of it: its failure is the first one.
#[test]
fn nobody_sees_half_of_a_closing() {
    let seen = probe_meets_caller(true, |met| match met.b {
        Given => met.then == "open",
        _ => met.then == "closed",
    });
    seen.assert_holds(
        "who asks while it closes is refused, or a call of the closed breaker.\n\
         A: reports the probe as good. B: acquire. main: opens it and takes the probe's permit before them;\n\
         after both it reports B's permit as failed, if there is one.\n\
         Met: what B got, and where the breaker stood then",
    );
    seen.assert_outcomes(&[Met { b: Given, then: "open" }, Met { b: Full, then: "closed" }]);
}

// The probe fails while another thread asks. Whatever that one finds, the probe still
// out or the breaker open again, it may not go.
#[test]
fn while_the_probe_fails_nobody_passes() {
    let seen = probe_meets_caller(false, |met| met.b != Given && met.then == "open");
    seen.assert_holds(
        "who asks while the probe fails is refused.\n\
         A: reports the probe as failed. B: acquire. main: opens it and takes the probe's permit before them;\n\
         after both it reports B's permit as failed, if there is one.\n\
         Met: what B got, and where the breaker stood then",
    );
    seen.assert_outcomes(&[
        Met { b: Full, then: "open" },
        Met { b: OpenUntil(2_100), then: "open" },
    ]);
}

// A call of long ago fails while the other thread opens the breaker and, a second
// later, is its probe. The old failure comes before that or is late: never in between.
#[test]
fn an_old_failure_never_hits_the_probe() {
    let seen = within(LIMIT, || {
        let model = || {
            let breaker = breaker(1);
            let (old, new) = (permit(&breaker, 0), permit(&breaker, 0));
            let (a, b) = (Arc::clone(&breaker), Arc::clone(&breaker));
            let ((), (b, _probe)) = thread::both(
                move || a.report(old, false, ms(10)),
                move || {
                    b.report(new, false, ms(10));
                    ask(&b, 1_010)
                },
            );
            Met { b, then: breaker.state() }
        };
        two_interruptions().explore(model, |met: &Met| met.b == Given && met.then == "half-open")
    });
    seen.assert_holds(
        "the probe goes, and an old failure does not touch it.\n\
         A: reports an old failure. B: reports a failure, which opens it, and a second later acquire.\n\
         main: the two permits before them, and the state after both.\n\
         Met: what B got, and where the breaker stood then",
    );
    seen.assert_outcomes(&[Met { b: Given, then: "half-open" }]);
}

// One thread opens the breaker and, a second later, is its probe. The other one asks
// meanwhile. If it may go, it is an ordinary call of before, and what it says is late.
#[test]
fn a_permit_is_of_the_state_that_gave_it() {
    let seen = within(LIMIT, || {
        let model = || {
            let breaker = breaker(1);
            let fails = permit(&breaker, 0);
            let (a, b) = (Arc::clone(&breaker), Arc::clone(&breaker));
            let (_probe, (b, ordinary)) = thread::both(
                move || {
                    a.report(fails, false, ms(10));
                    ask(&a, 1_010).1
                },
                move || ask(&b, 10),
            );
            if let Some(permit) = ordinary {
                breaker.report(permit, true, ms(1_020));
            }
            Met { b, then: breaker.state() }
        };
        two_interruptions().explore(model, |met: &Met| met.then == "half-open")
    });
    seen.assert_holds(
        "while the probe is out, no call of before speaks for it.\n\
         A: reports a failure, which opens it, and a second later acquire. B: acquire at once.\n\
         main: the permit of A before them; after both it reports B's permit as good, if there\n\
         is one.\n\
         Met: what B got, and where the breaker stood then",
    );
    seen.assert_outcomes(&[
        Met { b: Given, then: "half-open" },
        Met { b: OpenUntil(1_010), then: "half-open" },
        Met { b: Full, then: "half-open" },
    ]);
}

// Each thread asks, and whoever may go fails at once. The second is refused, as full
// or as open: a probe that failed just now makes no room.
#[test]
fn a_probe_that_fails_at_once_was_alone() {
    let each = |breaker: &Breaker| {
        let (got, permit) = ask(breaker, 1_000);
        if let Some(permit) = permit {
            breaker.report(permit, false, ms(1_000));
        }
        got
    };
    let seen = both(two_interruptions(), opened, each, |end| {
        end.then == "open" && [end.a, end.b].into_iter().filter(|&got| got == Given).count() == 1
    });
    seen.assert_holds(
        "one probe goes and fails, and the other thread is refused.\n\
         A and B: acquire at 1000 ms, and who gets a permit reports a failure. main: opens a breaker\n\
         before them, and looks at its state after both",
    );
    seen.assert_outcomes(&[
        End { a: Given, b: Full, then: "open" },
        End { a: Given, b: OpenUntil(2_000), then: "open" },
        End { a: Full, b: Given, then: "open" },
        End { a: OpenUntil(2_000), b: Given, then: "open" },
    ]);
}

/// It is always 1000 ms.
struct Stopped;

impl Clock for Stopped {
    fn now(&self) -> Moment {
        ms(1_000)
    }
}

// The same with `call`. The second thread comes while the work of the first is under
// way and is refused; or it comes afterwards, and finds it closed. It does not wait.
#[test]
fn a_call_does_not_wait_for_another_ones_work() {
    let each = |breaker: &Breaker| match breaker.call(&Stopped, || Ok::<_, ()>(())) {
        Ok(_) => Given,
        Err(refused) => got(refused),
    };
    let seen = both(two_interruptions(), opened, each, |end| {
        end.then == "closed" && (end.a == Given || end.b == Given)
    });
    seen.assert_holds(
        "one call is the probe and closes it; the other is done or refused.\n\
         A and B: call at 1000 ms. main: opens a breaker before them, and looks at its state after\n\
         both",
    );
    let met = |end: &End| end.a == Full || end.b == Full;
    assert!(
        seen.outcomes().iter().any(met),
        "A and B call at the end of the cool-off. In no order was a call refused while the work \
         of the other one ran: you hold the lock during the work, so the second call waits for \
         the first and finds the breaker closed.\n\n  seen      {:?}\n  expected  also one with \
         \"half-open full\"",
        seen.outcomes()
    );
    seen.assert_outcomes(&[
        End { a: Given, b: Full, then: "closed" },
        End { a: Full, b: Given, then: "closed" },
        End { a: Given, b: Given, then: "closed" },
    ]);
}

// Three threads at the end of the cool-off. More than two interruptions in a run were
// not looked at.
#[test]
fn of_three_threads_one_is_the_probe() {
    let seen = within(LIMIT, || {
        let model = || {
            let breaker = opened();
            let [a, b, c] = [(); 3].map(|()| Arc::clone(&breaker));
            let (a, b, c) = thread::three(
                move || ask(&a, 1_000).0,
                move || ask(&b, 1_000).0,
                move || ask(&c, 1_000).0,
            );
            [a, b, c]
        };
        let one = |got: &[Got; 3]| got.iter().filter(|&&got| got == Given).count() == 1;
        two_interruptions().explore(model, one)
    });
    seen.assert_holds(
        "one of the three threads is the probe.\n\
         A, B and C: acquire at 1000 ms. main: opens a breaker before them",
    );
    seen.assert_outcomes(&[[Given, Full, Full], [Full, Given, Full], [Full, Full, Given]]);
}

// A failure that meets others is counted all the same, however often it has to try. Three
// threads report one each, with at most two interruptions in a run. Then one thread
// reports four while the other reports one, with at most eight: enough to come between
// each time. What needs more was not looked at.
#[test]
fn however_many_fail_at_once_each_failure_counts() {
    let three = three_failures();
    three.assert_holds(
        "three failures of three threads open a breaker that opens after three.\n\
         A, B and C: each reports a failure. main: three permits before them, and the state after all",
    );
    three.assert_outcomes(&["open"]);
    let five = one_and_four_failures();
    five.assert_holds(
        "one failure and four of another thread open a breaker that opens after five.\n\
         A: reports a failure. B: reports four. main: five permits before them, and the state after both",
    );
    five.assert_outcomes(&["open"]);
}

/// Three threads report one each.
fn three_failures() -> Exploration<&'static str> {
    within(LIMIT, || {
        let model = || {
            let breaker = breaker(3);
            let [a, b, c] = [(); 3].map(|()| {
                let (breaker, permit) = (Arc::clone(&breaker), permit(&breaker, 0));
                move || breaker.report(permit, false, ms(10))
            });
            thread::three(a, b, c);
            breaker.state()
        };
        two_interruptions().explore(model, |&then| then == "open")
    })
}

/// A reports one, and B four.
fn one_and_four_failures() -> Exploration<&'static str> {
    within(LIMIT, || {
        let model = || {
            let breaker = breaker(5);
            let (a, b) = (Arc::clone(&breaker), Arc::clone(&breaker));
            let (one, four) = (permit(&breaker, 0), [(); 4].map(|()| permit(&breaker, 0)));
            thread::both(
                move || a.report(one, false, ms(10)),
                move || four.into_iter().for_each(|permit| b.report(permit, false, ms(10))),
            );
            breaker.state()
        };
        Explorer::new().preemptions(8).explore(model, |&then| then == "open")
    })
}
