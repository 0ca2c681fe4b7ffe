//! The lock-free bucket over an atomic whose every first exchange fails without
//! a reason, as `compare_exchange_weak` may on real machines and never does in
//! the model. It also counts the exchanges: a refusal makes none.

use clock::{ManualClock, Moment};

use super::{Limit, Rate, Refused};
// What the mechanism's file names through `super::`.
use super::{gcra, limit, refused};

#[expect(clippy::duplicate_mod, dead_code, reason = "the same file over other memory, in part")]
#[path = "lock_free.rs"]
mod lock_free;

use lock_free::GcraBucket;

mod sync {
    pub(super) mod atomic {
        use std::cell::Cell;
        pub use std::sync::atomic::Ordering;

        thread_local! {
            /// Exchanges that this thread has tried.
            pub static EXCHANGES: Cell<u32> = const { Cell::new(0) };
        }

        #[derive(Debug)]
        pub struct AtomicU64(std::sync::atomic::AtomicU64);

        impl AtomicU64 {
            pub fn new(word: u64) -> Self {
                Self(std::sync::atomic::AtomicU64::new(word))
            }

            pub fn load(&self, order: Ordering) -> u64 {
                self.0.load(order)
            }

            pub fn fetch_sub(&self, value: u64, order: Ordering) -> u64 {
                self.0.fetch_sub(value, order)
            }

            pub fn compare_exchange_weak(
                &self,
                current: u64,
                new: u64,
                success: Ordering,
                failure: Ordering,
            ) -> Result<u64, u64> {
                EXCHANGES.set(EXCHANGES.get() + 1);
                if EXCHANGES.get() % 2 == 1 {
                    return Err(self.0.load(failure));
                }
                self.0.compare_exchange(current, new, success, failure)
            }
        }
    }
}

fn exchanges() -> u32 {
    sync::atomic::EXCHANGES.get()
}

fn drained() -> (ManualClock, GcraBucket<ManualClock>) {
    let limit = Limit::new(Rate::per_second(10), 2).unwrap();
    let clock = ManualClock::new();
    let bucket = GcraBucket::with_clock(limit, clock.clone());
    assert_eq!(bucket.try_acquire_n(2), Ok(()));
    (clock, bucket)
}

#[test]
fn an_exchange_that_fails_for_no_reason_is_tried_again() {
    let (_, bucket) = drained();
    assert_eq!(exchanges(), 2);
    assert_eq!(bucket.micro_tokens(), 0, "taken once, although it was tried twice");
}

#[test]
fn a_refusal_writes_nothing() {
    let (clock, bucket) = drained();
    let before = exchanges();
    let refused = Err(Refused::Until(Moment::from_millis(100)));
    for _ in 0..100 {
        assert_eq!(bucket.try_acquire(), refused);
        assert_eq!(clock.drive(bucket.wait_n(1, Some(Moment::ZERO))), refused);
        assert!(bucket.try_acquire_n(3).is_err());
        assert_eq!(bucket.try_acquire_n(0), Ok(()));
    }
    assert_eq!(exchanges(), before);
}
