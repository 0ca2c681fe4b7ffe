//! The service of the lesson, rule by rule.

use std::collections::BTreeMap;

use clock::Moment;
use proptest::prelude::*;
use simulation::{
    Accepted, Mechanism, Outcome, Output, Params, Planned, Press, RequestId, Scenario, Trace, What,
    run, service,
};

mod common;
use common::{cases, list, press, scenarios, set};

fn ran(mechanism: &Mechanism, scenario: &Scenario) -> Trace {
    let mut subject = (mechanism.build)(&scenario.params).expect("knobs within their ranges");
    run(scenario, &mut *subject).expect("a run within the limits")
}

/// One worker, 100 ms a call and never slow, callers with 150 ms of patience.
fn one_worker(requests: &[(u64, u32)], more: &[(&str, u64)]) -> Scenario {
    let usual = [("workers", 1), ("slow-from-ms", 0), ("slow-until-ms", 0), ("patience-ms", 150)];
    let params = usual.iter().chain(more).fold(Params::new(), |p, (name, n)| p.with(name, *n));
    Scenario { params, ..list(1000, requests) }
}

fn one(scenario: &Scenario) -> Trace {
    ran(&service::MECHANISM, scenario)
}

fn words(trace: &Trace) -> Vec<String> {
    let say = |what: &What| match what {
        What::Arrive(request) => format!("{} asks", request.id),
        What::Finish(id, _) => format!("{id} leaves"),
        What::Set(setting) => format!("{} {}", setting.name, setting.value),
        What::Out(Output::Admit(id)) => format!("{id} begins"),
        What::Out(Output::Hold { id, .. }) => format!("{id} waits"),
        What::Out(Output::Refuse { id, why, .. }) => format!("{id} refused: {why}"),
        What::Out(Output::Done(id, outcome)) => format!("{id} {outcome:?}"),
        What::Out(Output::Change { to, why, .. }) => format!("{to}: {why}"),
        What::Out(Output::Note(note)) => note.to_string(),
    };
    trace.events.iter().map(|e| format!("{} {}", e.at.as_millis(), say(&e.what))).collect()
}

#[test]
fn a_caller_who_gave_up_leaves_its_work_behind() {
    // Three at once, each a call of 100 ms. The third gives up at 150 and asks
    // again, and a second time at 300; its first attempt keeps the worker from
    // 200 to 300 for nobody.
    let trace = one(&one_worker(&[(0, 1), (0, 1), (0, 1)], &[("attempts", 3)]));
    assert_eq!(
        words(&trace),
        [
            "0 1 asks",
            "0 1 begins",
            "0 2 asks",
            "0 2 waits",
            "0 3 asks",
            "0 3 waits",
            "100 1 Ok",
            "100 2 begins",
            "150 2 has no answer and asks again, attempt 2",
            "150 2 waits",
            "150 3 has no answer and asks again, attempt 2",
            "150 3 waits",
            "200 the work for 2 was for nobody",
            "200 3 begins",
            "300 the work for 3 was for nobody",
            "300 2 begins",
            "300 2 has no answer and asks again, attempt 3",
            "300 2 waits",
            "300 3 has no answer and asks again, attempt 3",
            "300 3 waits",
            "400 the work for 2 was for nobody",
            "400 3 begins",
            "450 2 TimedOut",
            "450 3 TimedOut",
            "500 the work for 3 was for nobody",
            "500 2 begins",
            "600 the work for 2 was for nobody",
            "600 3 begins",
            "700 the work for 3 was for nobody",
        ]
    );
}

#[test]
fn an_answer_at_the_last_instant_of_patience_is_an_answer() {
    let outcome = |patience| {
        let more = [("patience-ms", patience), ("attempts", 1)];
        one(&one_worker(&[(0, 1)], &more)).verdicts()[&RequestId(1)].outcome
    };
    assert_eq!(outcome(100), Some((Moment::from_millis(100), Outcome::Ok)));
    assert_eq!(outcome(99), Some((Moment::from_millis(99), Outcome::TimedOut)));
    assert_eq!(outcome(0), Some((Moment::from_millis(100), Outcome::Ok)), "0: it never gives up");
}

#[test]
fn a_request_may_bring_its_own_patience() {
    let mut scenario = one_worker(&[], &[("attempts", 1)]);
    let arrivals = vec![Planned::at(0).patience_ms(40), Planned::at(500)];
    scenario.arrivals = vec![simulation::Arrivals::List(arrivals)];
    let verdicts = one(&scenario).verdicts();
    let end = |id| verdicts[&RequestId(id)].outcome.expect("an end");
    assert_eq!(end(1), (Moment::from_millis(40), Outcome::TimedOut));
    assert_eq!(end(2), (Moment::from_millis(600), Outcome::Ok));
}

