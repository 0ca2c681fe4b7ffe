// The grader, in learning order. Three failures in a row open the breaker, the
// cool-off is 1000 ms, two probes at a time may try, and two good ones close it.

use std::collections::BTreeMap;
use std::time::Duration;

use clock::Moment;
use simulation::Expected::{AdmittedAt, RefusedAt};
use simulation::{
    Arrivals, Calls, Intervention, Params, Planned, Press, Scenario, Setting, run_within, within,
};

use super::answer::Report::{Failed, Good, NotCounted};
use super::answer::{Breaker, Permit, Refused, Report};
use super::stage::subject;

const LIMIT: Duration = Duration::from_secs(2);

/// A breaker that is called by hand, and what was done to it.
struct Desk {
    breaker: Breaker,
    calls: Calls,
    /// By the name of the call that has it.
    permits: BTreeMap<&'static str, Permit>,
}

impl Desk {
    /// Each of `names` asks, and is let through.
    fn pass(&mut self, names: &[&'static str], at_ms: u64) {
        for name in names {
            self.asks(name, at_ms, "let through");
        }
    }

    fn refused_until(&mut self, name: &'static str, at_ms: u64, until_ms: u64) {
        self.asks(name, at_ms, &format!("refused: open until {until_ms} ms"));
    }

    fn refused_as_full(&mut self, name: &'static str, at_ms: u64) {
        self.asks(name, at_ms, "refused: half-open, all probes are out");
    }

    fn asks(&mut self, name: &'static str, at_ms: u64, expected: &str) {
        let (breaker, permits) = (&mut self.breaker, &mut self.permits);
        self.calls.expect(&format!("at {at_ms} ms, {name} asks"), expected, || {
            match breaker.acquire(Moment::from_millis(at_ms)) {
                Ok(permit) => {
                    permits.insert(name, permit);
                    "let through".to_owned()
                }
                Err(Refused::Open { until }) => format!("refused: open until {until}"),
                Err(Refused::HalfOpenFull) => "refused: half-open, all probes are out".to_owned(),
            }
        });
    }

    /// `name` comes back; then the breaker is `state`.
    fn reports(&mut self, name: &'static str, at_ms: u64, report: Report, state: &str) {
        let permit = self.permits.remove(name).expect("it was let through");
        let breaker = &mut self.breaker;
        let text = format!("at {at_ms} ms, {name} reports {report:?}; then it is");
        self.calls.expect(&text, state, || {
            breaker.report(permit, report, Moment::from_millis(at_ms));
            breaker.state().to_owned()
        });
    }

    /// So many reports have been late.
    fn late(&self, count: u64) {
        self.calls.expect("late()", &count.to_string(), || self.breaker.late().to_string());
    }

    /// Three calls go at `at_ms` and fail at once: one line of the text.
    fn opens(&mut self, at_ms: u64) {
        let breaker = &mut self.breaker;
        let text = format!("at {at_ms} ms, A, B and C go and fail at once; then it is");
        let at = Moment::from_millis(at_ms);
        self.calls.expect(&text, "open", || {
            for _ in 0..3 {
                match breaker.acquire(at) {
                    Ok(permit) => breaker.report(permit, Failed, at),
                    Err(_) => return format!("{}, and one was refused", breaker.state()),
                }
            }
            breaker.state().to_owned()
        });
    }

    /// Two probes go at `at_ms` and are good at once: one line of the text.
    fn closes(&mut self, at_ms: u64) {
        let breaker = &mut self.breaker;
        let text = format!("at {at_ms} ms, two probes go and are good at once; then it is");
        let at = Moment::from_millis(at_ms);
        self.calls.expect(&text, "closed", || {
            for _ in 0..2 {
                match breaker.acquire(at) {
                    Ok(permit) => breaker.report(permit, Good, at),
                    Err(_) => return format!("{}, and one was refused", breaker.state()),
                }
            }
            breaker.state().to_owned()
        });
    }
}

/// Does `story` to a new breaker.
#[track_caller]
fn check(rule: &'static str, story: impl FnOnce(&mut Desk) + Send + 'static) {
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || {
        let breaker = Breaker::new(3, 2, 2, Duration::from_secs(1));
        story(&mut Desk { breaker, calls: inside, permits: BTreeMap::new() });
    });
}

