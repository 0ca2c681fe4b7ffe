//! The order of one instant, and every limit of a run.

use std::cell::RefCell;
use std::rc::Rc;

use clock::Moment;
use simulation::{
    Arrivals, Event, Gauge, Gauges, Input, Output, Press, RequestId, RunError, Scenario,
    ScenarioError, Sink, Subject, limits, run, run_into,
};

mod common;
use common::{Toy, list, press, set};

/// Writes down its inputs; it wants to be called at one moment.
struct Witness {
    seen: Rc<RefCell<Vec<String>>>,
    due: Option<Moment>,
}

impl Subject for Witness {
    fn on(&mut self, now: Moment, input: Input, _out: &mut Vec<Output>) {
        let word = match input {
            Input::Arrive(request) => format!("arrive {}", request.id),
            Input::Finish(id, _) => format!("finish {id}"),
            Input::Wake => {
                self.due = None;
                "wake".to_owned()
            }
            Input::Set(setting) => format!("set {}", setting.name),
        };
        self.seen.borrow_mut().push(format!("{} {word}", now.as_millis()));
    }

    fn wake(&self) -> Option<Moment> {
        self.due
    }

    fn gauges(&self, _now: Moment, _gauges: &mut Gauges) {}
}

fn witness(scenario: &Scenario, due: Option<u64>) -> Vec<String> {
    let seen = Rc::default();
    let due = due.map(Moment::from_millis);
    run(scenario, &mut Witness { seen: Rc::clone(&seen), due }).unwrap();
    seen.take()
}

#[test]
fn at_one_instant_ends_come_first_then_what_is_due_then_settings_then_arrivals() {
    let mut scenario = list(20, &[(10, 1), (10, 1)]);
    scenario.interventions = vec![
        press(10, set("rate", 1)),
        press(10, Press::Send(1)),
        press(10, Press::Drop(RequestId(1))),
        press(10, set("burst", 2)),
    ];
    let expected =
        ["finish 1", "wake", "set rate", "set burst", "arrive 1", "arrive 2", "arrive 3"];
    let expected = expected.map(|word| format!("10 {word}"));
    assert_eq!(witness(&scenario, Some(10)), expected);
}

#[test]
fn presses_may_be_given_in_any_order() {
    let mut scenario = list(20, &[]);
    scenario.interventions = vec![press(9, set("later", 1)), press(3, set("sooner", 1))];
    assert_eq!(witness(&scenario, None), ["3 set sooner", "9 set later"]);
}

#[test]
fn what_happens_at_the_very_end_belongs_to_the_run_and_what_comes_later_does_not() {
    let mut scenario = list(10, &[(10, 1), (11, 1)]);
    scenario.interventions = vec![press(10, Press::Send(1)), press(11, Press::Send(1))];
    assert_eq!(witness(&scenario, Some(10)), ["10 wake", "10 arrive 1", "10 arrive 2"]);
    assert_eq!(witness(&Scenario { until_ms: 10, ..Scenario::default() }, Some(11)), [""; 0]);
}

#[test]
fn a_moment_that_has_passed_is_answered_at_once_and_time_never_goes_back() {
    /// At its arrival it asks for a moment before it.
    struct Late(Option<Moment>);
    impl Subject for Late {
        fn on(&mut self, now: Moment, input: Input, out: &mut Vec<Output>) {
            let arrived = matches!(input, Input::Arrive(_));
            self.0 = arrived.then_some(Moment::from_millis(2));
            out.push(Output::Note(format!("at {now}").into()));
        }
        fn wake(&self) -> Option<Moment> {
            self.0
        }
        fn gauges(&self, _now: Moment, _gauges: &mut Gauges) {}
    }
    let trace = run(&list(9, &[(5, 1)]), &mut Late(None)).unwrap();
    let times: Vec<u64> = trace.events.iter().map(|event| event.at.as_millis()).collect();
    assert_eq!(times, [5, 5, 5], "the arrival and two notes");
}

#[test]
fn a_subject_that_is_never_content_is_stuck() {
    struct Restless;
    impl Subject for Restless {
        fn on(&mut self, _now: Moment, _input: Input, _out: &mut Vec<Output>) {}
        fn wake(&self) -> Option<Moment> {
            Some(Moment::from_millis(3))
        }
        fn gauges(&self, _now: Moment, _gauges: &mut Gauges) {}
    }
    let error = run(&list(9, &[]), &mut Restless).unwrap_err();
    assert_eq!(error, RunError::Stuck { at: Moment::from_millis(3) });
    assert_eq!(
        error.to_string(),
        "at 3 ms the mechanism asked to be woken 10000 times without time going on: what `wake` \
         returns must be later than the last wake"
    );
}

