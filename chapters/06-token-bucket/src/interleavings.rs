//! Every interleaving of two or three threads at one bucket, on modelled memory
//! (spec T-09, T-10).
//!
//! Each test says the exact set of outcomes: one that saw a single outcome where
//! there are two would prove nothing. The clock is pushed by hand and stands still
//! while the threads run.

use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use ::interleavings::{Explorer, explore, thread};
use clock::ManualClock;

use super::{GcraBucket, Limit, Rate, Refused, TokenBucket};

/// What came of a request. It can be ordered, as a set of outcomes must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Passed,
    Waits,
    /// Refused until then, in milliseconds.
    Until(u64),
    OverBurst,
}
use Seen::{OverBurst, Passed, Until, Waits};

fn seen(result: Result<(), Refused>) -> Seen {
    match result {
        Ok(()) => Passed,
        Err(Refused::Until(at)) => Until(at.as_millis()),
        Err(Refused::OverBurst { .. }) => OverBurst,
        Err(Refused::Never) => unreachable!("tokens flow in"),
    }
}

/// The same tests for both.
trait Bucket: Send + Sync + Sized + 'static {
    fn full(limit: Limit, clock: ManualClock) -> Self;
    fn try_n(&self, n: u32) -> Seen;
    fn level(&self) -> i64;
    /// Begins a wait for one token by `by_ms`; whoever drops it gives the token back.
    fn begin(self: Arc<Self>, by_ms: u64) -> (Seen, impl Drop + Send + 'static);
}

macro_rules! bucket {
    ($type:ty) => {
        impl Bucket for $type {
            fn full(limit: Limit, clock: ManualClock) -> Self {
                Self::with_clock(limit, clock)
            }
            fn try_n(&self, n: u32) -> Seen {
                seen(self.try_acquire_n(n))
            }
            fn level(&self) -> i64 {
                self.micro_tokens()
            }
            fn begin(self: Arc<Self>, by_ms: u64) -> (Seen, impl Drop + Send + 'static) {
                let by = clock::Moment::from_millis(by_ms);
                let mut wait = Box::pin(async move { self.wait_n(1, Some(by)).await });
                match wait.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                    Poll::Pending => (Waits, Kept(wait)),
                    Poll::Ready(result) => (seen(result), Kept(wait)),
                }
            }
        }
    };
}
bucket!(TokenBucket<ManualClock>);
bucket!(GcraBucket<ManualClock>);

/// Keeps a wait until it is dropped.
struct Kept<W>(W);
impl<W> Drop for Kept<W> {
    fn drop(&mut self) {}
}

/// A full bucket at 0 with ten tokens a second, and its clock.
fn bucket<B: Bucket>(burst: u32) -> (ManualClock, Arc<B>) {
    let clock = ManualClock::new();
    (clock.clone(), Arc::new(B::full(per_second(10, burst), clock)))
}

fn per_second(tokens: u64, burst: u32) -> Limit {
    Limit::new(Rate::per_second(tokens), burst).unwrap()
}

fn the_last_token_goes_to_one_thread<B: Bucket>() {
    let model = || {
        let (_, a) = bucket::<B>(1);
        let b = a.clone();
        thread::both(move || a.try_n(1), move || b.try_n(1))
    };
    let one = |seen: &(Seen, Seen)| (seen.0 == Passed) != (seen.1 == Passed);
    let exploration = explore(model, one);
    exploration.assert_holds("the last token goes to one thread");
    exploration.assert_outcomes(&[(Passed, Until(100)), (Until(100), Passed)]);
}

fn two_tokens_are_enough_for_two_threads<B: Bucket>() {
    let model = || {
        let (_, a) = bucket::<B>(2);
        let (b, left) = (a.clone(), a.clone());
        let seen = thread::both(move || a.try_n(1), move || b.try_n(1));
        (seen, left.level())
    };
    explore(model, |_| true).assert_outcomes(&[((Passed, Passed), 0)]);
}

/// Bounded: at most two preemptions.
fn of_three_threads_the_burst_of_two_goes_to_two<B: Bucket>() {
    let model = || {
        let (_, a) = bucket::<B>(2);
        let (b, c, left) = (a.clone(), a.clone(), a.clone());
        let seen = thread::three(move || a.try_n(1), move || b.try_n(1), move || c.try_n(1));
        (seen, left.level())
    };
    Explorer::new().preemptions(2).explore(model, |_| true).assert_outcomes(&[
        ((Passed, Passed, Until(100)), 0),
        ((Passed, Until(100), Passed), 0),
        ((Until(100), Passed, Passed), 0),
    ]);
}

