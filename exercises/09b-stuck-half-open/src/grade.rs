// The grader, in learning order. Three failures in a row open the breaker, the
// cool-off is 1000 ms, and one good probe closes it.

use std::collections::BTreeMap;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, mpsc};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use clock::{ManualClock, Moment};
use simulation::Expected::{AdmittedAt, RefusedAt};
use simulation::{
    Arrivals, Calls, Expected, Intervention, Params, Planned, Press, RequestId, Scenario, Setting,
    run_within, within,
};

use super::answer::{Breaker, Call, Refused};
use super::stage::subject;

const LIMIT: Duration = Duration::from_secs(2);

/// How the work of a call ends.
#[derive(Clone, Copy)]
enum End {
    Good,
    Fails,
    Panics,
}

/// What a panic carries here: not even words, as the bugs of some libraries do.
struct Bug;

/// Work that ends when it is told to.
struct Work {
    end: Arc<Mutex<Option<End>>>,
    polled: Arc<AtomicBool>,
}

impl Future for Work {
    type Output = Result<&'static str, &'static str>;

    fn poll(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<Self::Output> {
        self.polled.store(true, Relaxed);
        let end = *self.end.lock().expect("it is whole");
        match end {
            None => Poll::Pending,
            Some(End::Good) => Poll::Ready(Ok("paid")),
            Some(End::Fails) => Poll::Ready(Err("no connection")),
            // As `panic!` does, but without a word on stderr.
            Some(End::Panics) => resume_unwind(Box::new(Bug)),
        }
    }
}

/// A call under way, and how to end it.
struct Under {
    call: Call<Work>,
    end: Arc<Mutex<Option<End>>>,
    /// Whether its work was polled, and the call has not come back since.
    polled: Arc<AtomicBool>,
}

impl Under {
    /// One turn of the executor.
    fn turn(&mut self) -> thread::Result<Poll<Result<&'static str, &'static str>>> {
        let mut context = Context::from_waker(Waker::noop());
        let call = &mut self.call;
        let came = catch_unwind(AssertUnwindSafe(|| Pin::new(call).poll(&mut context)));
        self.polled.store(false, Relaxed);
        came
    }

    /// One turn; what came of it, in words.
    fn poll(&mut self) -> String {
        match self.turn() {
            Ok(Poll::Pending) => "Pending".to_owned(),
            Ok(Poll::Ready(result)) => format!("{result:?}"),
            // Which one: `the_panic_goes_on_as_it_was` asks.
            Err(_) => "a panic".to_owned(),
        }
    }
}

/// A breaker that is called by hand, and what was done to it.
struct Desk {
    clock: ManualClock,
    breaker: Arc<Breaker>,
    calls: Calls,
    under: BTreeMap<&'static str, Under>,
    /// As in [`Under`], for all of the calls.
    polled: Arc<AtomicBool>,
}

impl Desk {
    /// The clock goes to `at_ms`.
    fn at(&self, at_ms: u64) -> &Self {
        self.clock.set(Moment::from_millis(at_ms));
        self
    }

    fn name(&self, what: &str) -> String {
        format!("at {}, {what}", clock::Clock::now(&self.clock))
    }

    /// `name` asks and is let through, and it is polled once: it has begun.
    fn begins(&mut self, name: &'static str, at_ms: u64) {
        self.asks(name, at_ms, "let through");
        let polled = self.under.get_mut(name).map(Under::poll);
        assert!(polled.as_deref() == Some("Pending"), "{name} has not ended yet: {polled:?}");
    }

    fn refused_until(&mut self, name: &'static str, at_ms: u64, until_ms: u64) {
        self.asks(name, at_ms, &format!("refused: open until {until_ms} ms"));
    }

    fn refused_as_full(&mut self, name: &'static str, at_ms: u64) {
        self.asks(name, at_ms, "refused: half-open, the probe is out");
    }