// Nothing is late here: each call comes back in the state that let it go. They may
// be under way at the same time, and come back in any order.
#[test]
fn what_comes_back_in_time_counts() {
    check("A result counts in the state that let its call go.", |desk| {
        desk.pass(&["D", "E", "F", "G", "H"], 0);
        desk.reports("E", 10, Failed, "closed");
        desk.reports("D", 20, Failed, "closed");
        desk.reports("H", 30, Good, "closed");
        desk.pass(&["I"], 30);
        desk.reports("F", 40, Failed, "closed");
        desk.reports("I", 50, Failed, "closed");
        desk.reports("G", 60, Failed, "open");
        desk.refused_until("O", 1_059, 1_060);
        desk.late(0);
    });
    check("Two probes at a time, and two good ones close it.", |desk| {
        desk.opens(0);
        desk.pass(&["P", "Q"], 1_000);
        desk.refused_as_full("R", 1_000);
        desk.reports("Q", 1_100, Good, "half-open");
        desk.reports("P", 1_200, Good, "closed");
        desk.late(0);
    });
}

// A caller has gone away, in time. That ends no row and opens nothing; in half-open
// it makes room, and that is all.
#[test]
fn what_is_not_counted_is_neither_good_nor_bad() {
    check("What is not counted is neither good nor bad.", |desk| {
        desk.pass(&["D", "E", "F", "G"], 0);
        desk.reports("D", 10, Failed, "closed");
        desk.reports("E", 20, NotCounted, "closed");
        desk.reports("F", 30, Failed, "closed");
        desk.reports("G", 40, Failed, "open");
        desk.pass(&["P"], 1_040);
        desk.reports("P", 1_100, Good, "half-open");
        desk.pass(&["Q", "R"], 1_100);
        desk.reports("Q", 1_200, NotCounted, "half-open");
        desk.reports("R", 1_300, Good, "closed");
    });
}

// X went before the outage and hung. Its answer is good, and it is an answer to a
// question of long ago: while the probe is out, nobody knows how the service is now.
#[test]
fn a_late_success_does_not_close_it() {
    let rule = "A result belongs to the state that let its call go: later it changes nothing, and \
                `late` counts it, `NotCounted` too.";
    check(rule, |desk| {
        desk.pass(&["X", "Y"], 0);
        desk.opens(10);
        desk.pass(&["P"], 1_010);
        desk.reports("X", 1_020, Good, "half-open");
        desk.reports("Y", 1_030, Good, "half-open");
        desk.late(2);
        desk.reports("P", 1_040, Good, "half-open");
    });
    // It does not end the row of the good ones either, whatever it says.
    check(rule, |desk| {
        desk.pass(&["X", "Y"], 0);
        desk.opens(10);
        desk.pass(&["P", "Q"], 1_010);
        desk.reports("P", 1_020, Good, "half-open");
        desk.reports("X", 1_030, Good, "half-open");
        desk.reports("Y", 1_040, NotCounted, "half-open");
        desk.reports("Q", 1_050, Good, "closed");
        desk.late(2);
    });
}

// The same with a failure. It failed because the service *was* ill, which we know.
#[test]
fn a_late_failure_does_not_open_it() {
    let rule = "A late failure is no failure of a probe: the breaker stays half-open.";
    check(rule, |desk| {
        desk.pass(&["X"], 0);
        desk.opens(10);
        desk.pass(&["P"], 1_010);
        desk.reports("P", 1_020, Good, "half-open");
        desk.reports("X", 1_030, Failed, "half-open");
        desk.late(1);
        desk.pass(&["Q"], 1_040);
        desk.reports("Q", 1_050, Good, "closed");
    });
}

// Both probes are out. X had no place among them, so it has none to give back,
// whatever it says.
#[test]
fn a_late_result_makes_no_room() {
    let rule = "A late result gives no place back: it was not a probe. `late` counts it, \
                `NotCounted` too.";
    check(rule, |desk| {
        desk.pass(&["X", "Y", "Z"], 0);
        desk.opens(10);
        desk.pass(&["P", "Q"], 1_010);
        for (name, report) in [("X", Good), ("Y", NotCounted), ("Z", Failed)] {
            desk.reports(name, 1_020, report, "half-open");
            desk.refused_as_full("R", 1_020);
        }
        desk.late(3);
        // A probe that is not counted has one.
        desk.reports("Q", 1_030, NotCounted, "half-open");
        desk.pass(&["R"], 1_030);
        desk.refused_as_full("S", 1_030);
    });
}

// While it is open there is nothing to count at all. The cool-off ends when it was
// said to end.
#[test]
fn open_every_result_is_late() {
    let rule = "While it is open, whatever comes back changes nothing, and `late` counts it, \
                `NotCounted` too.";
    check(rule, |desk| {
        desk.pass(&["X", "Y", "Z"], 0);
        desk.opens(10);
        desk.reports("X", 500, Failed, "open");
        desk.reports("Y", 600, Good, "open");
        desk.reports("Z", 700, NotCounted, "open");
        desk.late(3);
        desk.refused_until("O", 1_009, 1_010);
        desk.pass(&["P"], 1_010);
    });
}

