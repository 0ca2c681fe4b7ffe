//! Every interleaving of two or three threads at one breaker, on modelled memory
//! (spec ).
//!
//! Each test says the exact set of outcomes: one that saw a single outcome where
//! there are two would prove nothing. The clock is pushed by hand and stands still
//! while the threads run.

use std::sync::Arc;
use std::time::Duration;

use ::interleavings::{Explorer, explore, thread};
use clock::{ManualClock, Moment};

use super::packed_permit::PackedPermit;
use super::{Breaker, Counted, PackedBreaker, Refused, Settings, State, Ticket, Trigger, Verdict};
use Counted::{Late, Yes};
use Verdict::{Failure, Success};

#[path = "interleavings/first.rs"]
mod first;
#[path = "interleavings/told.rs"]
mod told;

/// What came of asking. It can be ordered, as a set of outcomes must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Sent,
    Probe,
    /// Refused until then, in milliseconds.
    Until(u64),
    Full,
}
use Seen::{Full, Probe, Sent, Until};

fn seen(result: &Result<Ticket, Refused>) -> Seen {
    match result {
        Ok(ticket) if ticket.probe => Probe,
        Ok(_) => Sent,
        Err(Refused::Open { retry_at }) => Until(retry_at.as_millis()),
        Err(Refused::HalfOpenFull) => Full,
        Err(refused) => unreachable!("{refused}"),
    }
}

/// The same tests for both. Tickets instead of permits, since a ticket can go to
/// another thread and nothing happens where it ends.
trait Subject: Send + Sync + Sized + 'static {
    fn closed(settings: Settings, clock: ManualClock) -> Self;
    fn acquire(&self) -> Result<Ticket, Refused>;
    fn report(&self, ticket: Ticket, verdict: Verdict) -> Counted;
    /// What a permit does that is dropped.
    fn give_back(&self, ticket: Ticket);
    fn state(&self) -> State;

    fn ask(&self) -> Seen {
        seen(&self.acquire())
    }
    fn call(&self) -> Ticket {
        self.acquire().expect("it is let through")
    }
}

impl Subject for Breaker<ManualClock> {
    fn closed(settings: Settings, clock: ManualClock) -> Self {
        Self::with_clock(settings, clock).unwrap()
    }
    fn acquire(&self) -> Result<Ticket, Refused> {
        self.acquire()
    }
    fn report(&self, ticket: Ticket, verdict: Verdict) -> Counted {
        self.report(ticket, verdict)
    }
    fn give_back(&self, ticket: Ticket) {
        self.give_back(ticket);
    }
    fn state(&self) -> State {
        self.state()
    }
}

impl Subject for PackedBreaker<ManualClock> {
    fn closed(settings: Settings, clock: ManualClock) -> Self {
        Self::with_clock(&settings, clock).unwrap()
    }
    fn acquire(&self) -> Result<Ticket, Refused> {
        let (generation, probe) = self.acquire()?;
        Ok(Ticket { generation, sent: Moment::ZERO, probe })
    }
    fn report(&self, ticket: Ticket, verdict: Verdict) -> Counted {
        self.report(ticket.generation, verdict)
    }
    fn give_back(&self, ticket: Ticket) {
        drop(PackedPermit::new(self, ticket.generation, ticket.probe));
    }
    fn state(&self) -> State {
        self.state()
    }
}

/// So many failures in a row, 1000 ms, one probe, one good one closes it.
fn settings(failures: u32) -> Settings {
    Settings {
        trigger: Trigger::Consecutive(failures),
        cool_off: Duration::from_secs(1),
        probes: 1,
        successes: 1,
        ..Settings::default()
    }
}

fn closed<S: Subject>(failures: u32) -> (ManualClock, Arc<S>) {
    let clock = ManualClock::new();
    (clock.clone(), Arc::new(S::closed(settings(failures), clock)))
}

/// Opened at 0, at the very end of its cool-off; one failure opens it.
fn rested<S: Subject>() -> Arc<S> {
    let (clock, breaker) = closed::<S>(1);
    breaker.report(breaker.call(), Failure);
    clock.set(Moment::from_millis(1000));
    breaker
}

fn at_the_end_of_the_cool_off_one_thread_is_the_probe<S: Subject>() {
    let model = || {
        let a = rested::<S>();
        let (b, after) = (a.clone(), a.clone());
        let (one, two) = thread::both(move || a.ask(), move || b.ask());
        (one, two, after.state())
    };
    let one = |seen: &(Seen, Seen, State)| (seen.0 == Probe) != (seen.1 == Probe);
    let exploration = explore(model, one);
    exploration.assert_holds("one of two threads is the probe");
    exploration.assert_outcomes(&[(Probe, Full, State::HalfOpen), (Full, Probe, State::HalfOpen)]);
}

/// Bounded: at most two preemptions.
fn of_three_threads_one_is_the_probe<S: Subject>() {
    let model = || {
        let a = rested::<S>();
        let (b, c) = (a.clone(), a.clone());
        thread::three(move || a.ask(), move || b.ask(), move || c.ask())
    };
    Explorer::new().preemptions(2).explore(model, |_| true).assert_outcomes(&[
        (Probe, Full, Full),
        (Full, Probe, Full),
        (Full, Full, Probe),
    ]);
}