    fn asks(&mut self, name: &'static str, at_ms: u64, expected: &str) {
        self.at(at_ms);
        let text = self.name(&format!("{name} asks"));
        let (breaker, under, polled) = (&self.breaker, &mut self.under, &self.polled);
        self.calls.expect(&text, expected, || match call(breaker, polled, None) {
            Ok(call) => {
                under.insert(name, call);
                "let through".to_owned()
            }
            Err(Refused::Open { until }) => format!("refused: open until {until}"),
            Err(Refused::HalfOpenFull) => "refused: half-open, the probe is out".to_owned(),
        });
    }

    /// The work of `name` ends, and its future is polled; it stays where it is.
    /// Then the breaker is `state`.
    fn ends(&mut self, name: &'static str, at_ms: u64, end: End, state: &str) {
        self.at(at_ms);
        let (text, comes) = match end {
            End::Good => ("is good", "Ok(\"paid\")"),
            End::Fails => ("fails", "Err(\"no connection\")"),
            End::Panics => ("panics", "a panic"),
        };
        let text = self.name(&format!("{name} {text}"));
        let (breaker, under) = (&self.breaker, self.under.get_mut(name).expect("it has begun"));
        self.calls.expect(&text, &format!("{comes}; then it is {state}"), || {
            *under.end.lock().expect("it is whole") = Some(end);
            let comes = under.poll();
            format!("{comes}; then it is {}", breaker.state())
        });
    }

    /// The work of `name` panics, and its future is thrown away.
    fn panics_and_carries(&mut self, name: &'static str) {
        let text = self.name(&format!("{name} panics; what comes out of it"));
        let mut under = self.under.remove(name).expect("it was let through");
        self.calls.expect(&text, "the panic of the work", || {
            *under.end.lock().expect("it is whole") = Some(End::Panics);
            match under.turn() {
                Ok(Poll::Pending) => "Pending".to_owned(),
                Ok(Poll::Ready(result)) => format!("{result:?}"),
                Err(panic) if panic.is::<Bug>() => "the panic of the work".to_owned(),
                Err(panic) => match panic.downcast_ref::<&str>() {
                    Some(words) => format!("another panic, {words:?}"),
                    None => "another panic".to_owned(),
                },
            }
        });
    }

    /// As [`ends`](Self::ends), and the executor throws the future away, as it does.
    fn ends_and_goes(&mut self, name: &'static str, at_ms: u64, end: End, state: &str) {
        self.ends(name, at_ms, end, state);
        self.under.remove(name);
    }

    /// The future of `name` is dropped. Then the breaker is `state`.
    fn drops(&mut self, name: &'static str, at_ms: u64, state: &str) {
        self.at(at_ms);
        let text = self.name(&format!("{name} is dropped; then it is"));
        let (breaker, under) = (&self.breaker, self.under.remove(name));
        self.calls.expect(&text, state, || {
            drop(under);
            breaker.state().to_owned()
        });
    }

