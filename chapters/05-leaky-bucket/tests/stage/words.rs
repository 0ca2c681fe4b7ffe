//! The sentences, word for word, reasoned from the numbers of each run.

use super::*;

/// What is said at `at_ms`, with ordinary spaces for those that never break.
#[track_caller]
fn assert_said(mechanism: Mechanism, scenario: &Scenario, at_ms: u64, expected: &str) {
    let trace = trace(mechanism, scenario);
    let sentence = trace.frame(ms(at_ms), mechanism.narrator).sentence;
    assert_eq!(sentence.replace(simulation::text::NO_BREAK, " "), expected);
}

fn at(at_ms: u64) -> Planned {
    Planned::at(at_ms)
}

fn bucket(rate: u64, capacity: u64, list: Vec<Planned>) -> Scenario {
    scenario(&[("rate", rate), ("capacity", capacity)], 2000, list)
}

fn line(rate: u64, places: u64, patience_ms: u64, list: Vec<Planned>) -> Scenario {
    scenario(&[("rate", rate), ("places", places), ("patience", patience_ms)], 2000, list)
}

#[test]
fn before_anything_happens() {
    let (empty, nobody) = (bucket(10, 5, vec![]), line(10, 5, 1000, vec![]));
    let meter = "Nothing has happened yet. The bucket is empty. Send a request, or press play.";
    assert_said(METER, &empty, 100, meter);
    let queue = "Nothing has happened yet. Nobody waits. Send a request, or press play.";
    assert_said(QUEUE, &nobody, 100, queue);
}

#[test]
fn one_goes_in_or_has_no_room() {
    // 2 at 0, less 0.01 at 1 ms; 0.4 at 160.
    let run = bucket(10, 2, vec![at(0), at(0), at(1), at(160).cost(1)]);
    assert_said(
        METER,
        &run,
        1,
        "At 0.001 s: request 3 refused: with it the level would be 2.99, and the bucket holds 2. \
         There is room for it in 99 ms.",
    );
    assert_said(
        METER,
        &run,
        160,
        "At 0.160 s: request 4 goes in. The level was 0.4 and is 1.4 of 2.",
    );
}

#[test]
fn the_first_try_says_what_it_lets_in() {
    let run = METER_FIRST_TRY.curated("one-more").unwrap().scenario;
    let said = "At 0.001 s: request 6 goes in. The level was 4.99 and is 5.99 of 5.";
    assert_said(METER_FIRST_TRY, &run, 1, said);
}

#[test]
fn several_in_one_request() {
    // 3 at 0, less 0.5 at 50 ms.
    let run = bucket(10, 5, vec![at(0).cost(3), at(50).cost(3), at(60).cost(6)]);
    assert_said(
        METER,
        &run,
        0,
        "At 0.000 s: request 1 pours 3 in. The level was 0.0 and is 3.0 of 5.",
    );
    assert_said(
        METER,
        &run,
        50,
        "At 0.050 s: request 2 refused: with it the level would be 5.5, and the bucket holds 5. \
         There is room for it in 50 ms.",
    );
    assert_said(
        METER,
        &run,
        60,
        "At 0.060 s: request 3 refused: more than the bucket can hold. It pours 6, and the bucket \
         holds 5.",
    );
}

#[test]
fn several_requests_at_once() {
    let run = METER.curated("burst").unwrap().scenario;
    assert_said(
        METER,
        &run,
        0,
        "At 0.000 s: 8 requests at once: 5 go in, 3 are refused. The level was 0.0 and is 5.0 of \
         5; there is room for the next in 100 ms.",
    );
    assert_said(
        METER,
        &bucket(10, 5, vec![at(0); 2]),
        0,
        "At 0.000 s: 2 requests at once: 2 go in. The level was 0.0 and is 2.0 of 5; there is room \
         for more.",
    );
    assert_said(
        METER,
        &bucket(0, 1, vec![at(0); 2]),
        0,
        "At 0.000 s: 2 requests at once: 1 goes in, 1 is refused. The level was 0.0 and is 1.0 of \
         1; there will be no more room.",
    );
}

#[test]
fn where_nothing_drains() {
    assert_said(
        METER,
        &bucket(0, 1, vec![at(0), at(10)]),
        10,
        "At 0.010 s: request 2 refused: there will never be room. The level is 1.0 of 1.",
    );
}

