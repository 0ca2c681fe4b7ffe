//! The clock that anyone would write for a test, wrong on purpose.
//!
//! It wakes its sleepers in the order in which they came, it counts in
//! milliseconds, and it subtracts times as if clocks never went back. The
//! lesson runs it and shows each of the three.

use std::task::Waker;

/// A clock pushed by hand, with three mistakes.
#[derive(Debug, Default)]
pub struct FirstClock {
    now_ms: u64,
    sleepers: Vec<(u64, Waker)>,
}

impl FirstClock {
    /// Milliseconds since `earlier_ms`.
    ///
    /// Mistake one: if the clock went back, this wraps round to 584 million
    /// years. (With a plain `-` a debug build panics instead.)
    pub fn elapsed_ms(&self, earlier_ms: u64) -> u64 {
        self.now_ms.wrapping_sub(earlier_ms)
    }

    /// Sets the time.
    pub fn set_ms(&mut self, now_ms: u64) {
        self.now_ms = now_ms;
    }

    /// Puts a sleeper on the list.
    ///
    /// Mistake two: if `at_ms` has passed already, the sleeper still has to
    /// wait until somebody moves the clock.
    pub fn sleep_until(&mut self, at_ms: u64, waker: Waker) {
        self.sleepers.push((at_ms, waker)); // lit: held
    }

    /// Moves the clock and wakes whoever is due.
    ///
    /// Mistake three: in the order in which they came, not in the order of
    /// their times.
    pub fn advance_ms(&mut self, by_ms: u64) {
        self.now_ms += by_ms;
        let now_ms = self.now_ms;
        let (due, later) = self.sleepers.drain(..).partition(|(at_ms, _)| *at_ms <= now_ms);
        self.sleepers = later;
        for (_, waker) in due {
            waker.wake(); // lit: admitted
        }
    }
}