    /// Three calls begin at `at_ms` and fail at once: one line of the text.
    fn opens(&mut self, at_ms: u64) {
        self.at(at_ms);
        let text = self.name("A, B and C go and fail at once; then it is");
        let (breaker, polled) = (&self.breaker, &self.polled);
        self.calls.expect(&text, "open", || {
            for _ in 0..3 {
                match call(breaker, polled, Some(End::Fails)) {
                    Ok(mut call) => drop(call.poll()),
                    Err(_) => return format!("{}, and one was refused", breaker.state()),
                }
            }
            breaker.state().to_owned()
        });
    }
}

/// Asks for a call whose work ends as `end` says.
fn call(
    breaker: &Arc<Breaker>,
    polled: &Arc<AtomicBool>,
    end: Option<End>,
) -> Result<Under, Refused> {
    let (end, polled) = (Arc::new(Mutex::new(end)), Arc::clone(polled));
    let work = Work { end: Arc::clone(&end), polled: Arc::clone(&polled) };
    breaker.call(work).map(|call| Under { call, end, polled })
}

/// Does `story` to a new breaker.
#[track_caller]
fn check(rule: &'static str, story: impl FnOnce(&mut Desk) + Send + 'static) {
    let (calls, polled) = (Calls::new(rule), Arc::new(AtomicBool::new(false)));
    let (inside, polled_inside) = (calls.clone(), Arc::clone(&polled));
    let (done, ended) = mpsc::channel::<()>();
    let body = thread::spawn(move || {
        let _done = done;
        let clock = ManualClock::new();
        let breaker = Breaker::new(3, Duration::from_secs(1), clock.clone());
        let (under, polled) = (BTreeMap::new(), polled_inside);
        story(&mut Desk { clock, breaker, calls: inside, under, polled });
    });
    let over = ended.recv_timeout(LIMIT) == Err(mpsc::RecvTimeoutError::Timeout);
    assert!(
        !(over && polled.load(Relaxed)),
        "the lock is held while the work is polled, or taken twice after that: a `poll` polled its \
         work, and is still running after {LIMIT:?}. The work may ask the breaker, and `report` \
         takes the lock as well: they wait for the `poll`, and it waits for them."
    );
    if let Err(panic) = within(LIMIT, move || body.join()) {
        resume_unwind(panic);
    }
}

// This is how the breaker was tested before it went into production: calls come
// back, each with a result. It passes, and that is the trap.
#[test]
fn calls_that_come_back_are_counted() {
    check("The third failure in a row opens it, and a good probe closes it.", |desk| {
        for (name, end, state) in [
            ("A", End::Fails, "closed"),
            ("B", End::Fails, "closed"),
            ("C", End::Good, "closed"),
            ("D", End::Fails, "closed"),
            ("E", End::Fails, "closed"),
            ("F", End::Fails, "open"),
        ] {
            desk.begins(name, 0);
            desk.ends_and_goes(name, 0, end, state);
        }
        desk.refused_until("G", 999, 1_000);
        desk.begins("P", 1_000);
        desk.refused_as_full("Q", 1_000);
        desk.ends_and_goes("P", 1_100, End::Good, "closed");
        desk.begins("R", 1_100);
    });
    check("A failed probe opens it for a whole cool-off.", |desk| {
        desk.opens(0);
        desk.begins("P", 1_000);
        desk.ends_and_goes("P", 1_100, End::Fails, "open");
        desk.refused_until("Q", 2_099, 2_100);
        desk.begins("R", 2_100);
    });
}

// The customer closed the page, and the web server dropped the future of his
// request, and with it the probe. Nobody will ever report it. Who lets the next one in?
#[test]
fn a_dropped_probe_makes_room_for_the_next() {
    check("A probe that is dropped gives its place back, at once.", |desk| {
        desk.opens(0);
        desk.begins("P", 1_000);
        desk.refused_as_full("Q", 1_000);
        desk.drops("P", 1_001, "half-open");
        desk.begins("R", 1_001);
        desk.refused_as_full("S", 1_001);
        desk.ends_and_goes("R", 1_100, End::Good, "closed");
    });
}

// Between being let through and the first poll there is time to be dropped, too.
#[test]
fn a_probe_that_was_never_polled_makes_room_as_well() {
    check("A probe gives its place back also if it never began.", |desk| {
        desk.opens(0);
        desk.asks("P", 1_000, "let through");
        desk.drops("P", 1_000, "half-open");
        desk.begins("Q", 1_000);
        desk.refused_as_full("R", 1_000);
    });
}

// A dropped call says nothing about the service: the customer had no time. It is
// not good and not bad, in no state.
#[test]
fn a_dropped_call_is_no_verdict() {
    let rule = "A call that is dropped is not counted: it was neither good nor bad.";
    check(rule, |desk| {
        for name in ["A", "B"] {
            desk.begins(name, 0);
            desk.ends_and_goes(name, 0, End::Fails, "closed");
        }
        // Not a third failure, and not the end of the row either.
        desk.begins("C", 0);
        desk.drops("C", 10, "closed");
        desk.begins("D", 10);
        desk.ends_and_goes("D", 20, End::Fails, "open");
    });
    check(rule, |desk| {
        desk.opens(0);
        for (name, at_ms) in [("P", 1_000), ("Q", 1_010), ("R", 1_020)] {
            desk.begins(name, at_ms);
            desk.drops(name, at_ms + 5, "half-open");
        }
        desk.begins("S", 1_030);
        desk.ends_and_goes("S", 1_100, End::Fails, "open");
        desk.refused_until("T", 1_100, 2_100);
    });
}

// A panic may come with the very first poll, and it may carry anything. Whoever catches
// it passes it on as it was: somebody above waits for it, and a log does. What it does to
// the breaker is the next question.
#[test]
fn the_panic_goes_on_as_it_was() {
    check("A panic goes on as it was: the same one, and not another.", |desk| {
        desk.asks("A", 0, "let through");
        desk.panics_and_carries("A");
        desk.begins("B", 0);
        desk.panics_and_carries("B");
    });
}

// The probe found a bug in our own code. The executor catches the panic, and only
// then throws the future away: at that time no thread is panicking any more.
#[test]
fn a_probe_that_panics_has_failed() {
    check("A call that panics has failed, and the cool-off begins anew.", |desk| {
        desk.opens(0);
        desk.begins("P", 1_000);
        desk.ends_and_goes("P", 1_100, End::Panics, "open");
        desk.refused_until("Q", 2_099, 2_100);
        desk.begins("R", 2_100);
        desk.refused_as_full("S", 2_100);
        desk.ends_and_goes("R", 2_200, End::Good, "closed");
    });
}

// The same while it is closed, for each call once: three panics in a row open it,
// and two do not.
#[test]
fn a_panic_counts_like_any_failure() {
    check("A call that panics is one failure, in closed too.", |desk| {
        for (name, end, state) in [
            ("A", End::Panics, "closed"),
            ("B", End::Fails, "closed"),
            ("C", End::Good, "closed"),
            ("D", End::Panics, "closed"),
            ("E", End::Panics, "closed"),
            ("F", End::Panics, "open"),
        ] {
            desk.begins(name, 0);
            desk.ends_and_goes(name, 0, end, state);
        }
    });
    // It may come with the very first poll.
    check("A call that panics is one failure, at its first poll too.", |desk| {
        for (name, state) in [("A", "closed"), ("B", "closed"), ("C", "open")] {
            desk.asks(name, 0, "let through");
            desk.ends_and_goes(name, 0, End::Panics, state);
        }
    });
}

// Some executors keep what is left of a task until somebody asks for its result. The
// breaker cannot wait for that: the failure is counted when it happens.
#[test]
fn a_panic_is_counted_when_it_happens() {
    let rule = "A panic is a failure at that moment, and not when its future is thrown away.";
    check(rule, |desk| {
        desk.opens(0);
        desk.begins("P", 1_000);
        desk.ends("P", 1_100, End::Panics, "open");
        desk.refused_until("Q", 1_500, 2_100);
        desk.drops("P", 1_600, "open");
        desk.refused_until("R", 1_700, 2_100);
        desk.begins("S", 2_100);
    });
}

// The request's handler has a bug and panics while it waits for us. So our call is
// dropped in the middle of somebody else's panic, and that is no verdict on the service.
#[test]
fn a_panic_of_the_caller_is_no_failure_of_the_call() {
    fn in_a_panic(desk: &mut Desk, name: &'static str, at_ms: u64, state: &str) {
        desk.at(at_ms);
        let text = desk.name(&format!("the caller of {name} panics; then it is"));
        let (breaker, under) = (&desk.breaker, desk.under.remove(name));
        desk.calls.expect(&text, state, || {
            let _ = catch_unwind(AssertUnwindSafe(|| {
                let _under = under;
                resume_unwind(Box::new("the handler has a bug"));
            }));
            breaker.state().to_owned()
        });
    }
    check("Only the call's own panic is its failure; a caller's panic drops it.", |desk| {
        for (name, at_ms) in [("A", 0), ("B", 20), ("C", 40)] {
            desk.begins(name, at_ms);
            in_a_panic(desk, name, at_ms + 10, "closed");
        }
        desk.opens(100);
        desk.begins("P", 1_100);
        in_a_panic(desk, "P", 1_110, "half-open");
        desk.begins("Q", 1_110);
        desk.refused_as_full("R", 1_110);
    });
}

// X went while all was well, and it is dropped while the probe is out. It never had
// the place, so it cannot give it back.
#[test]
fn a_call_from_before_gives_nothing_back() {
    let rule = "Only the probe has the place to give back; who went before it opened has none.";
    check(rule, |desk| {
        for name in ["W", "X", "Y"] {
            desk.begins(name, 0);
        }
        desk.opens(0);
        desk.drops("W", 500, "open");
        desk.refused_until("O", 500, 1_000);
        desk.begins("P", 1_000);
        desk.drops("X", 1_010, "half-open");
        desk.refused_as_full("Q", 1_010);
        desk.ends_and_goes("Y", 1_020, End::Panics, "half-open");
        desk.refused_as_full("R", 1_020);
        desk.ends_and_goes("P", 1_100, End::Good, "closed");
    });
}

// A future that has ended may lie around for a while before it is dropped. By then
// another probe may be out, and its place is not the old one's to give.
#[test]
fn what_has_ended_gives_nothing_back_twice() {
    let rule = "A call reports once: one that has ended gives nothing back when it is dropped.";
    check(rule, |desk| {
        desk.opens(0);
        desk.begins("P", 1_000);
        desk.ends("P", 1_100, End::Fails, "open");
        desk.begins("Q", 2_100);
        desk.drops("P", 2_200, "half-open");
        desk.refused_as_full("R", 2_200);
        desk.ends("Q", 2_300, End::Good, "closed");
        desk.opens(2_300);
        desk.begins("S", 3_300);
        desk.drops("Q", 3_400, "half-open");
        desk.refused_as_full("T", 3_400);
    });
    check(rule, |desk| {
        desk.opens(0);
        desk.begins("P", 1_000);
        desk.ends("P", 1_100, End::Panics, "open");
        desk.begins("Q", 2_100);
        desk.drops("P", 2_200, "half-open");
        desk.refused_as_full("R", 2_200);
    });
}

// A slow probe is no dropped probe. Whoever frees the place by the clock lets two in.
#[test]
fn a_slow_probe_keeps_its_place() {
    check("While the probe is under way nobody else passes, however long it takes.", |desk| {
        desk.opens(0);
        desk.begins("P", 1_000);
        desk.refused_as_full("Q", 2_000);
        desk.refused_as_full("R", 3_600_000);
        desk.drops("P", 3_600_001, "half-open");
        desk.begins("S", 3_600_001);
    });
}

// A call holds the breaker by an `Arc`. When it is gone, so are its share and its work,
// however it ended; a guard that is silenced with `mem::forget` keeps its share for ever.
#[test]
fn a_call_leaves_nothing_behind() {
    check("A call that is gone holds neither the breaker nor its work.", |desk| {
        for (name, end) in [("A", End::Good), ("B", End::Fails), ("C", End::Panics)] {
            desk.begins(name, 0);
            desk.ends_and_goes(name, 0, end, "closed");
        }
        desk.begins("D", 0);
        let work = desk.under.get("D").map(|under| Arc::downgrade(&under.end));
        desk.drops("D", 0, "closed");
        let breaker = &desk.breaker;
        desk.calls
            .expect("how many hold the breaker", "1", || Arc::strong_count(breaker).to_string());
        desk.calls.expect("how many hold the work of D", "0", || {
            work.map_or(0, |work| work.strong_count()).to_string()
        });
    });
}

/// Work that waits, and keeps the waker that it was polled with.
struct Waits(Arc<Mutex<Option<Waker>>>);

impl Future for Waits {
    type Output = Result<(), ()>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        *self.0.lock().expect("it is whole") = Some(context.waker().clone());
        Poll::Pending
    }
}

