//! What the tests of the four ways to count share: one trait over all of them,
//! so that each rule is written once.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use std::time::Duration;

use clock::{ManualClock, Moment};
use window::{
    Fixed, FixedWindow, Limit, Log, Refused, Ring, Rule, SlidingCounter, SlidingLog, Two,
    TwoWindows,
};

/// What all of them can do, on a clock that the test pushes.
pub trait Window: Sized + Sync {
    fn with(limit: Limit, clock: ManualClock) -> Self;
    fn try_acquire(&self) -> Result<(), Refused>;
    fn try_acquire_n(&self, n: u32) -> Result<(), Refused>;
    fn remaining(&self) -> u32;
}

macro_rules! forward {
    ($type:ty, $make:expr) => {
        impl Window for $type {
            fn with(limit: Limit, clock: ManualClock) -> Self {
                let make: fn(Limit, ManualClock) -> Self = $make;
                make(limit, clock)
            }
            fn try_acquire(&self) -> Result<(), Refused> {
                self.try_acquire()
            }
            fn try_acquire_n(&self, n: u32) -> Result<(), Refused> {
                self.try_acquire_n(n)
            }
            fn remaining(&self) -> u32 {
                self.remaining()
            }
        }
    };
}

forward!(FixedWindow<ManualClock>, |limit, clock| Self::with_clock(Fixed::new(limit), clock));
forward!(SlidingLog<ManualClock>, |limit, clock| Self::with_clock(Log::new(limit), clock));
forward!(TwoWindows<ManualClock>, |limit, clock| Self::with_clock(Two::new(limit), clock));
forward!(SlidingCounter<ManualClock>, |limit, clock| {
    Self::with_clock(limit, 2, clock).expect("an even window")
});

/// An empty window of a second at 0, and its clock.
pub fn window<W: Window>(most: u32) -> (ManualClock, W) {
    let clock = ManualClock::new();
    (clock.clone(), W::with(limit(most, 1000), clock))
}

/// `most` in each `window_ms`.
pub fn limit(most: u32, window_ms: u64) -> Limit {
    Limit::new(most, Duration::from_millis(window_ms)).unwrap()
}

/// How many of `tries` requests pass, here and now.
pub fn passes<W: Window>(window: &W, tries: u32) -> usize {
    (0..tries).filter(|_| window.try_acquire().is_ok()).count()
}

/// The four rules as values.
pub fn rules(limit: Limit, slots: u32) -> [(&'static str, Box<dyn Rule>); 4] {
    [
        ("fixed", Box::new(Fixed::new(limit))),
        ("log", Box::new(Log::new(limit))),
        ("ring", Box::new(Ring::new(limit, slots).unwrap())),
        ("two", Box::new(Two::new(limit))),
    ]
}

/// "Not before `at_ms`".
pub fn until_ms(at_ms: u64) -> Result<(), Refused> {
    Err(Refused::Until(ms(at_ms)))
}

/// Milliseconds after the origin.
pub const fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

/// One nanosecond before.
pub fn just_before(at: Moment) -> Moment {
    at.saturating_sub(Duration::from_nanos(1))
}
