// The grader, first half: one thread, in learning order. Three failures in a row open
// the breaker, the cool-off is 1000 ms, and one good probe closes it.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use clock::{Clock, ManualClock, Moment};
use simulation::Expected::{AdmittedAt, RefusedAt};
use simulation::{
    Arrivals, Calls, Expected, Intervention, Params, Planned, Press, Scenario, Setting, run_within,
    within,
};

use super::answer::{Breaker, Permit, Refused};
use super::stage::subject;

const LIMIT: Duration = Duration::from_secs(2);

/// What the work of a call does.
#[derive(Clone, Copy)]
enum Work {
    Good,
    Fails,
    Panics,
}

/// What a panic carries here: not even words, as the bugs of some libraries do.
struct Bug;

/// A breaker that is called by hand, and what was done to it.
struct Desk {
    clock: ManualClock,
    breaker: Breaker,
    calls: Calls,
}

impl Desk {
    fn name(&self, what: &str) -> String {
        format!("at {}, {what}", self.clock.now())
    }

    /// A call at `at_ms` whose work takes `takes_ms`; then the breaker is `state`.
    fn calls(&self, at_ms: u64, takes_ms: u64, work: Work, expected: &str, state: &str) {
        self.clock.set(Moment::from_millis(at_ms));
        let what = match work {
            Work::Good => "is good",
            Work::Fails => "fails",
            Work::Panics => "panics",
        };
        let name = self.name(&format!("call(work that takes {takes_ms} ms and {what})"));
        self.calls.expect(&name, &format!("{expected}; then it is {state}"), || {
            let mut begun = false;
            let call = || {
                self.breaker.call(&self.clock, || {
                    begun = true;
                    self.clock.advance(Duration::from_millis(takes_ms));
                    match work {
                        Work::Good => Ok("paid"),
                        Work::Fails => Err("no connection"),
                        // As `panic!` does, but without a word on stderr.
                        Work::Panics => resume_unwind(Box::new(Bug)),
                    }
                })
            };
            let came = match catch_unwind(AssertUnwindSafe(call)) {
                Ok(Ok(result)) => format!("{result:?}"),
                Ok(Err(refused)) if begun => format!("{}, but the work was done", say(refused)),
                Ok(Err(refused)) => say(refused),
                Err(panic) if panic.is::<Bug>() => "its panic".to_owned(),
                Err(_) => "another panic".to_owned(),
            };
            format!("{came}; then it is {}", self.breaker.state())
        });
    }

    /// `acquire` at `at_ms`, which must give a permit.
    fn asks(&self, at_ms: u64) -> Permit {
        let mut permit = None;
        self.calls.expect(&format!("at {at_ms} ms, acquire"), "a permit", || {
            match self.breaker.acquire(Moment::from_millis(at_ms)) {
                Ok(given) => {
                    permit = Some(given);
                    "a permit".to_owned()
                }
                Err(refused) => say(refused),
            }
        });
        permit.expect("it was given")
    }

    fn refuses(&self, at_ms: u64, why: &str) {
        self.calls.expect(&format!("at {at_ms} ms, acquire"), why, || {
            let answer = self.breaker.acquire(Moment::from_millis(at_ms));
            answer.map_or_else(say, |_| "a permit".to_owned())
        });
    }

    fn reports(&self, at_ms: u64, permit: Permit, good: bool, state: &str) {
        let name = format!("at {at_ms} ms, report(good: {good}); then it is");
        self.calls.expect(&name, state, || {
            self.breaker.report(permit, good, Moment::from_millis(at_ms));
            self.breaker.state().to_owned()
        });
    }

    fn good(&self, at_ms: u64, state: &str) {
        self.calls(at_ms, 0, Work::Good, "Ok(\"paid\")", state);
    }

    fn fails(&self, at_ms: u64, state: &str) {
        self.calls(at_ms, 0, Work::Fails, "Err(\"no connection\")", state);
    }

    fn refused_until(&self, at_ms: u64, until_ms: u64) {
        let refused = format!("refused: open until {until_ms} ms");
        self.calls(at_ms, 0, Work::Good, &refused, "open");
    }

    fn panics(&self, at_ms: u64, takes_ms: u64, state: &str) {
        self.calls(at_ms, takes_ms, Work::Panics, "its panic", state);
    }
}

fn say(refused: Refused) -> String {
    match refused {
        Refused::Open { until } => format!("refused: open until {until}"),
        Refused::HalfOpenFull => "refused: half-open, the probe is out".to_owned(),
    }
}

/// Does `story` to a new breaker.
#[track_caller]
fn check(rule: &'static str, story: impl FnOnce(&Desk) + Send + 'static) {
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || {
        let breaker = Breaker::new(3, Duration::from_secs(1));
        story(&Desk { clock: ManualClock::new(), breaker, calls: inside });
    });
}

// The two halves first: a permit is asked for, and it is reported. The core knows
// what to do, and you bring the two together.
#[test]
fn permits_are_given_and_reported() {
    check("What the core decides is what the breaker does.", |desk| {
        for (good, state) in [(false, "closed"), (false, "closed"), (true, "closed")] {
            let permit = desk.asks(0);
            desk.reports(0, permit, good, state);
        }
        let [late, b, c, d] = [(); 4].map(|()| desk.asks(0));
        desk.reports(10, b, false, "closed");
        desk.reports(10, c, false, "closed");
        desk.reports(10, d, false, "open");
        desk.refuses(1_009, "refused: open until 1010 ms");
        let probe = desk.asks(1_010);
        desk.refuses(1_010, "refused: half-open, the probe is out");
        desk.reports(1_020, late, false, "half-open");
        desk.reports(1_110, probe, true, "closed");
    });
}