#[test]
fn how_long_a_call_takes_is_fixed_when_it_begins() {
    let slow = [("slow-from-ms", 200), ("slow-until-ms", 300), ("slow-ms", 70), ("workers", 5)];
    let trace = one(&one_worker(&[(150, 1), (200, 1), (299, 1), (300, 1)], &slow));
    let ends: Vec<u64> = trace
        .verdicts()
        .values()
        .map(|verdict| verdict.outcome.expect("an end").0.as_millis())
        .collect();
    assert_eq!(ends, [250, 270, 369, 400]);
    let turns: Vec<String> =
        words(&trace).into_iter().filter(|word| word.contains("call takes")).collect();
    assert_eq!(
        turns,
        ["200 slow: a call takes 70\u{a0}ms now", "300 well: a call takes 100\u{a0}ms now"]
    );
}

#[test]
fn a_full_queue_turns_away_and_who_is_turned_away_does_not_ask_again() {
    let bounded = [("policy", 1), ("queue-max", 1), ("patience-ms", 1000)];
    let trace = one(&one_worker(&[(0, 1), (0, 1), (0, 1), (100, 1)], &bounded));
    let verdicts = trace.verdicts();
    let accepted: Vec<Accepted> = verdicts.values().map(|verdict| verdict.accepted).collect();
    let ms = Moment::from_millis;
    // At 100 the first ends before the fourth arrives: there is one place again.
    let last = Accepted::At(ms(200));
    assert_eq!(
        accepted,
        [Accepted::At(ms(0)), Accepted::At(ms(100)), Accepted::Refused(ms(0)), last]
    );
    assert!(words(&trace).contains(&"0 3 refused: the queue is full".to_owned()));
    assert_eq!(trace.refused_until(ms(1000)), 1);
    // No place to wait at all: it works, and refuses whatever finds it busy.
    let none = one(&one_worker(&[(0, 1), (99, 1), (100, 1)], &[("policy", 1), ("queue-max", 0)]));
    assert_eq!((none.admitted_until(ms(1000)), none.refused_until(ms(1000))), (2, 1));
}

#[test]
fn dropping_the_expired_begins_what_is_about_to_expire() {
    // The second waits until 200: expired at 150, dropped. With 201 ms of
    // patience it has 1 ms left, is begun, and is for nobody.
    let second = |patience| {
        let requests = [(0, 1), (0, 1), (0, 1)];
        let more = [("policy", 2), ("attempts", 1), ("patience-ms", patience)];
        let mut all = words(&one(&one_worker(&requests, &more)));
        all.retain(|word| word.contains(" 3 "));
        all.split_off(2)
    };
    assert_eq!(second(150), ["150 3 TimedOut", "200 3 is dropped: its caller has given up"]);
    assert_eq!(second(200), ["200 3 is dropped: its caller has given up", "200 3 TimedOut"]);
    let for_nobody = ["200 3 begins", "201 3 TimedOut", "300 the work for 3 was for nobody"];
    let mut begun = second(201);
    begun.truncate(2);
    assert_eq!(begun, for_nobody[..2]);
}

#[test]
fn dropping_the_hopeless_begins_only_what_is_finished_in_time() {
    let third = |patience| {
        let requests = [(0, 1), (0, 1), (0, 1)];
        let more = [("policy", 3), ("attempts", 3), ("patience-ms", patience)];
        one(&one_worker(&requests, &more)).verdicts()[&RequestId(3)].clone()
    };
    let ms = Moment::from_millis;
    // Taken at 200 it would end at 300: one millisecond late is hopeless, and
    // its caller is told at once instead of at 299.
    let hopeless = third(299);
    assert_eq!((hopeless.accepted, hopeless.outcome), (Accepted::Refused(ms(200)), None));
    assert_eq!(third(300).outcome, Some((ms(300), Outcome::Ok)));
}

#[test]
fn who_waited_and_was_then_refused_counts_as_refused() {
    let hopeless = [("policy", 3), ("patience-ms", 299)];
    let trace = one(&one_worker(&[(0, 1), (0, 1), (0, 1)], &hopeless));
    let counts = |ms| {
        let frame = trace.frame(Moment::from_millis(ms), service::MECHANISM.narrator);
        (frame.accepted, frame.refused)
    };
    // The third waits from 0 to 200 ms.
    assert_eq!([counts(199), counts(200)], [(3, 0), (2, 1)]);
}

