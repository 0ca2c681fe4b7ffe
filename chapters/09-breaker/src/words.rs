//! The packed word, bit by bit.

use std::time::Duration;

use clock::Moment;

use super::rule::Rule;
use super::word::{DATA_MAX, GENERATION_MAX, HALF_MAX, Now, pack, unpack};
use super::{Settings, Trigger, Verdict};

fn rule() -> Rule {
    let settings = Settings {
        trigger: Trigger::Consecutive(1),
        cool_off: Duration::from_secs(1),
        successes: 1,
        ..Settings::default()
    };
    Rule::new(&settings).unwrap()
}

#[test]
fn what_is_packed_comes_out_again() {
    for generation in [0, 1, GENERATION_MAX] {
        for now in [
            Now::Closed { failures: 0 },
            Now::Closed { failures: u64::from(u32::MAX) },
            Now::Open { at_ms: 0 },
            Now::Open { at_ms: DATA_MAX },
            Now::HalfOpen { out: HALF_MAX, good: 0 },
            Now::HalfOpen { out: 0, good: HALF_MAX },
        ] {
            assert_eq!(unpack(pack(generation, now)), (generation, now));
        }
    }
}

#[test]
fn a_new_breaker_is_zero() {
    assert_eq!(unpack(0), (0, Now::Closed { failures: 0 }));
}

#[test]
fn after_the_last_generation_comes_the_first_and_the_state_is_whole() {
    let last = pack(GENERATION_MAX, Now::Closed { failures: 0 });
    let open = rule().report(last, GENERATION_MAX, Verdict::Failure, || Moment::ZERO);
    assert_eq!(open, Some(pack(0, Now::Open { at_ms: 0 })));
    let last = pack(GENERATION_MAX, Now::Open { at_ms: 0 });
    let (half, generation, probe) = rule().acquire(last, || Moment::from_millis(1000)).unwrap();
    assert_eq!(unpack(half), (0, Now::HalfOpen { out: 1, good: 0 }));
    assert_eq!((generation, probe), (0, true));
    let last = pack(GENERATION_MAX, Now::HalfOpen { out: 1, good: 0 });
    let closed = rule().report(last, GENERATION_MAX, Verdict::Success, || Moment::ZERO);
    assert_eq!(closed, Some(pack(0, Now::Closed { failures: 0 })));
}

/// 300 years after the clock's origin the opening no longer fits.
#[test]
fn a_moment_that_does_not_fit_makes_it_rest_too_little_and_nothing_worse() {
    let word = pack(3, Now::Closed { failures: 0 });
    let late = Moment::from_nanos(u64::MAX / 2);
    let open = rule().report(word, 3, Verdict::Failure, || late).unwrap();
    assert_eq!(unpack(open), (4, Now::Open { at_ms: DATA_MAX }));
    assert!(rule().acquire(open, || late).is_ok());
}