/// Who is refused is told the moment that is right for the state that it lost to:
/// a loop that keeps the hint of its first look tells an older one.
fn the_moment_belongs_to_the_state_that_refused<B: Bucket>() {
    let model = || {
        let (_, a) = bucket::<B>(3);
        let b = a.clone();
        thread::both(move || (a.try_n(1), a.try_n(1)), move || b.try_n(3))
    };
    explore(model, |_| true).assert_outcomes(&[
        ((Until(100), Until(100)), Passed),
        ((Passed, Passed), Until(100)),
        ((Passed, Passed), Until(200)),
    ]);
}

fn two_waits_are_never_told_the_same_moment<B: Bucket>() {
    let model = || {
        let (_, a) = bucket::<B>(1);
        assert_eq!(a.try_n(1), Passed);
        let (b, left) = (a.clone(), a.clone());
        let (a, b) = thread::both(move || a.begin(100), move || b.begin(100));
        (a.0, b.0, left.level())
    };
    explore(model, |_| true)
        .assert_outcomes(&[(Waits, Until(200), -1_000_000), (Until(200), Waits, -1_000_000)]);
}

/// A drained bucket at `at_ms`, with a wait since 0 that one thread drops while
/// another takes a token; the verdict, and what is left.
fn take_against_a_drop<B: Bucket>(burst: u32, at_ms: u64) -> (Seen, i64) {
    let (clock, a) = bucket::<B>(burst);
    assert_eq!(a.try_n(burst), Passed);
    let (waits, wait) = a.clone().begin(100);
    assert_eq!(waits, Waits);
    clock.advance(Duration::from_millis(at_ms));
    let left = a.clone();
    let ((), seen) = thread::both(move || drop(wait), move || a.try_n(1));
    (seen, left.level())
}

fn a_token_that_is_given_back_is_there_once<B: Bucket>() {
    // The wait holds the only token.
    explore(|| take_against_a_drop::<B>(1, 100), |_| true)
        .assert_outcomes(&[(Passed, 0), (Until(200), 1_000_000)]);
}

/// There is a token for both: neither write may undo the other.
fn a_token_that_is_given_back_undoes_no_other<B: Bucket>() {
    explore(|| take_against_a_drop::<B>(2, 200), |_| true).assert_outcomes(&[(Passed, 1_000_000)]);
}

macro_rules! for_both {
    ($($rule:ident),* $(,)?) => {
        mod the_mutex_bucket {
            $(#[test] fn $rule() { super::$rule::<super::TokenBucket<clock::ManualClock>>(); })*
        }
        mod the_gcra_bucket {
            $(#[test] fn $rule() { super::$rule::<super::GcraBucket<clock::ManualClock>>(); })*
        }
    };
}

for_both!(
    the_last_token_goes_to_one_thread,
    two_tokens_are_enough_for_two_threads,
    of_three_threads_the_burst_of_two_goes_to_two,
    the_moment_belongs_to_the_state_that_refused,
    two_waits_are_never_told_the_same_moment,
    a_token_that_is_given_back_is_there_once,
    a_token_that_is_given_back_undoes_no_other,
);

/// A bucket with three of five tokens, at 300 ms, of which one thread takes `n`
/// while another sets `limit`.
fn take_against_a_change(n: u32, limit: Limit) -> (Seen, i64) {
    let (clock, a) = bucket::<TokenBucket<ManualClock>>(5);
    assert_eq!(a.try_n(5), Passed);
    clock.advance(Duration::from_millis(300));
    let (b, left) = (a.clone(), a.clone());
    let (seen, ()) = thread::both(move || a.try_n(n), move || b.set_limit(limit));
    (seen, left.level())
}

#[test]
fn a_change_of_the_rate_comes_before_a_request_or_after_it() {
    let model = || take_against_a_change(5, per_second(1, 5));
    explore(model, |_| true).assert_outcomes(&[(Until(500), 3_000_000), (Until(2300), 3_000_000)]);
}

#[test]
fn a_change_of_the_burst_comes_before_a_request_or_after_it() {
    let model = || take_against_a_change(2, per_second(10, 2));
    explore(model, |_| true).assert_outcomes(&[(Passed, 1_000_000), (Passed, 0)]);
    let model = || take_against_a_change(3, per_second(10, 2));
    explore(model, |_| true).assert_outcomes(&[(Passed, 0), (OverBurst, 2_000_000)]);
}
