//! What the tests of the two buckets share: one trait over both, so that each
//! rule is written once.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};
use std::time::Duration;

use clock::{ManualClock, Moment};
use token_bucket::{GcraBucket, Limit, Rate, Refused, TokenBucket};

/// What both buckets can do, on a clock that the test pushes.
pub trait Bucket: Sized + Sync {
    fn full(limit: Limit, clock: ManualClock) -> Self;
    fn try_acquire(&self) -> Result<(), Refused>;
    fn try_acquire_n(&self, n: u32) -> Result<(), Refused>;
    fn wait(&self) -> impl Future<Output = Result<(), Refused>>;
    fn wait_n(&self, n: u32, deadline: Option<Moment>)
    -> impl Future<Output = Result<(), Refused>>;
    fn micro_tokens(&self) -> i64;
    /// The bucket under another limit, each in its own way.
    fn changed(self, limit: Limit) -> Self;
}

macro_rules! forward {
    ($type:ty, |$bucket:ident, $limit:ident| $changed:expr) => {
        impl Bucket for $type {
            fn full(limit: Limit, clock: ManualClock) -> Self {
                Self::with_clock(limit, clock)
            }
            fn try_acquire(&self) -> Result<(), Refused> {
                self.try_acquire()
            }
            fn try_acquire_n(&self, n: u32) -> Result<(), Refused> {
                self.try_acquire_n(n)
            }
            fn wait(&self) -> impl Future<Output = Result<(), Refused>> {
                self.wait()
            }
            fn wait_n(
                &self,
                n: u32,
                deadline: Option<Moment>,
            ) -> impl Future<Output = Result<(), Refused>> {
                self.wait_n(n, deadline)
            }
            fn micro_tokens(&self) -> i64 {
                self.micro_tokens()
            }
            fn changed(self, $limit: Limit) -> Self {
                let $bucket = self;
                $changed
            }
        }
    };
}

forward!(TokenBucket<ManualClock>, |bucket, limit| {
    bucket.set_limit(limit);
    bucket
});
forward!(GcraBucket<ManualClock>, |bucket, limit| bucket.successor(limit));

/// Makes a test for each bucket out of each rule. A rule that is not listed is
/// dead code, which the compiler reports.
macro_rules! for_both {
    ($($rule:ident),* $(,)?) => {
        mod the_mutex_bucket {
            $(#[test] fn $rule() { super::$rule::<token_bucket::TokenBucket<clock::ManualClock>>(); })*
        }
        mod the_gcra_bucket {
            $(#[test] fn $rule() { super::$rule::<token_bucket::GcraBucket<clock::ManualClock>>(); })*
        }
    };
}
pub(crate) use for_both;

/// A full bucket at 0, with `per_second` tokens a second, and its clock.
pub fn bucket<B: Bucket>(per_second: u64, burst: u32) -> (ManualClock, B) {
    bucket_at(Rate::per_second(per_second), burst)
}

/// A full bucket at 0, and its clock.
pub fn bucket_at<B: Bucket>(rate: Rate, burst: u32) -> (ManualClock, B) {
    let clock = ManualClock::new();
    let bucket = B::full(limit(rate, burst), clock.clone());
    (clock, bucket)
}

/// A limit that is known to be one.
pub fn limit(rate: Rate, burst: u32) -> Limit {
    Limit::new(rate, burst).unwrap()
}

/// How many of `tries` requests for one token pass, here and now.
pub fn passes<B: Bucket>(bucket: &B, tries: u32) -> usize {
    (0..tries).filter(|_| bucket.try_acquire().is_ok()).count()
}

/// A wait that has taken its tokens and is not over.
pub fn begun<F: Future>(wait: F) -> Pin<Box<F>> {
    let mut wait = Box::pin(wait);
    let mut context = Context::from_waker(Waker::noop());
    assert!(wait.as_mut().poll(&mut context).is_pending(), "it did not have to wait");
    wait
}

/// "Not before `at_ms`".
pub fn until_ms(at_ms: u64) -> Result<(), Refused> {
    Err(Refused::Until(ms(at_ms)))
}

/// Milliseconds after the origin.
pub const fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

/// Nanoseconds after the origin.
pub const fn ns(at_ns: u64) -> Moment {
    Moment::from_nanos(at_ns)
}

/// One nanosecond before.
pub fn just_before(at: Moment) -> Moment {
    at.saturating_sub(Duration::from_nanos(1))
}