// A probe can be late as well: its fellow failed and opened the breaker, and now there
// are other probes out. "I am a probe" is not enough to know: of which try?
#[test]
fn a_probe_of_an_earlier_try_is_late() {
    let rule = "A probe belongs to its own try: when that is over, it is late.";
    check(rule, |desk| {
        desk.opens(0);
        desk.pass(&["P", "Q"], 1_000);
        desk.reports("P", 1_100, Failed, "open");
        desk.pass(&["R", "S"], 2_100);
        desk.reports("Q", 2_110, Good, "half-open");
        desk.refused_as_full("T", 2_110);
        desk.late(1);
        desk.reports("R", 2_120, Good, "half-open");
        desk.reports("S", 2_130, Good, "closed");
    });
    check(rule, |desk| {
        desk.opens(0);
        desk.pass(&["P", "Q"], 1_000);
        desk.reports("P", 1_100, Failed, "open");
        desk.pass(&["R"], 2_100);
        desk.reports("Q", 2_110, Failed, "half-open");
        desk.reports("R", 2_120, Good, "half-open");
        desk.late(1);
    });
}

// It need not be half-open again: opening was a change as well. P and Q went together, and
// what P did to the breaker makes Q late.
#[test]
fn opening_again_is_a_change_too() {
    check("A failed probe opens it, and the other probe is late from then on.", |desk| {
        desk.opens(0);
        desk.pass(&["P", "Q"], 1_000);
        desk.reports("P", 1_100, Failed, "open");
        desk.reports("Q", 1_500, Failed, "open");
        desk.late(1);
        desk.refused_until("O", 2_099, 2_100);
    });
}

// The breaker has opened and closed again, and X is still out. "I went while it was
// closed" is not enough either: that was another closed.
#[test]
fn a_call_of_an_earlier_closed_state_is_late() {
    let rule = "Closed again is a new state: what went in the old one does not count in it, and \
                `late` counts it, `NotCounted` too.";
    check(rule, |desk| {
        desk.pass(&["X"], 0);
        desk.opens(10);
        desk.closes(1_010);
        desk.pass(&["D", "E"], 1_100);
        desk.reports("D", 1_110, Failed, "closed");
        desk.reports("E", 1_120, Failed, "closed");
        desk.reports("X", 1_130, Failed, "closed");
        desk.late(1);
    });
    // And it does not end a row of failures.
    check(rule, |desk| {
        desk.pass(&["X", "Y"], 0);
        desk.opens(10);
        desk.closes(1_010);
        desk.pass(&["D", "E", "F"], 1_100);
        desk.reports("D", 1_110, Failed, "closed");
        desk.reports("E", 1_120, Failed, "closed");
        desk.reports("X", 1_130, Good, "closed");
        desk.reports("Y", 1_135, NotCounted, "closed");
        desk.late(2);
        desk.reports("F", 1_140, Failed, "open");
    });
}

// Two good probes have closed it, and a third one is still out. It is the first late
// result of the new state: closing is a change too.
#[test]
fn a_probe_that_comes_back_after_closing_is_late() {
    let rule = "Every change of state makes those late who are out, closing too.";
    check(rule, |desk| {
        desk.opens(0);
        desk.pass(&["P", "Q"], 1_000);
        desk.reports("P", 1_100, Good, "half-open");
        desk.pass(&["R"], 1_100);
        desk.reports("Q", 1_200, Good, "closed");
        desk.pass(&["D", "E"], 1_200);
        desk.reports("D", 1_210, Failed, "closed");
        desk.reports("E", 1_220, Failed, "closed");
        desk.reports("R", 1_230, Failed, "closed");
        desk.late(1);
        desk.pass(&["F"], 1_240);
        desk.reports("F", 1_250, Failed, "open");
    });
}

// All of this within one millisecond. Who compares times cannot tell before from
// after here.
#[test]
fn it_is_the_order_that_counts_and_not_the_time() {
    let rule = "Late is who went before the change, even at the same moment.";
    check(rule, |desk| {
        desk.opens(0);
        desk.pass(&["P", "Q"], 1_000);
        desk.reports("P", 1_000, Good, "half-open");
        desk.pass(&["R"], 1_000);
        desk.reports("Q", 1_000, Good, "closed");
        desk.pass(&["D", "E"], 1_000);
        desk.reports("D", 1_000, Failed, "closed");
        desk.reports("E", 1_000, Failed, "closed");
        desk.reports("R", 1_000, Failed, "closed");
        desk.late(1);
    });
}

