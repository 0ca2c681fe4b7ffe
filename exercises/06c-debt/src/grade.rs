// The grader, in learning order. The bucket gets a token every 100 ms and holds
// 5 of them, unless a test says otherwise.

use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Waker};
use std::time::Duration;

use clock::{ManualClock, Moment};
use simulation::Expected::{AdmittedAt, RefusedAt, Waiting};
use simulation::{
    Arrivals, Calls, Expected, Intervention, Params, Planned, Press, RequestId, Scenario, run,
    within,
};

use super::answer::{Bucket, Refused};
use super::stage::subject;

const LIMIT: Duration = Duration::from_secs(2);

/// Runs the answer with these requests, and these callers who give up (when, and
/// which), and compares what became of the requests.
#[track_caller]
fn check(
    rule: &'static str,
    burst: u64,
    requests: Vec<Planned>,
    give_up: &[(u64, u32)],
    expected: &[(u32, Expected)],
) {
    let drops = give_up
        .iter()
        .map(|&(at_ms, id)| Intervention { at_ms, press: Press::Drop(RequestId(id)) });
    let scenario = Scenario {
        params: Params::new().with("period", 100).with("burst", burst),
        until_ms: 10_000,
        arrivals: vec![Arrivals::List(requests)],
        interventions: drops.collect(),
        ..Scenario::default()
    };
    let trace = within(LIMIT, move || {
        run(&scenario, subject(&scenario.params).as_mut()).expect("a small scenario")
    });
    trace.expect(rule, expected);
}

fn at_once(count: usize) -> Vec<Planned> {
    vec![Planned::at(0); count]
}

// A new bucket is full. What is there is given at once, without any sleep.
#[test]
fn tokens_that_are_there_are_taken_at_once() {
    let all: Vec<(u32, Expected)> = (1..=5).map(|id| (id, AdmittedAt(0))).collect();
    check(
        "A new bucket is full, and a token that is there is given at once.",
        5,
        at_once(5),
        &[],
        &all,
    );
}

// Twenty come at once to five tokens. Each takes its token now, so each finds
// a larger debt than the one before, and its time is known from the start.
#[test]
fn a_wait_takes_its_tokens_at_once_and_goes_when_they_are_there() {
    let when = |id: u32| AdmittedAt(u64::from(id.saturating_sub(5)) * 100);
    let all: Vec<(u32, Expected)> = (1..=20).map(|id| (id, when(id))).collect();
    check(
        "A wait takes its tokens at its first poll, so the next one waits behind it: \
         the 5th goes at 0 ms, the 10th at 500 ms, the 20th at 1500 ms.",
        5,
        at_once(20),
        &[],
        &all,
    );
}

// A dear request comes first, cheap ones come while it waits. The tokens that
// flow in belong to the dear one, for it took them already.
#[test]
fn who_came_first_goes_first() {
    let mut requests = at_once(5);
    requests.push(Planned::at(0).cost(3));
    requests.extend([Planned::at(50), Planned::at(150)]);
    check(
        "Who waits has taken its tokens: nobody who comes later passes it.",
        5,
        requests,
        &[],
        &[(5, AdmittedAt(0)), (6, AdmittedAt(300)), (7, AdmittedAt(400)), (8, AdmittedAt(500))],
    );
}

// Six tokens never fit into a bucket of five: no wait helps, so say so at once,
// also while the bucket is full. Five do fit, also when it is empty.
#[test]
fn more_than_the_burst_is_an_error_and_exactly_the_burst_is_not() {
    let requests = vec![
        Planned::at(0).cost(6),
        Planned::at(0).cost(5),
        Planned::at(0).cost(5),
        Planned::at(0).cost(6),
    ];
    check(
        "More than the burst is an error at once, even when the bucket is full; exactly the \
         burst is a wait at most.",
        5,
        requests,
        &[],
        &[(1, RefusedAt(0)), (2, AdmittedAt(0)), (3, AdmittedAt(500)), (4, RefusedAt(0))],
    );
}

// Ten come with 450 ms to live. The tenth would go at 500 ms: it hears so at
// once, and the eleventh, who has time, gets the place that the tenth left alone.
#[test]
fn a_wait_that_would_be_too_late_fails_at_once_and_takes_nothing() {
    let mut requests = vec![Planned::at(0).patience_ms(450); 10];
    requests.push(Planned::at(0));
    check(
        "A wait that cannot be over by its deadline fails at once and takes no token.",
        5,
        requests,
        &[],
        &[(9, AdmittedAt(400)), (10, RefusedAt(0)), (11, AdmittedAt(500))],
    );
}