#[test]
fn a_call_is_cut_off_at_its_limit_and_its_worker_is_free() {
    let hole = |limit, attempts| {
        let more = [("latency-ms", 400), ("call-limit-ms", limit), ("attempts", attempts)];
        words(&one(&one_worker(
            &[(0, 1), (10, 1)],
            &[more.as_slice(), &[("patience-ms", 0)]].concat(),
        )))
    };
    assert_eq!(
        hole(100, 1),
        [
            "0 1 asks",
            "0 1 begins",
            "10 2 asks",
            "10 2 waits",
            "100 1 TimedOut",
            "100 2 begins",
            "200 2 TimedOut"
        ]
    );
    // What ends exactly at the limit has ended.
    assert_eq!(hole(400, 1)[4..], ["400 1 Ok", "400 2 begins", "800 2 Ok"]);
    // The one who waited goes first; then the caller's second attempt.
    let twice = hole(100, 2);
    assert_eq!(
        twice[4..7],
        ["100 1 has no answer and asks again, attempt 2", "100 2 begins", "100 1 waits"]
    );
}

#[test]
fn a_caller_who_leaves_takes_nothing_along() {
    let mut scenario = one_worker(&[(0, 1), (0, 1)], &[("attempts", 1)]);
    scenario.interventions = vec![press(50, Press::Drop(RequestId(2)))];
    let all = words(&one(&scenario));
    assert_eq!(
        all[4..],
        ["50 2 leaves", "100 1 Ok", "100 2 begins", "200 the work for 2 was for nobody"]
    );
}

#[test]
fn a_knob_that_is_turned_takes_effect_at_once() {
    let mut scenario = one_worker(&[(0, 1), (0, 1), (0, 1)], &[("attempts", 1)]);
    scenario.interventions = vec![press(10, set("workers", 3)), press(20, set("workers", 0))];
    let all = words(&one(&scenario));
    assert_eq!(
        all[6..],
        [
            "10 workers 3",
            "10 2 begins",
            "10 3 begins",
            "20 workers 0",
            "20 workers must be from 1 to 2000, not 0",
            "100 1 Ok",
            "110 2 Ok",
            "110 3 Ok",
        ]
    );
}

#[test]
fn a_knob_out_of_its_range_is_an_error_that_names_it() {
    for mechanism in [&service::MECHANISM, &service::FIRST_TRY] {
        let params = Params::new().with("attempts", 6);
        let error = (mechanism.build)(&params).err();
        assert_eq!(error.as_deref(), Some("attempts must be from 1 to 5, not 6"));
    }
}

/// A service that is busy within a quarter of a second.
fn busy(scenario: Scenario, policy: u64) -> Scenario {
    let params = [("workers", 3), ("latency-ms", 9), ("slow-ms", 70), ("slow-from-ms", 40)]
        .into_iter()
        .chain([("slow-until-ms", 120), ("patience-ms", 30), ("queue-max", 4)])
        .chain([("policy", policy), ("attempts", 3)])
        .fold(Params::new(), |params, (name, value)| params.with(name, value));
    let mut scenario = Scenario { params, ..scenario };
    scenario.interventions.retain(|press| !matches!(press.press, Press::Set(_)));
    scenario
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn workers_and_queue_keep_to_their_bounds_and_every_request_ends_once(
        scenario in scenarios(), policy in 0..4u64,
    ) {
        let trace = one(&busy(scenario, policy));
        for keyframe in &trace.keyframes {
            let [queue, busy, in_flight] = [0, 1, 2].map(|gauge| keyframe.values[gauge]);
            prop_assert!(busy <= 3);
            prop_assert!(busy == 3 || queue == 0, "nobody waits for a free worker");
            prop_assert!(policy != 1 || queue <= 4);
            prop_assert_eq!(in_flight, queue + busy);
        }
        let mut ends: BTreeMap<RequestId, u32> = BTreeMap::new();
        for event in &trace.events {
            if let What::Out(Output::Done(id, _) | Output::Refuse { id, .. }) = event.what {
                *ends.entry(id).or_default() += 1;
            }
        }
        prop_assert!(ends.values().all(|&ends| ends == 1), "{:?}", ends);
    }

    #[test]
    fn the_first_try_and_the_service_without_a_policy_never_part(scenario in scenarios()) {
        let scenario = busy(scenario, 0);
        prop_assert_eq!(ran(&service::FIRST_TRY, &scenario), one(&scenario));
    }
}