// The clock of a machine is set back by five seconds. Nobody is late for that, and
// nobody who was late is in time again.
#[test]
fn a_clock_that_goes_back_makes_nobody_late() {
    check("Late is who went before the change, whatever the clock says.", |desk| {
        desk.opens(5_000);
        desk.pass(&["P", "Q"], 6_000);
        desk.reports("P", 6_100, Good, "half-open");
        desk.pass(&["R"], 6_100);
        desk.reports("Q", 6_200, Good, "closed");
        // Back by five seconds; these three are in time.
        desk.pass(&["D", "E", "F"], 1_200);
        for (name, state) in [("D", "closed"), ("E", "closed"), ("F", "open")] {
            desk.reports(name, 1_210, Failed, state);
        }
        desk.late(0);
        desk.reports("R", 1_300, Failed, "open");
        desk.late(1);
        desk.refused_until("O", 1_300, 2_210);
    });
}

// An outage of a day, with a try each second: the breaker changes a hundred thousand
// times, and old calls are out all the while. A small number comes round again.
#[test]
fn after_a_hundred_thousand_changes_old_is_still_old() {
    const TRIES: u64 = 70_000;
    let rule = "However often it has changed, an old result is late.";
    check(rule, |desk| {
        let breaker = &mut desk.breaker;
        let old: Vec<Permit> =
            (0..TRIES).filter_map(|_| breaker.acquire(Moment::ZERO).ok()).collect();
        desk.opens(0);
        let breaker = &mut desk.breaker;
        let name = "70000 tries, and in each an old call fails before the probe does; it is \
                    half-open between the two";
        desk.calls.expect(name, "70000 times", || {
            let mut half_open = 0;
            for (second, old) in (1..).zip(old) {
                let at = Moment::from_millis(second * 1_000);
                let Ok(probe) = breaker.acquire(at) else {
                    return format!("{half_open} times; then a probe was refused at {at}");
                };
                breaker.report(old, Failed, at);
                half_open += u64::from(breaker.state() == "half-open");
                breaker.report(probe, Failed, at);
            }
            format!("{half_open} times")
        });
        desk.late(TRIES);
    });
}

// A service has a breaker for each server that it calls. What the one of them does is
// nothing to the permits of the other.
#[test]
fn two_breakers_share_nothing() {
    let calls = Calls::new("Two breakers live side by side, and know nothing of each other.");
    let inside = calls.clone();
    within(LIMIT, move || {
        let open = || {
            let breaker = Breaker::new(3, 2, 2, Duration::from_secs(1));
            Desk { breaker, calls: inside.clone(), permits: BTreeMap::new() }
        };
        let (mut one, mut other) = (open(), open());
        one.pass(&["X", "Y", "Z"], 0);
        other.opens(10);
        for (name, state) in [("X", "closed"), ("Y", "closed"), ("Z", "open")] {
            one.reports(name, 20, Failed, state);
        }
        one.late(0);
    });
}

// All of it. Request 1 goes to a slow service and comes back at 1500 ms, when the two
// probes 5 and 6 are out. They come back at 1710 ms, and until then nobody else passes.
#[test]
fn on_the_stage_a_slow_call_from_before_decides_nothing() {
    let set = |at_ms, name: &str, value| {
        let press = Press::Set(Setting { name: name.to_owned(), value });
        Intervention { at_ms, press }
    };
    let mut requests = vec![Planned::at(0)];
    requests.extend([10, 10, 10, 1_110, 1_110, 1_110, 1_550, 1_710].map(Planned::at));
    let scenario = Scenario {
        params: Params::new().with("latency-ms", 1_500).with("time-out-ms", 5_000),
        until_ms: 3_000,
        arrivals: vec![Arrivals::List(requests)],
        interventions: vec![
            set(5, "latency-ms", 100),
            set(5, "failing", 100),
            set(500, "failing", 0),
            set(1_000, "latency-ms", 600),
        ],
        ..Scenario::default()
    };
    let expected = [
        (1, AdmittedAt(0)),
        (4, AdmittedAt(10)),
        (5, AdmittedAt(1_110)),
        (6, AdmittedAt(1_110)),
        (7, RefusedAt(1_110)),
        (8, RefusedAt(1_550)),
        (9, AdmittedAt(1_710)),
    ];
    let rule = "A result belongs to the state that let its call go: later it changes nothing.";
    run_within(LIMIT, scenario, subject).expect(rule, &expected);
}
