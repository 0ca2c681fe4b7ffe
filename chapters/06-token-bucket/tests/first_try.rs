//! The first try is wrong in three ways. Each is shown here as it is, so that the
//! lesson says nothing that does not happen.

use std::time::Duration;

use clock::Moment;
use token_bucket::first_try::FirstBucket;

fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

// RL03
#[test]
fn a_quiet_night_becomes_a_flood() {
    let mut bucket = FirstBucket::new(5.0, 5.0);
    // Ten seconds at five a second on top of five, where five were allowed.
    let passed = (0..100).filter(|_| bucket.try_acquire(ms(10_000)).is_ok()).count();
    assert_eq!(passed, 55);
}

// RL31
#[test]
fn a_clock_that_goes_back_pays_twice() {
    let mut bucket = FirstBucket::new(10.0, 2.0);
    assert!(bucket.try_acquire(ms(0)).is_ok());
    assert!(bucket.try_acquire(ms(0)).is_ok());
    let mut passed = 0;
    for _ in 0..10 {
        passed += usize::from(bucket.try_acquire(ms(100)).is_ok());
        assert!(bucket.try_acquire(ms(0)).is_err());
    }
    // A tenth of a second brings one token; the swing brought ten.
    assert_eq!(passed, 10);
}

// RL19
#[test]
fn who_waits_as_long_as_told_comes_too_early() {
    let mut bucket = FirstBucket::new(3.0, 1.0);
    assert!(bucket.try_acquire(ms(0)).is_ok());
    assert_eq!(bucket.try_acquire(ms(0)), Err(Duration::from_millis(333)));
    // A third of a millisecond is missing, which it calls nothing at all: a caller
    // that obeys asks again and again without a pause.
    assert_eq!(bucket.try_acquire(ms(333)), Err(Duration::ZERO));
    assert!(bucket.try_acquire(ms(334)).is_ok());
}
