// The grader, in learning order. Three failures in a row open the breaker, and the
// cool-off is 1000 ms, unless a test says otherwise.

use std::collections::BTreeMap;
use std::time::Duration;

use clock::Moment;
use simulation::Expected::{AdmittedAt, RefusedAt};
use simulation::{
    Arrivals, Calls, Expected, Intervention, Params, Planned, Press, Scenario, Setting, run_within,
    within,
};

use super::answer::{Breaker, Permit, Refused};
use super::stage::subject;

const LIMIT: Duration = Duration::from_secs(2);

/// A breaker that is called by hand, and what was done to it.
struct Desk {
    breaker: Breaker,
    calls: Calls,
    /// By the name of the call that has it.
    permits: BTreeMap<&'static str, Permit>,
}

const CLOSES: &str = "`successes` good probes in a row close it: no fewer, and no more.";
const FAILED: &str = "A failed probe opens it again, for a whole cool-off from the report.";
const FIRST: &str = "Whoever asks first when the cool-off is over, or later, is the probe.";
const NEXT: &str = "A good probe that does not close the breaker makes room for one more.";
const ONE_AT_A_TIME: &str = "One probe at a time: the call that ends the cool-off is it, and \
    everybody else is refused until it comes back.";

impl Desk {
    /// The steps that follow are about this rule.
    fn about(&mut self, rule: &'static str) {
        self.calls = self.calls.about(rule);
    }

    /// `name` asks, and is let through.
    fn passes(&mut self, name: &'static str, at: Moment) {
        self.asks(name, at, "let through");
    }

    /// `name` asks, and the breaker is open.
    fn refused_until(&mut self, name: &'static str, at: Moment, until: Moment) {
        self.asks(name, at, &format!("refused: open until {}", say(until)));
    }

    /// `name` asks, and the probe is out.
    fn refused_as_full(&mut self, name: &'static str, at: Moment) {
        self.asks(name, at, "refused: half-open, the probe is out");
    }

    fn asks(&mut self, name: &'static str, at: Moment, expected: &str) {
        let (breaker, permits) = (&mut self.breaker, &mut self.permits);
        self.calls.expect(&format!("at {}, {name} asks", say(at)), expected, || {
            match breaker.acquire(at) {
                Ok(permit) => {
                    permits.insert(name, permit);
                    "let through".to_owned()
                }
                Err(Refused::Open { until }) => format!("refused: open until {}", say(until)),
                Err(Refused::HalfOpenFull) => "refused: half-open, the probe is out".to_owned(),
            }
        });
    }

    /// `name` comes back; then the breaker is `state`.
    fn good(&mut self, name: &'static str, at: Moment, state: &str) {
        self.comes_back(name, at, true, state);
    }

    /// `name` fails; then the breaker is `state`.
    fn fails(&mut self, name: &'static str, at: Moment, state: &str) {
        self.comes_back(name, at, false, state);
    }

    fn comes_back(&mut self, name: &'static str, at: Moment, good: bool, state: &str) {
        let permit = self.permits.remove(name).expect("it was let through");
        let breaker = &mut self.breaker;
        let how = if good { "is good" } else { "fails" };
        self.calls.expect(&format!("at {}, {name} {how}; then it is", say(at)), state, || {
            breaker.report(permit, good, at);
            breaker.state().to_owned()
        });
    }