/// A waker that can be told from others.
struct Nobody;

impl Wake for Nobody {
    fn wake(self: Arc<Self>) {}
}

// The executor polls your future, and your future polls the work. When the work can go
// on, it is the executor that has to hear of it.
#[test]
fn the_work_wakes_whoever_polls_the_call() {
    check("The work is polled with the waker that the call was polled with.", |desk| {
        let kept = Arc::new(Mutex::new(None));
        let call = desk.breaker.call(Waits(Arc::clone(&kept))).ok();
        let waker = Waker::from(Arc::new(Nobody));
        desk.calls.expect("a call is polled; its work has the executor's waker", "true", || {
            if let Some(mut call) = call {
                let _ = Pin::new(&mut call).poll(&mut Context::from_waker(&waker));
            }
            let kept = kept.lock().expect("it is whole");
            kept.as_ref().is_some_and(|kept| kept.will_wake(&waker)).to_string()
        });
    });
}

// The work may use the same breaker: it logs its state, or makes a second call. If
// the breaker's lock is held while the work is polled, it waits for itself.
#[test]
fn the_work_may_ask_the_breaker() {
    check("While the work is polled, the breaker can be asked.", |desk| {
        let (breaker, polled) = (Arc::clone(&desk.breaker), Arc::clone(&desk.polled));
        let work = async move {
            polled.store(true, Relaxed);
            match breaker.call(async { Ok::<_, ()>(()) }) {
                Ok(inner) => inner.await.map(|()| breaker.state()),
                Err(_) => Err(()),
            }
        };
        let outer = desk.breaker.call(work).ok();
        desk.calls.expect("a call that makes a second one inside", "closed", || {
            let mut context = Context::from_waker(Waker::noop());
            let came = outer.map(|mut outer| Pin::new(&mut outer).poll(&mut context));
            desk.polled.store(false, Relaxed);
            match came {
                Some(Poll::Ready(Ok(state))) => state.to_owned(),
                _ => "no result".to_owned(),
            }
        });
    });
}

