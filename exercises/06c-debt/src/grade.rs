// The grader, in learning order. The bucket gets a token every 100 ms and holds
// 5 of them, unless a test says otherwise.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Wake, Waker};
use std::time::Duration;

use clock::{ManualClock, Moment};
use simulation::Expected::{AdmittedAt, RefusedAt, Waiting};
use simulation::{
    Arrivals, Calls, Expected, Intervention, Params, Planned, Press, RequestId, Scenario,
    run_within, within,
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
    run_within(LIMIT, scenario, subject).expect(rule, expected);
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
    let rule = "A wait that was dropped before it returned made no call: it gives back what it \
                took, whatever the time, and the bucket is never fuller than its burst.";
    by_hand(rule, 100, |desk| {
        desk.asks("at 0 ms, wait_n(2)", 2, None, "Ready(Ok(()))");
        {
            let mut wait = pin!(desk.bucket.wait_n(2, None));
            desk.polls("at 0 ms, wait_n(2) again", wait.as_mut(), "Pending");
            desk.clock.set(Moment::from_millis(250));
            desk.holds("at 250 ms, the bucket holds", "50 ms");
        }
        desk.holds("at 250 ms, after the wait was dropped, it holds", "200 ms");
    });
}

// Twenty wait, a long queue, and one in the middle leaves. The debt is deep, and
// the tokens of the one who left go to whoever comes next all the same.
#[test]
fn a_deep_debt_gives_back_as_well() {
    let mut requests = at_once(20);
    requests.push(Planned::at(50));
    check(
        "A wait that is dropped gives back exactly what it took, however deep the debt is.",
        5,
        requests,
        &[(40, 6)],
        &[(6, Waiting), (20, AdmittedAt(1500)), (21, AdmittedAt(1500))],
    );
}

// An async function does nothing until it is polled. To call it and throw the
// future away costs nobody anything.
#[test]
fn a_future_that_was_never_polled_took_nothing() {
    by_hand("A wait takes its tokens at its first poll, not before.", 100, |desk| {
        drop(desk.bucket.wait_n(2, None));
        desk.calls.note("wait_n(2), dropped without a poll", String::new);
        let unpolled = desk.bucket.wait_n(2, None);
        desk.calls.note("wait_n(2), kept without a poll", String::new);
        desk.asks("wait_n(2), polled", 2, None, "Ready(Ok(()))");
        drop(unpolled);
    });
}

// Two errors, and a caller does different things about them: more than the burst
// is a mistake in the program, too late is a busy evening.
#[test]
fn each_error_is_its_own() {
    let rule = "More than the burst is OverBurst, whatever the deadline; a wait that would be \
                later than its deadline is TooLate, also if the deadline has passed already.";
    by_hand(rule, 100, |desk| {
        desk.asks("at 0 ms, wait_n(3) of two", 3, None, "Ready(Err(OverBurst))");
        desk.clock.set(Moment::from_millis(100));
        desk.asks("at 100 ms, wait_n(3) until 50 ms", 3, Some(50), "Ready(Err(OverBurst))");
        desk.asks("at 100 ms, wait_n(1) until 50 ms", 1, Some(50), "Ready(Err(TooLate))");
        desk.holds("the bucket still holds", "200 ms");
        desk.asks("at 100 ms, wait_n(2)", 2, None, "Ready(Ok(()))");
        desk.asks("at 100 ms, wait_n(1) until 199 ms", 1, Some(199), "Ready(Err(TooLate))");
        desk.asks("at 100 ms, wait_n(1) until 200 ms", 1, Some(200), "Pending");
    });
}

// Nobody promised you round numbers. A token that takes 333 333 333 ns is there
// after 333 333 333 ns: a nanosecond earlier it is not, however often one looks.
#[test]
fn a_wait_is_over_to_the_nanosecond() {
    let rule = "A wait returns at the moment at which its tokens are there, and not before.";
    let period = Duration::from_nanos(333_333_333);
    with_desk(rule, period, |desk| {
        desk.asks("at 0 ns, wait_n(2)", 2, None, "Ready(Ok(()))");
        let mut wait = pin!(desk.bucket.wait_n(1, None));
        for _ in 0..20 {
            // Often, and not to be told twenty times.
            let poll = wait.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            assert!(poll.is_pending(), "a poll at 0 ns ended a wait of 333333333 ns");
        }
        desk.polls("at 0 ns, wait_n(1), polled twenty times before", wait.as_mut(), "Pending");
        desk.clock.set(Moment::from_nanos(333_333_332));
        desk.polls("at 333333332 ns", wait.as_mut(), "Pending");
        desk.clock.set(Moment::from_nanos(333_333_333));
        desk.polls("at 333333333 ns", wait.as_mut(), "Ready(Ok(()))");
    });
}