    /// Three calls go at `at` and fail at once: one line of the text.
    fn opens(&mut self, at: Moment) {
        let breaker = &mut self.breaker;
        let name = format!("at {}, A, B and C go and fail at once; then it is", say(at));
        self.calls.expect(&name, "open", || {
            for _ in 0..3 {
                match breaker.acquire(at) {
                    Ok(permit) => breaker.report(permit, false, at),
                    Err(_) => return format!("{}, and one was refused", breaker.state()),
                }
            }
            breaker.state().to_owned()
        });
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

/// Does `story` to a new breaker that wants `successes` good probes.
#[track_caller]
fn check(rule: &'static str, successes: u32, story: impl FnOnce(&mut Desk) + Send + 'static) {
    check_with(rule, successes, Duration::from_secs(1), story);
}

/// The same with a cool-off that is not 1000 ms.
#[track_caller]
fn check_with(
    rule: &'static str,
    successes: u32,
    cool_off: Duration,
    story: impl FnOnce(&mut Desk) + Send + 'static,
) {
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || {
        let breaker = Breaker::new(3, successes, cool_off);
        story(&mut Desk { breaker, calls: inside, permits: BTreeMap::new() });
    });
}

/// Runs the answer before a dependency that fails every call that is sent before
/// `heals_ms`, and takes 100 ms for each; compares what became of the requests.
#[track_caller]
fn on_stage(rule: &str, heals_ms: u64, arrivals: Vec<Arrivals>, expected: &[(u32, Expected)]) {
    let heals = Press::Set(Setting { name: "failing".to_owned(), value: 0 });
    let scenario = Scenario {
        params: Params::new().with("failing", 100).with("latency-ms", 100),
        until_ms: 5_000,
        arrivals,
        interventions: vec![Intervention { at_ms: heals_ms, press: heals }],
        ..Scenario::default()
    };
    run_within(LIMIT, scenario, subject).expect(rule, expected);
}

// This half of the breaker is ready: it passes from the start, and is to stay so.
// The third failure in a row opens it, on that very report.
#[test]
fn closed_it_counts_failures_in_a_row() {
    check("A good call ends a row of failures; the third in a row opens it.", 2, |desk| {
        for name in ["A", "B"] {
            desk.passes(name, ms(0));
            desk.fails(name, ms(0), "closed");
        }
        desk.passes("C", ms(5));
        desk.good("C", ms(5), "closed");
        for (name, state) in [("D", "closed"), ("E", "closed"), ("F", "open")] {
            desk.passes(name, ms(10));
            desk.fails(name, ms(10), state);
        }
    });
}

// Ready as well. While it is open nobody passes, and each is told when to come
// back. A nanosecond before that is too early.
#[test]
fn open_it_refuses_until_the_cool_off_is_over() {
    check("Open, it refuses until the cool-off is over, and says when that is.", 2, |desk| {
        desk.opens(ms(10));
        desk.refused_until("D", ms(10), ms(1_010));
        desk.refused_until("E", ns(1_009_999_999), ms(1_010));
        desk.refused_until("F", ms(1_009), ms(1_010));
    });
}

// Here your part begins. No timer ends the cool-off: the first call that asks
// after it does, and this call is the probe. At exactly the end it may go.
#[test]
fn the_first_call_after_the_cool_off_is_the_probe() {
    check(FIRST, 2, |desk| {
        desk.opens(ms(10));
        desk.passes("P", ms(1_010));
        desk.calls.expect("the breaker is", "half-open", || desk.breaker.state().to_owned());
    });
    check(FIRST, 2, |desk| {
        desk.opens(ms(10));
        desk.passes("P", ms(60_000));
        desk.good("P", ms(60_100), "half-open");
    });
}

// The flood. Three calls have failed, the service has been given a second, and
// fifty callers stand before the door. The one that ended the cool-off is a probe too.
#[test]
fn of_a_flood_one_call_passes() {
    check(ONE_AT_A_TIME, 2, |desk| {
        desk.opens(ms(0));
        desk.passes("P", ms(1_000));
        desk.refused_as_full("Q", ms(1_000));
        desk.refused_as_full("R", ms(1_001));
    });
    let flood =
        vec![Arrivals::Burst { at_ms: 0, count: 3 }, Arrivals::Burst { at_ms: 1_100, count: 50 }];
    let mut expected = vec![(4, AdmittedAt(1_100))];
    expected.extend((5..=53).map(|id| (id, RefusedAt(1_100))));
    on_stage(ONE_AT_A_TIME, 500, flood, &expected);
}

// Two good probes are asked for. So the first one, when it is back, makes room for
// the second, and for no more than that.
#[test]
fn after_a_good_probe_the_next_call_is_the_next_probe() {
    check(NEXT, 3, |desk| {
        desk.opens(ms(0));
        desk.passes("P", ms(1_000));
        desk.good("P", ms(1_100), "half-open");
        desk.passes("Q", ms(1_100));
        desk.refused_as_full("R", ms(1_100));
        desk.good("Q", ms(1_250), "half-open");
        desk.passes("R", ms(1_250));
        desk.refused_as_full("S", ms(1_250));
        // Those who were refused meanwhile change nothing.
        desk.good("R", ms(1_400), "closed");
    });
}

// One good answer may be luck. It closes after as many as it was made with, and
// not one earlier or later.
#[test]
fn as_many_good_probes_as_asked_for_close_it() {
    for successes in [1, 2, 3, 300] {
        check(CLOSES, successes, move |desk| {
            desk.opens(ms(0));
            for probe in 1..=successes {
                let at = 1_000 + 100 * u64::from(probe);
                desk.passes("P", ms(at));
                let state = if probe < successes { "half-open" } else { "closed" };
                desk.good("P", ms(at + 50), state);
            }
            for name in ["Q", "R", "S"] {
                desk.passes(name, ms(60_000));
            }
        });
    }
}

// A service that has just come back is not perfect. One failure is one failure,
// as it was on the first day.
#[test]
fn closed_again_it_counts_from_zero() {
    check("Closing forgets all failures: it takes three in a row to open it again.", 1, |desk| {
        desk.opens(ms(0));
        desk.passes("P", ms(1_000));
        desk.good("P", ms(1_100), "closed");
        desk.opens(ms(1_200));
        desk.refused_until("Q", ms(1_300), ms(2_200));
    });
}

// The probe came back with bad news. That is worth a whole cool-off from now, and
// not what was left of the old one.
#[test]
fn a_failed_probe_opens_it_for_a_whole_cool_off() {
    check(FAILED, 2, |desk| {
        desk.opens(ms(0));
        desk.passes("P", ms(1_000));
        desk.fails("P", ms(1_300), "open");
        desk.refused_until("Q", ms(1_300), ms(2_300));
        desk.refused_until("R", ns(2_299_999_999), ms(2_300));
        desk.about(FIRST);
        desk.passes("S", ms(2_300));
        desk.about(ONE_AT_A_TIME);
        desk.refused_as_full("T", ms(2_300));
        // And again, as often as it takes.
        desk.about(FAILED);
        desk.fails("S", ms(2_400), "open");
        desk.refused_until("U", ms(3_399), ms(3_400));
        desk.passes("V", ms(3_400));
        // The tenth cool-off is as long as the first.
        for at_ms in (3_500..13_500).step_by(1_100) {
            desk.fails("V", ms(at_ms), "open");
            desk.refused_until("W", ms(at_ms + 999), ms(at_ms + 1_000));
            desk.passes("V", ms(at_ms + 1_000));
        }
    });
}

// Each breaker has a cool-off of its own: a quarter of a second, a second and a half, or
// a number of nanoseconds that is nothing round. It is as long after a failed probe as it
// was the first time.
#[test]
fn the_cool_off_is_as_long_as_it_was_made() {
    for cool_off_ns in [1_500_000_000, 250_000_000, 1_000_001, 3_600_000_000_000] {
        let rule = "The cool-off is as long as the breaker was made with, each time.";
        check_with(rule, 1, Duration::from_nanos(cool_off_ns), move |desk| {
            desk.opens(ms(0));
            desk.refused_until("P", ns(cool_off_ns - 1), ns(cool_off_ns));
            desk.passes("P", ns(cool_off_ns));
            desk.fails("P", ns(cool_off_ns), "open");
            desk.refused_until("Q", ns(2 * cool_off_ns - 1), ns(2 * cool_off_ns));
            desk.passes("Q", ns(2 * cool_off_ns));
            desk.good("Q", ns(2 * cool_off_ns), "closed");
        });
    }
}

// Good, then failed, then good again: these are not two in a row. What was good
// before the failure was another try.
#[test]
fn good_probes_of_an_earlier_try_do_not_count() {
    let rule = "Only good probes since half-open began count, and only in a row.";
    check(CLOSES, 2, |desk| {
        desk.opens(ms(0));
        desk.passes("P", ms(1_000));
        desk.good("P", ms(1_100), "half-open");
        desk.about(NEXT);
        desk.passes("Q", ms(1_100));
        desk.about(FAILED);
        desk.fails("Q", ms(1_200), "open");
        desk.about(FIRST);
        desk.passes("R", ms(2_200));
        desk.about(rule);
        desk.good("R", ms(2_300), "half-open");
        desk.about(NEXT);
        desk.passes("S", ms(2_300));
        desk.about(CLOSES);
        desk.good("S", ms(2_400), "closed");
        // The next time it opens, it starts from nothing as well.
        desk.opens(ms(2_500));
        desk.about(FIRST);
        desk.passes("T", ms(3_500));
        desk.about(rule);
        desk.good("T", ms(3_600), "half-open");
    });
}

// A slow probe is the usual case: the service was just ill. Time alone lets nobody
// in beside it, be it another whole cool-off or an hour.
#[test]
fn however_long_the_probe_takes_it_is_alone() {
    check("While the probe is out nobody else passes, however long it takes.", 2, |desk| {
        desk.opens(ms(0));
        desk.passes("P", ms(1_000));
        desk.refused_as_full("Q", ms(2_000));
        desk.refused_as_full("R", ms(3_600_000));
        desk.good("P", ms(3_600_001), "half-open");
        // Nor does a good one grow old: the second good one closes it, whenever it comes.
        desk.passes("S", ms(7_200_000));
        desk.good("S", ms(7_200_100), "closed");
    });
}

// A call that went while all was well comes back late, when the breaker is open or
// half-open already. Its permit says that it is no probe; so it says nothing here.
#[test]
fn a_call_from_before_is_not_the_probe() {
    let rule = "Only the probe's own result counts in half-open, and open counts nothing.";
    check(rule, 1, |desk| {
        for old in ["V", "W", "X", "Y"] {
            desk.passes(old, ms(0));
        }
        desk.opens(ms(0));
        desk.fails("V", ms(500), "open");
        desk.refused_until("O", ms(600), ms(1_000));
        desk.good("W", ms(700), "open");
        desk.passes("P", ms(1_000));
        desk.good("X", ms(1_010), "half-open");
        desk.refused_as_full("Q", ms(1_010));
        desk.fails("Y", ms(1_020), "half-open");
        desk.refused_as_full("R", ms(1_020));
        desk.good("P", ms(1_100), "closed");
    });
}

// Two good ones are asked for, and one has come. Just now no probe is out, and an old
// call that comes back at that moment is none either.
#[test]
fn between_two_probes_an_old_call_is_none() {
    check("Only a probe's own result counts in half-open, also while none is out.", 2, |desk| {
        for old in ["X", "Y"] {
            desk.passes(old, ms(0));
        }
        desk.opens(ms(0));
        desk.passes("P", ms(1_000));
        desk.good("P", ms(1_100), "half-open");
        desk.good("X", ms(1_110), "half-open");
        desk.fails("Y", ms(1_120), "half-open");
        desk.passes("Q", ms(1_130));
        desk.good("Q", ms(1_200), "closed");
    });
}

// Tests begin at 0, and clocks go back. Neither may stand for "not open", and the
// cool-off that would end after the end of time ends there.
#[test]
fn the_first_and_the_last_moment_are_ordinary_times() {
    let rule = "Every moment is an ordinary time, the first and the last one too.";
    check(rule, 1, |desk| {
        desk.opens(ms(0));
        desk.refused_until("D", ms(0), ms(1_000));
        desk.refused_until("E", ms(999), ms(1_000));
        // The clock goes back. What was over is over, and what was not is not.
        desk.refused_until("F", ms(400), ms(1_000));
        desk.passes("P", ms(1_000));
        desk.refused_as_full("G", ms(300));
        desk.fails("P", ms(5_000), "open");
        desk.refused_until("H", ms(100), ms(6_000));
    });
    check(rule, 1, |desk| {
        desk.opens(ns(u64::MAX - 5));
        desk.refused_until("D", ns(u64::MAX - 1), Moment::MAX);
        desk.passes("P", Moment::MAX);
        desk.fails("P", Moment::MAX, "open");
    });
}

// All of it, before a service that heals at 1500 ms. The first probe is too early,
// the second and the third are good, and then everybody passes.
#[test]
fn on_the_stage_a_recovering_service_is_not_flooded() {
    let burst = |at_ms, count| Arrivals::Burst { at_ms, count };
    let arrivals = vec![
        burst(0, 3),
        burst(1_100, 10),
        Arrivals::List(vec![Planned::at(1_200), Planned::at(2_199)]),
        burst(2_200, 10),
        burst(2_300, 10),
        burst(2_400, 10),
    ];
    let mut expected: Vec<(u32, Expected)> = (1..=3).map(|id| (id, AdmittedAt(0))).collect();
    let mut next = 4;
    for (at_ms, count, passes) in [
        (1_100, 10, 1),
        (1_200, 1, 0),
        (2_199, 1, 0),
        (2_200, 10, 1),
        (2_300, 10, 1),
        (2_400, 10, 10),
    ] {
        expected.extend(
            (next..next + count).map(|id| {
                (id, if id < next + passes { AdmittedAt(at_ms) } else { RefusedAt(at_ms) })
            }),
        );
        next += count;
    }
    let rule = "After each cool-off one probe at a time, and all of them after two good ones.";
    on_stage(rule, 1_500, arrivals, &expected);
}