#[test]
fn a_knob_of_the_meter() {
    let presses = vec![
        Intervention::set(200, "rate", 1),
        Intervention::set(300, "capacity", 0),
        dropped(400, 1),
    ];
    // 3 − 2 at 200 ms, and one a second from then on.
    let run = Scenario { interventions: presses, ..bucket(10, 5, vec![at(0).cost(3)]) };
    assert_said(
        METER,
        &run,
        200,
        "At 0.200 s: \u{201c}Drains a second\u{201d} is 1 now. The level is 1.0 of 5.",
    );
    assert_said(
        METER,
        &run,
        300,
        "At 0.300 s: a capacity of 0 refuses everything: use 1 or more. The level is 0.9 of 5.",
    );
    let said = "At 0.400 s: request 1 was not waiting. The level is 0.8 of 5.";
    assert_said(METER, &run, 400, said);
}

#[test]
fn one_in_front_of_the_spout() {
    let run = line(10, 2, 150, vec![at(0), at(30), at(40), at(50).patience_ms(20)]);
    assert_said(
        QUEUE,
        &run,
        0,
        "At 0.000 s: request 1 goes at once. The next may leave in 100 ms.",
    );
    assert_said(
        QUEUE,
        &run,
        30,
        "At 0.030 s: request 2 waits: it takes place 1 of 2 and leaves in 70 ms.",
    );
    // At 200 ms, which is 160 away; and for the fourth 150.
    assert_said(
        QUEUE,
        &run,
        40,
        "At 0.040 s: request 3 turned away: it would wait 160 ms, and may wait 150 ms.",
    );
    assert_said(
        QUEUE,
        &run,
        50,
        "At 0.050 s: request 4 turned away: it would wait 150 ms, and may wait 20 ms.",
    );
    let turn = "At 0.100 s: it is the turn of request 2, and it goes; nobody waits any more.";
    assert_said(QUEUE, &run, 100, turn);
}

#[test]
fn no_place_to_wait() {
    let full = |places, count| line(10, places, 1000, vec![at(0); count]);
    let then = |mut run: Scenario| {
        run.arrivals.push(Arrivals::List(vec![at(20)]));
        run
    };
    for (places, count, words) in [
        (0, 1, "there is no place to wait"),
        (1, 2, "the only place is taken"),
        (3, 4, "all 3 places are taken"),
    ] {
        let id = count + 1;
        let said =
            format!("At 0.020 s: request {id} turned away: {words}. It may come back in 80 ms.");
        assert_said(QUEUE, &then(full(places, count)), 20, &said);
    }
}

#[test]
fn several_in_front_of_the_spout() {
    let run = QUEUE.curated("burst").unwrap().scenario;
    assert_said(
        QUEUE,
        &run,
        0,
        "At 0.000 s: 8 requests at once: 1 goes at once, 5 wait, 2 are turned away. The last of \
         them leaves in 500 ms.",
    );
    let said = "At 0.100 s: it is the turn of request 2, and it goes; 4 still wait.";
    assert_said(QUEUE, &run, 100, said);
    let said = "At 0.400 s: it is the turn of request 5, and it goes; one still waits.";
    assert_said(QUEUE, &run, 400, said);
    assert_said(
        QUEUE,
        &line(10, 5, 1000, vec![at(0); 2]),
        0,
        "At 0.000 s: 2 requests at once: 1 goes at once, 1 waits. It leaves in 100 ms.",
    );
}

#[test]
fn one_gives_up_its_place() {
    let run = QUEUE.curated("gives-up").unwrap().scenario;
    assert_said(
        QUEUE,
        &run,
        150,
        "At 0.150 s: request 3 gave up its place, and those behind it move up. 3 wait.",
    );
    let said = "At 0.160 s: request 7 waits: it takes place 4 of 5 and leaves in 340 ms.";
    assert_said(QUEUE, &run, 160, said);
}

#[test]
fn a_turn_and_an_arrival_at_one_instant() {
    assert_said(
        QUEUE,
        &line(10, 1, 1000, vec![at(0), at(0), at(100)]),
        100,
        "At 0.100 s: it is the turn of request 2, and it goes; request 3 waits: it takes place 1 \
         of 1 and leaves in 100 ms.",
    );
}

#[test]
fn a_knob_of_the_queue() {
    let presses = vec![Intervention::set(150, "rate", 2), dropped(160, 1)];
    let run = Scenario { interventions: presses, ..line(10, 5, 1000, vec![at(0); 3]) };
    assert_said(
        QUEUE,
        &run,
        150,
        "At 0.150 s: \u{201c}Leave a second\u{201d} is 2 now. One waits.",
    );
    assert_said(QUEUE, &run, 160, "At 0.160 s: request 1 was not waiting. One waits.");
}