// All of it. The callers of probes 4 and 6 go away, probe 7 has a bug and panics, and
// probe 10 is the good one.
#[test]
fn on_the_stage_it_finds_its_way_back() {
    let planned = [1_100, 1_120, 1_160, 1_200, 1_300].map(Planned::at);
    let mut requests = planned.to_vec();
    requests[3] = Planned::at(1_200).cost(2);
    requests.extend([2_299, 2_300, 2_350, 2_400].map(Planned::at));
    let press = |at_ms, press| Intervention { at_ms, press };
    let scenario = Scenario {
        params: Params::new().with("failing", 100).with("latency-ms", 100),
        until_ms: 5_000,
        arrivals: vec![Arrivals::Burst { at_ms: 0, count: 3 }, Arrivals::List(requests)],
        interventions: vec![
            press(500, Press::Set(Setting { name: "failing".to_owned(), value: 0 })),
            press(1_150, Press::Drop(RequestId(4))),
            press(1_190, Press::Drop(RequestId(6))),
        ],
        ..Scenario::default()
    };
    let expected: [(u32, Expected); 9] = [
        (4, AdmittedAt(1_100)),
        (5, RefusedAt(1_120)),
        (6, AdmittedAt(1_160)),
        (7, AdmittedAt(1_200)),
        (8, RefusedAt(1_300)),
        (9, RefusedAt(2_299)),
        (10, AdmittedAt(2_300)),
        (11, RefusedAt(2_350)),
        (12, AdmittedAt(2_400)),
    ];
    let rule = "Every call that was let through reports: by its result, its panic, or its drop. \
                (Request 7 \"asks for 2\": that is a call whose work panics.)";
    run_within(LIMIT, scenario, subject).expect(rule, &expected);
}