// Some debts are longer than any clock can tell. Such a wait is not over at once;
// it is over when the clock stands still at its end.
#[test]
fn a_debt_of_centuries_is_still_a_debt() {
    let rule = "However large the debt is, a wait that finds it waits, or is too late.";
    with_desk(rule, Duration::from_mins(50_000_000), |desk| {
        desk.asks("wait_n(2), a token takes 95 years", 2, None, "Ready(Ok(()))");
        let mut waits: Vec<_> = (0..5).map(|_| Box::pin(desk.bucket.wait_n(2, None))).collect();
        for wait in &mut waits[..3] {
            desk.polls("wait_n(2)", wait.as_mut(), "Pending");
        }
        // Three times 190 years are owed; a fourth is later than 580.
        let years_580_ms = 580 * 365 * 24 * 60 * 60 * 1000;
        let too_late = "Ready(Err(TooLate))";
        desk.asks("wait_n(2), until 580 years", 2, Some(years_580_ms), too_late);
        for wait in &mut waits[3..] {
            desk.polls("wait_n(2)", wait.as_mut(), "Pending");
        }
    });
}

// The clock goes back by half a second. What was paid for until then is paid for;
// time begins to count again where it had been.
#[test]
fn a_clock_that_goes_back_pays_nothing_twice() {
    let rule = "If the clock goes back, nothing is paid twice: tokens flow again from the latest \
                time that was seen.";
    by_hand(rule, 100, |desk| {
        desk.clock.set(Moment::from_millis(1000));
        desk.asks("at 1000 ms, wait_n(2)", 2, None, "Ready(Ok(()))");
        desk.clock.set(Moment::from_millis(500));
        let mut wait = pin!(desk.bucket.wait_n(1, None));
        desk.polls("back at 500 ms, wait_n(1)", wait.as_mut(), "Pending");
        desk.clock.set(Moment::from_millis(1099));
        desk.polls("at 1099 ms", wait.as_mut(), "Pending");
        desk.clock.set(Moment::from_millis(1100));
        desk.polls("at 1100 ms", wait.as_mut(), "Ready(Ok(()))");
    });
}

// A future may move from one task to another between two polls. Whoever polled
// last is to be woken, and without a wake nobody polls again.
#[test]
fn whoever_polled_last_is_woken() {
    let rule = "A future wakes the waker of its last poll when it can go on.";
    by_hand(rule, 100, |desk| {
        desk.asks("at 0 ms, wait_n(2)", 2, None, "Ready(Ok(()))");
        let mut wait = pin!(desk.bucket.wait_n(1, None));
        let wakers = [Arc::new(Woken::default()), Arc::new(Woken::default())];
        for waker in &wakers {
            let waker = Waker::from(Arc::clone(waker));
            let _ = wait.as_mut().poll(&mut Context::from_waker(&waker));
        }
        desk.calls
            .note("at 0 ms, wait_n(1), polled by a first and then by a second task", String::new);
        desk.clock.set(Moment::from_millis(100));
        desk.calls.expect("at 100 ms, the second task was woken", "true", || {
            wakers[1].0.load(Ordering::Relaxed).to_string()
        });
    });
}

/// A waker that remembers that it was called.
#[derive(Default)]
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A bucket of two that is asked by hand, and what it was asked.
struct Desk {
    clock: ManualClock,
    bucket: Bucket<ManualClock>,
    calls: Calls,
}

/// A token each `period_ms`.
#[track_caller]
fn by_hand(rule: &'static str, period_ms: u64, story: fn(&Desk)) {
    with_desk(rule, Duration::from_millis(period_ms), story);
}

#[track_caller]
fn with_desk(rule: &'static str, period: Duration, story: fn(&Desk)) {
    // Kept out here too: so it can say which call never came back.
    let calls = Calls::new(rule);
    let inside = calls.clone();
    within(LIMIT, move || {
        let clock = ManualClock::new();
        let bucket = Bucket::new(period, 2, clock.clone());
        story(&Desk { clock, bucket, calls: inside });
    });
}

impl Desk {
    /// One wait, polled once and dropped.
    #[track_caller]
    fn asks(&self, name: &str, n: u32, deadline_ms: Option<u64>, expected: &str) {
        let wait = pin!(self.bucket.wait_n(n, deadline_ms.map(Moment::from_millis)));
        self.polls(name, wait, expected);
    }

    #[track_caller]
    fn polls(
        &self,
        name: &str,
        wait: Pin<&mut impl Future<Output = Result<(), Refused>>>,
        expected: &str,
    ) {
        let mut context = Context::from_waker(Waker::noop());
        self.calls.expect(name, expected, || format!("{:?}", wait.poll(&mut context)));
    }

    /// What the bucket holds, as the time that it would take to come.
    #[track_caller]
    fn holds(&self, name: &str, expected: &str) {
        let held = || format!("{} ms", self.bucket.held_ns() / 1_000_000);
        self.calls.expect(name, expected, held);
    }
}