#[test]
fn a_subject_that_writes_without_end_is_called_off() {
    /// Wakes each microsecond, and then writes a thousand notes.
    struct Talker(Moment);
    impl Subject for Talker {
        fn on(&mut self, now: Moment, _input: Input, out: &mut Vec<Output>) {
            self.0 = now + std::time::Duration::from_micros(1);
            out.extend((0..1000).map(|_| Output::Note("so".into())));
        }
        fn wake(&self) -> Option<Moment> {
            Some(self.0)
        }
        fn gauges(&self, _now: Moment, _gauges: &mut Gauges) {}
    }
    let error = run(&list(9, &[]), &mut Talker(Moment::ZERO)).unwrap_err();
    // A thousand wakes of a thousand notes fill the million; the first was at 0.
    assert_eq!(error, RunError::TooManyEvents { at: Moment::from_nanos(1_000_000) });
    assert_eq!(
        error.to_string(),
        "by 1 ms the mechanism had written 1000000 events, the most that a run holds"
    );
}

#[test]
fn what_ends_at_an_instant_may_withdraw_what_was_due_at_it() {
    /// Wants to be called at 5 ms, as long as nothing ended.
    struct Waiting(Option<Moment>);
    impl Subject for Waiting {
        fn on(&mut self, _now: Moment, input: Input, out: &mut Vec<Output>) {
            out.push(Output::Note(format!("{input:?}").into()));
            self.0 = None;
        }
        fn wake(&self) -> Option<Moment> {
            self.0
        }
        fn gauges(&self, _now: Moment, _gauges: &mut Gauges) {}
    }
    let mut scenario = list(9, &[]);
    let due = || Waiting(Some(Moment::from_millis(5)));
    assert_eq!(run(&scenario, &mut due()).unwrap().events.len(), 1, "it is woken");
    scenario.interventions = vec![press(5, Press::Drop(RequestId(1)))];
    // The drop, and what it said of it; no second note for a wake.
    assert_eq!(run(&scenario, &mut due()).unwrap().events.len(), 2);
}

#[test]
fn a_sink_that_keeps_no_keyframes_gets_every_event_and_no_gauge_is_read_for_it() {
    #[derive(Default)]
    struct Events(Vec<Event>);
    impl Sink for Events {
        fn heads(&mut self, _heads: &[Gauge]) {}
        fn event(&mut self, event: Event) {
            self.0.push(event);
        }
        fn keyframe(&mut self, at: Moment, _values: &[i64]) {
            assert_eq!(at, Moment::ZERO, "only the first one, for the heads");
        }
        fn keeps_keyframes(&self) -> bool {
            false
        }
        fn end(&mut self, _at: Moment) {}
    }
    let scenario = list(20, &[(1, 0), (2, 1), (3, 9), (4, 2)]);
    let mut events = Events::default();
    run_into(&scenario, &mut Toy::default(), &mut events).unwrap();
    assert_eq!(events.0, run(&scenario, &mut Toy::default()).unwrap().events);
}

fn refused(scenario: &Scenario) -> String {
    run(scenario, &mut Toy::default()).unwrap_err().to_string()
}

#[test]
fn a_run_of_ten_minutes_is_whole_and_one_millisecond_more_is_an_error() {
    let longest = list(limits::UNTIL_MS_MAX, &[]);
    assert_eq!(run(&longest, &mut Toy::default()).unwrap().until, Moment::from_millis(600_000));
    let longer = list(limits::UNTIL_MS_MAX + 1, &[]);
    let error = run(&longer, &mut Toy::default()).unwrap_err();
    assert_eq!(error, RunError::Scenario(ScenarioError::TooLong { until_ms: 600_001 }));
    assert_eq!(
        refused(&longer),
        "this run would last 601 s, and a run lasts 600 s at most: lower its length"
    );
}

#[test]
fn twenty_thousand_requests_are_whole_and_one_more_names_both_controls() {
    let burst = |count| Arrivals::Burst { at_ms: 0, count };
    let arriving = |arrivals| Scenario { until_ms: 2000, arrivals, ..Scenario::default() };
    let most = arriving(vec![burst(19_999), burst(1)]);
    assert_eq!(run(&most, &mut Toy::default()).unwrap().verdicts().len(), limits::REQUESTS_MAX);
    let text = "more than 20000 requests would arrive in these 2 s, the most that one run may \
                hold: lower the arrivals per second or the length of the run, or take presses back";
    assert_eq!(refused(&arriving(vec![burst(19_999), burst(2)])), text);
    assert_eq!(refused(&arriving(vec![Arrivals::Poisson { per_second: u32::MAX }])), text);
    // A press counts like everybody else: it is not cut down to what fits.
    let mut pressed = arriving(vec![]);
    pressed.interventions = vec![press(0, Press::Send(30_000))];
    assert_eq!(refused(&pressed), text);
    pressed.interventions = vec![press(0, Press::Send(15_000)), press(1, Press::Send(5001))];
    assert_eq!(refused(&pressed), text);
}

#[test]
fn two_hundred_presses_are_whole_and_one_more_is_an_error() {
    let pressed = |count| Scenario {
        until_ms: 10,
        interventions: vec![press(5, set("rate", 1)); count],
        ..Scenario::default()
    };
    assert_eq!(witness(&pressed(200), None).len(), 200);
    assert_eq!(
        refused(&pressed(201)),
        "this run has 201 presses, and a run has 200 at most: take some back, or send several \
         requests with one press"
    );
}