// `call` does all of it: it asks, works, reports, and hands back what the work
// returned. An error of the work is a failure; it is not a refusal.
#[test]
fn a_call_returns_what_its_work_returned() {
    check("A call returns its work's result, and reports it.", |desk| {
        for (work, state) in [(false, "closed"), (false, "closed"), (true, "closed")] {
            if work { desk.good(0, state) } else { desk.fails(0, state) }
        }
        desk.fails(10, "closed");
        desk.fails(10, "closed");
        desk.fails(10, "open");
        desk.good(1_010, "closed");
        desk.fails(1_010, "closed");
    });
}

// Refused is refused: the dependency is not touched.
#[test]
fn what_is_refused_is_not_done() {
    check("The work of a call that is refused is not done.", |desk| {
        (0..2).for_each(|_| desk.fails(0, "closed"));
        desk.fails(0, "open");
        desk.refused_until(0, 1_000);
        desk.refused_until(999, 1_000);
        desk.good(1_000, "closed");
    });
}

// The work takes time. It is reported when it ends, and the cool-off begins there:
// a call reads the clock twice.
#[test]
fn the_cool_off_begins_when_the_work_has_failed() {
    let failed = "Err(\"no connection\")";
    check("The cool-off is counted from the end of the work.", |desk| {
        (0..2).for_each(|_| desk.fails(0, "closed"));
        desk.calls(0, 400, Work::Fails, failed, "open");
        desk.refused_until(1_399, 1_400);
        desk.calls(1_400, 300, Work::Fails, failed, "open");
        desk.refused_until(2_699, 2_700);
        desk.good(2_700, "closed");
    });
}

// The work has a bug. The thread above catches the panic and lives on, and the
// breaker must not wait for this call for ever.
#[test]
fn a_panic_is_a_failure_and_goes_on() {
    check("A call that panics has failed; the panic goes on as it was.", |desk| {
        (0..2).for_each(|_| desk.panics(0, 0, "closed"));
        desk.panics(0, 100, "open");
        desk.refused_until(1_099, 1_100);
        desk.panics(1_100, 100, "open");
        desk.refused_until(2_199, 2_200);
        desk.good(2_200, "closed");
    });
}

// The work may take long, and it may use the same breaker. A lock that is held over
// it makes all other threads wait, and this one for itself.
#[test]
fn while_the_work_runs_the_breaker_can_be_asked() {
    check("While the work runs, others are answered, and the work itself is.", |desk| {
        let (breaker, clock) = (&desk.breaker, &desk.clock);
        desk.calls.expect("a call whose work makes a second call", "Ok(Ok(\"closed\"))", || {
            let inner = || breaker.call(clock, || Ok::<_, ()>(breaker.state()));
            let outer = breaker.call(clock, || Ok::<_, ()>(inner()));
            outer.map_or_else(say, |result| format!("{:?}", result.unwrap_or(Ok(Err(())))))
        });
        (0..2).for_each(|_| desk.fails(0, "closed"));
        desk.fails(0, "open");
        desk.clock.set(Moment::from_millis(1_000));
        let name = "at 1000 ms, a probe whose work makes a second call";
        desk.calls.expect(name, "refused: half-open, the probe is out; then it is closed", || {
            let mut inner = String::new();
            let outer = breaker.call(clock, || {
                inner = breaker.call(clock, || Ok::<_, ()>(())).map_or_else(say, |_| "done".into());
                Ok::<_, ()>(())
            });
            if let Err(refused) = outer {
                return format!("the probe was {}", say(refused));
            }
            format!("{inner}; then it is {}", breaker.state())
        });
    });
}

// On the stage there is one thread. Your breaker does there what the core does.
#[test]
fn on_the_stage_one_probe_goes() {
    let heals = Press::Set(Setting { name: "failing".to_owned(), value: 0 });
    let burst = |at_ms, count| Arrivals::Burst { at_ms, count };
    let scenario = Scenario {
        params: Params::new().with("failing", 100).with("latency-ms", 100),
        until_ms: 5_000,
        arrivals: vec![
            burst(0, 3),
            Arrivals::List(vec![Planned::at(1_099)]),
            burst(1_100, 3),
            burst(1_200, 3),
        ],
        interventions: vec![Intervention { at_ms: 500, press: heals }],
        ..Scenario::default()
    };
    let mut expected: Vec<(u32, Expected)> = (1..=3).map(|id| (id, AdmittedAt(0))).collect();
    expected.extend([(4, RefusedAt(1_099)), (5, AdmittedAt(1_100))]);
    expected.extend([(6, RefusedAt(1_100)), (7, RefusedAt(1_100))]);
    expected.extend((8..=10).map(|id| (id, AdmittedAt(1_200))));
    let rule = "At the end of the cool-off one probe goes, and all of them when it was good.";
    run_within(LIMIT, scenario, subject).expect(rule, &expected);
}
