#![doc = include_str!("../README.md")]
#![doc(test(attr(deny(warnings))))]

mod manual;
mod moment;
mod system;

pub mod first_try;

pub use manual::ManualClock;
pub use moment::Moment;
pub use system::SystemClock;

use std::future::Future;
use std::sync::Arc;

/// Gives the time, and nothing else.
///
/// Whatever decides by time takes a `Clock`, so that a test can hand it a
/// [`ManualClock`] and production a [`SystemClock`]. A public operation reads
/// its clock **once**: two readings in one decision are two different times.
pub trait Clock {
    /// The time now. It may be earlier than the last one: a caller that cares
    /// keeps the largest it has seen.
    fn now(&self) -> Moment;
}

/// A clock that can also wake a sleeper.
pub trait Timer: Clock {
    /// Completes once the clock has reached `at`; at once if it already has.
    ///
    /// The future may be dropped at any time and then leaves nothing behind.
    fn sleep_until(&self, at: Moment) -> impl Future<Output = ()> + Send;
}

impl<C: Clock + ?Sized> Clock for &C {
    fn now(&self) -> Moment {
        (**self).now()
    }
}

impl<T: Timer + ?Sized> Timer for &T {
    fn sleep_until(&self, at: Moment) -> impl Future<Output = ()> + Send {
        (**self).sleep_until(at)
    }
}

impl<C: Clock + ?Sized> Clock for Arc<C> {
    fn now(&self) -> Moment {
        (**self).now()
    }
}

impl<T: Timer + ?Sized> Timer for Arc<T> {
    fn sleep_until(&self, at: Moment) -> impl Future<Output = ()> + Send {
        (**self).sleep_until(at)
    }
}
