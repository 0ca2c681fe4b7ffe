//! What the lesson predicts: each answer is what its reason works out.

use clock::Moment;
use leaky_bucket::stage::{METER, METER_FIRST_TRY, QUEUE};
use simulation::{
    Arrivals, Intervention, Mechanism, Params, Planned, Press, RequestId, Scenario, Trace, run,
};

fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

fn at_once(at_ms: u64, count: u32) -> Arrivals {
    Arrivals::Burst { at_ms, count }
}

/// So many a second, into a bucket of so many.
fn rates(rate: u64, (holds, count): (&str, u64)) -> Params {
    Params::new().with("rate", rate).with(holds, count)
}

fn trace(mechanism: Mechanism, scenario: &Scenario) -> Trace {
    let mut subject = (mechanism.build)(&scenario.params).unwrap();
    run(scenario, subject.as_mut()).unwrap()
}

/// 2.5 are left, and 4.5 with two more. The first try asks whether it is full at
/// 2.5, at 3.5 and at 4.5.
#[test]
fn a_quarter_of_a_second_makes_room_for_two_and_not_for_three() {
    let scenario = Scenario {
        params: rates(10, ("capacity", 5)),
        until_ms: 1000,
        arrivals: vec![at_once(0, 5), at_once(250, 3)],
        ..Scenario::default()
    };
    let went_in = |mechanism| trace(mechanism, &scenario).admitted_between(ms(249), ms(250));
    assert_eq!([METER, METER_FIRST_TRY].map(went_in), [2, 3]);
}

/// Three at 0, 1 and 2 ms, and then the moments at which a whole one has drained.
#[test]
fn a_steady_flood_gets_what_the_bucket_holds_and_what_drains() {
    let mut scenario = METER.curated("one-a-millisecond").unwrap().scenario;
    scenario.params = rates(8, ("capacity", 3));
    let trace = trace(METER, &scenario);
    assert_eq!(trace.admitted_until(ms(2)), 3);
    for turn in 1..=7 {
        assert_eq!(trace.admitted_between(ms(125 * turn - 1), ms(125 * turn)), 1, "{turn}");
    }
    assert_eq!(trace.admitted_until(ms(999)), 3 + 7);
}

/// One goes, three wait for 250, 500 and 750 ms, and four are turned away. At 300 ms
/// two still wait, and the turn behind them is that of 1000 ms.
#[test]
fn a_place_that_has_become_free_is_the_last_in_the_line() {
    let scenario = Scenario {
        params: rates(4, ("places", 3)),
        until_ms: 2000,
        arrivals: vec![at_once(0, 8), Arrivals::List(vec![Planned::at(300)])],
        ..Scenario::default()
    };
    let trace = trace(QUEUE, &scenario);
    assert_eq!(trace.refused_until(ms(2000)), 4);
    assert_eq!(trace.admitted_at(RequestId(4)), Some(ms(750)));
    assert_eq!(trace.admitted_at(RequestId(9)), Some(ms(1000)));
}

/// Two of those in front of the sixth give up, so it leaves two turns earlier.
#[test]
fn whoever_waits_moves_up_as_often_as_somebody_in_front_gives_up() {
    let given_up = |at_ms, id| Intervention { at_ms, press: Press::Drop(RequestId(id)) };
    let mut scenario = Scenario {
        params: rates(10, ("places", 5)),
        until_ms: 1500,
        arrivals: vec![at_once(0, 6)],
        ..Scenario::default()
    };
    let sixth = |scenario: &Scenario| trace(QUEUE, scenario).admitted_at(RequestId(6));
    assert_eq!(sixth(&scenario), Some(ms(500)));
    scenario.interventions = vec![given_up(150, 3), given_up(250, 5)];
    assert_eq!(sixth(&scenario), Some(ms(300)));
    assert_eq!(trace(QUEUE, &scenario).admitted_at(RequestId(4)), Some(ms(200)));
}