/// Two reports at once, of calls that were admitted together; one failure was
/// there before them, and two in a row open it.
fn at_the_threshold<S: Subject>(one: Verdict, two: Verdict) -> (Counted, Counted, State) {
    let (_, a) = closed::<S>(2);
    let (x, y) = (a.call(), a.call());
    a.report(a.call(), Failure);
    let (b, after) = (a.clone(), a.clone());
    let (one, two) = thread::both(move || a.report(x, one), move || b.report(y, two));
    (one, two, after.state())
}

fn a_success_at_the_threshold_comes_before_the_failure_or_too_late<S: Subject>() {
    explore(|| at_the_threshold::<S>(Success, Failure), |_| true)
        .assert_outcomes(&[(Yes, Yes, State::Closed), (Late, Yes, State::Open)]);
}

fn of_two_failures_at_the_threshold_one_opens_it<S: Subject>() {
    explore(|| at_the_threshold::<S>(Failure, Failure), |_| true)
        .assert_outcomes(&[(Yes, Late, State::Open), (Late, Yes, State::Open)]);
}

fn no_failure_of_two_is_lost<S: Subject>() {
    let model = || {
        let (_, a) = closed::<S>(2);
        let (x, y, b, after) = (a.call(), a.call(), a.clone(), a.clone());
        let both = thread::both(move || a.report(x, Failure), move || b.report(y, Failure));
        (both, after.state())
    };
    explore(model, |_| true).assert_outcomes(&[((Yes, Yes), State::Open)]);
}

fn a_late_report_says_nothing_to_the_thread_that_becomes_the_probe<S: Subject>() {
    for verdict in [Success, Failure] {
        let model = move || {
            let (clock, a) = closed::<S>(1);
            let old = a.call();
            a.report(a.call(), Failure);
            clock.set(Moment::from_millis(1000));
            let (b, after) = (a.clone(), a.clone());
            let seen = thread::both(move || a.ask(), move || b.report(old, verdict));
            (seen, after.state())
        };
        explore(model, |_| true).assert_outcomes(&[((Probe, Late), State::HalfOpen)]);
    }
}

fn a_late_failure_does_not_open_what_a_probe_closes<S: Subject>() {
    let model = || {
        let (clock, a) = closed::<S>(1);
        let old = a.call();
        a.report(a.call(), Failure);
        clock.set(Moment::from_millis(1000));
        let probe = a.call();
        let (b, after) = (a.clone(), a.clone());
        let seen = thread::both(move || a.report(probe, Success), move || b.report(old, Failure));
        (seen, after.state())
    };
    explore(model, |_| true).assert_outcomes(&[((Yes, Late), State::Closed)]);
}

/// A probe is out; one thread does `end` to it while another asks.
fn ask_against<S: Subject>(end: fn(&S, Ticket)) -> (Seen, State) {
    let a = rested::<S>();
    let probe = a.call();
    let (b, after) = (a.clone(), a.clone());
    let ((), seen) = thread::both(move || end(&a, probe), move || b.ask());
    (seen, after.state())
}

fn fails<S: Subject>(breaker: &S, probe: Ticket) {
    breaker.report(probe, Failure);
}

fn is_well<S: Subject>(breaker: &S, probe: Ticket) {
    breaker.report(probe, Success);
}

fn a_place_that_is_given_back_is_there_once<S: Subject>() {
    explore(|| ask_against::<S>(S::give_back), |_| true)
        .assert_outcomes(&[(Full, State::HalfOpen), (Probe, State::HalfOpen)]);
}

fn beside_a_probe_that_fails_nobody_goes<S: Subject>() {
    explore(|| ask_against::<S>(fails), |_| true)
        .assert_outcomes(&[(Full, State::Open), (Until(2000), State::Open)]);
}

fn beside_a_probe_that_is_well_a_call_is_refused_or_goes_as_usual<S: Subject>() {
    explore(|| ask_against::<S>(is_well), |_| true)
        .assert_outcomes(&[(Full, State::Closed), (Sent, State::Closed)]);
}

macro_rules! for_both {
    ($($rule:ident),* $(,)?) => {
        mod the_mutex_breaker {
            $(#[test] fn $rule() { super::$rule::<super::Breaker<clock::ManualClock>>(); })*
        }
        mod the_packed_breaker {
            $(#[test] fn $rule() { super::$rule::<super::PackedBreaker<clock::ManualClock>>(); })*
        }
    };
}

for_both!(
    at_the_end_of_the_cool_off_one_thread_is_the_probe,
    of_three_threads_one_is_the_probe,
    a_success_at_the_threshold_comes_before_the_failure_or_too_late,
    of_two_failures_at_the_threshold_one_opens_it,
    no_failure_of_two_is_lost,
    a_late_report_says_nothing_to_the_thread_that_becomes_the_probe,
    a_late_failure_does_not_open_what_a_probe_closes,
    a_place_that_is_given_back_is_there_once,
    beside_a_probe_that_fails_nobody_goes,
    beside_a_probe_that_is_well_a_call_is_refused_or_goes_as_usual,
);
