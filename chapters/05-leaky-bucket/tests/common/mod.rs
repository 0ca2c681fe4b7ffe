//! What the tests share.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};
use std::time::Duration;

use clock::{Clock, ManualClock, Moment};
use leaky_bucket::{Meter, Pace, Queue, Refused, TurnedAway};
use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// The seed is fixed: the same runs each time.
pub fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 200,
        rng_seed: RngSeed::Fixed(5),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// An empty meter at 0, and its clock.
pub fn meter(per_second: u64, capacity: u32) -> (ManualClock, Meter<ManualClock>) {
    let clock = ManualClock::new();
    let meter = Meter::with_clock(Pace::per_second(per_second), capacity, clock.clone());
    (clock, meter.unwrap())
}

/// An empty queue at 0 in which one may wait for ten seconds, and its clock.
pub fn queue(per_second: u64, places: u32) -> (ManualClock, Queue<ManualClock>) {
    queue_for(per_second, places, Duration::from_secs(10))
}

/// An empty queue at 0, and its clock.
pub fn queue_for(
    per_second: u64,
    places: u32,
    wait_max: Duration,
) -> (ManualClock, Queue<ManualClock>) {
    let clock = ManualClock::new();
    let pace = Pace::per_second(per_second);
    let queue = Queue::with_clock(pace, places, wait_max, clock.clone());
    (clock, queue)
}

/// How many of `tries` are poured in, here and now.
pub fn poured(meter: &Meter<ManualClock>, tries: u32) -> usize {
    (0..tries).filter(|_| meter.try_pour().is_ok()).count()
}

/// A wait that has its place in the line, or was turned away.
pub type Wait<'q> = Pin<Box<dyn Future<Output = Result<(), TurnedAway>> + 'q>>;

/// A wait that has its place.
pub fn begun<'q>(wait: impl Future<Output = Result<(), TurnedAway>> + 'q) -> Wait<'q> {
    let mut wait: Wait<'q> = Box::pin(wait);
    assert!(peek(&mut wait).is_none(), "it did not have to wait");
    wait
}

/// What came of a wait; `None` if it waits.
pub fn peek(wait: &mut Wait<'_>) -> Option<Result<(), TurnedAway>> {
    match wait.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        std::task::Poll::Ready(result) => Some(result),
        std::task::Poll::Pending => None,
    }
}

/// What came of a wait, and when, in milliseconds.
pub async fn timed(
    clock: &ManualClock,
    wait: impl Future<Output = Result<(), TurnedAway>>,
) -> (Result<(), TurnedAway>, u64) {
    let result = wait.await;
    let now = clock.now();
    assert_eq!(now, ms(now.as_millis()), "not a whole millisecond");
    (result, now.as_millis())
}

/// "No room before `at_ms`".
pub fn until_ms(at_ms: u64) -> Result<(), Refused> {
    Err(Refused::Until(ms(at_ms)))
}

/// "No place before `at_ms`".
pub fn full_ms(at_ms: u64) -> Result<(), TurnedAway> {
    Err(TurnedAway::Full { until: ms(at_ms) })
}

/// "Too long a line until `at_ms`".
pub fn long_ms(at_ms: u64) -> Result<(), TurnedAway> {
    Err(TurnedAway::TooLong { until: ms(at_ms) })
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