// The tenth goes at 500 ms and has exactly 500 ms. That is in time.
#[test]
fn a_wait_that_ends_exactly_at_its_deadline_succeeds() {
    let mut requests = at_once(9);
    requests.push(Planned::at(0).patience_ms(500));
    check(
        "A wait that is over exactly at its deadline succeeds.",
        5,
        requests,
        &[],
        &[(9, AdmittedAt(400)), (10, AdmittedAt(500))],
    );
}

// A bucket of two. The third asks for both and gives up at 199 ms, a moment
// before its time; what it had taken goes back whole, whoever came in between.
// Who was told a time already keeps it.
#[test]
fn a_dropped_wait_gives_back_what_it_took() {
    let rule = "A wait that is dropped gives back exactly what it took; whoever waits already keeps \
                the time that it was told.";
    let mut requests = at_once(2);
    requests.push(Planned::at(0).cost(2));
    let early = [requests.clone(), vec![Planned::at(100).cost(2)]].concat();
    check(rule, 2, early, &[(100, 3)], &[(3, Waiting), (4, AdmittedAt(200))]);
    requests.extend([Planned::at(0), Planned::at(199).cost(2)]);
    check(
        rule,
        2,
        requests,
        &[(199, 3)],
        &[(3, Waiting), (4, AdmittedAt(300)), (5, AdmittedAt(300))],
    );
}

// The sixth waits until 100 ms and goes. Its token is used up: if it came back
// now, one more would get through for every wait.
#[test]
fn a_wait_that_is_over_keeps_its_tokens() {
    let mut requests = at_once(6);
    requests.extend([Planned::at(100), Planned::at(100)]);
    check(
        "A wait that returned has used its tokens; nothing comes back.",
        5,
        requests,
        &[],
        &[(6, AdmittedAt(100)), (7, AdmittedAt(200)), (8, AdmittedAt(300))],
    );
}

// Its time has come, but its caller never looked again: it made no call, so its
// tokens are free. And however many come back, the bucket holds its burst at most.
#[test]
fn a_wait_that_nobody_polled_again_gives_back_even_after_its_time() {
    let calls = Calls::new(
        "A wait that was dropped before it returned made no call: it gives back what it took, \
         whatever the time, and the bucket is never fuller than its burst.",
    );
    let made = calls.clone();
    within(LIMIT, move || {
        let (clock, bucket) = bucket_of_two();
        let mut context = Context::from_waker(Waker::noop());
        let mut poll = |wait: Pin<&mut dyn Future<Output = Result<(), Refused>>>| {
            format!("{:?}", wait.poll(&mut context))
        };
        made.expect("at 0 ms, wait_n(2)", "Ready(Ok(()))", || poll(pin!(bucket.wait_n(2, None))));
        {
            let mut wait = pin!(bucket.wait_n(2, None));
            made.expect("at 0 ms, wait_n(2) again", "Pending", || poll(wait.as_mut()));
            clock.set(Moment::from_millis(250));
            made.expect("at 250 ms, what the bucket holds", "50 ms", || held(&bucket));
        }
        made.expect("at 250 ms, after the wait was dropped", "200 ms", || held(&bucket));
    });
}

// An async function does nothing until it is polled. To call it and throw the
// future away costs nobody anything.
#[test]
fn a_future_that_was_never_polled_took_nothing() {
    let calls = Calls::new("A wait takes its tokens at its first poll, not before.");
    let made = calls.clone();
    within(LIMIT, move || {
        let (_clock, bucket) = bucket_of_two();
        let mut context = Context::from_waker(Waker::noop());
        made.expect("wait_n(2), dropped without a poll", "", || {
            drop(bucket.wait_n(2, None));
            String::new()
        });
        let unpolled = bucket.wait_n(2, None);
        made.expect("wait_n(2), kept without a poll", "", String::new);
        let mut wait = pin!(bucket.wait_n(2, None));
        made.expect("wait_n(2), polled once", "Ready(Ok(()))", || {
            format!("{:?}", wait.as_mut().poll(&mut context))
        });
        drop(unpolled);
    });
}

/// Two tokens, 100 ms each, and the clock that they go by.
fn bucket_of_two() -> (ManualClock, Bucket<ManualClock>) {
    let clock = ManualClock::new();
    let bucket = Bucket::new(Duration::from_millis(100), 2, clock.clone());
    (clock, bucket)
}

/// What the bucket holds, as the time that it would take to come.
fn held(bucket: &Bucket<ManualClock>) -> String {
    format!("{} ms", bucket.held_ns() / 1_000_000)
}
