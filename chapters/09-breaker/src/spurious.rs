//! The packed breaker over an atomic whose every first exchange fails without a
//! reason, as `compare_exchange_weak` may on real machines and never does in the
//! model. It also counts the exchanges: what changes nothing makes none.

use std::time::Duration;

use clock::{ManualClock, Moment};

use super::{Counted, Settings, State, Trigger};
// What the mechanism's files name through `super::`.
use super::{change, config_error, refused, rule, settings, word};

#[expect(clippy::duplicate_mod, dead_code, reason = "the same file over other memory, in part")]
#[path = "packed.rs"]
mod packed;
#[expect(clippy::duplicate_mod, dead_code, reason = "the same file over other memory, in part")]
#[path = "packed_permit.rs"]
mod packed_permit;

use packed::PackedBreaker;

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

            pub fn fetch_add(&self, value: u64, order: Ordering) -> u64 {
                self.0.fetch_add(value, order)
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

fn closed(failures: u32) -> (ManualClock, PackedBreaker<ManualClock>) {
    let settings = Settings {
        trigger: Trigger::Consecutive(failures),
        cool_off: Duration::from_secs(1),
        successes: 1,
        ..Settings::default()
    };
    let clock = ManualClock::new();
    (clock.clone(), PackedBreaker::with_clock(&settings, clock).unwrap())
}

#[test]
fn an_exchange_that_fails_for_no_reason_is_tried_again() {
    let (clock, breaker) = closed(2);
    breaker.permit().unwrap().failure();
    assert_eq!((exchanges(), breaker.state()), (2, State::Closed), "counted once");
    breaker.permit().unwrap().failure();
    assert_eq!((exchanges(), breaker.state()), (4, State::Open));
    clock.set(Moment::from_millis(1000));
    let probe = breaker.permit().unwrap();
    assert_eq!(exchanges(), 6);
    assert!(breaker.permit().is_err(), "and one place was taken");
    assert_eq!(probe.success(), Counted::Yes);
    assert_eq!((exchanges(), breaker.state()), (8, State::Closed));
}

#[test]
fn what_changes_nothing_writes_nothing() {
    let (_, breaker) = closed(1);
    for _ in 0..100 {
        breaker.permit().unwrap().success();
        breaker.permit().unwrap().ignore();
        drop(breaker.permit().unwrap());
    }
    let late = breaker.permit().unwrap();
    assert_eq!(exchanges(), 0);
    breaker.permit().unwrap().failure();
    let before = exchanges();
    for _ in 0..100 {
        assert!(breaker.permit().is_err());
    }
    assert_eq!(late.failure(), Counted::Late);
    assert_eq!(exchanges(), before);
}

#[test]
fn a_permit_of_four_million_changes_ago_takes_no_place_with_it() {
    use super::change::Verdict;
    use super::rule::Rule;
    use super::word::{Now, pack, unpack};

    let settings = Settings { trigger: Trigger::Consecutive(1), ..Settings::default() };
    let rule = Rule::new(&settings).unwrap();
    // Its generation is in use again, and half-open with nobody out.
    let word = pack(7, Now::HalfOpen { out: 0, good: 0 });
    for verdict in [Verdict::Ignored, Verdict::Success] {
        let after = rule.report(word, 7, verdict, || Moment::ZERO).expect("it cannot be told");
        let (generation, now) = unpack(after);
        assert!(generation == 7 && matches!(now, Now::HalfOpen { out: 0, .. }), "{verdict:?}");
    }
}
