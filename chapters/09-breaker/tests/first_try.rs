//! The mistakes of the first try, each beside the breaker that makes it not.

use std::time::Duration;

use breaker::first_try::FirstBreaker;
use clock::Moment;

fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

fn first(failures: u32) -> FirstBreaker {
    FirstBreaker::new(failures, Duration::from_secs(1))
}

fn tripped() -> FirstBreaker {
    let breaker = first(3);
    for _ in 0..3 {
        breaker.failure(ms(0));
    }
    breaker
}

#[test]
fn it_opens_and_refuses_like_a_breaker() {
    let breaker = tripped();
    assert!(breaker.is_open());
    assert_eq!((breaker.failures(), breaker.retry_ms()), (3, 1000));
    assert!(!breaker.allow(ms(999)));
}

// spec R-19
#[test]
fn at_the_end_of_the_cool_off_everybody_goes() {
    let breaker = tripped();
    assert_eq!((0..50).filter(|_| breaker.allow(ms(1000))).count(), 50);
}

// spec R-19
#[test]
fn one_success_closes_it_and_it_may_be_a_late_one() {
    let breaker = tripped();
    breaker.success();
    assert!(breaker.allow(ms(30)));
}

// spec R-19: every hundredth of 500 calls fails.
#[test]
fn at_one_percent_of_failures_it_opens_at_call_500() {
    let breaker = first(5);
    let opened = (1..=1000).find(|call| {
        match call % 100 {
            0 => breaker.failure(ms(*call)),
            _ => breaker.success(),
        }
        breaker.is_open()
    });
    assert_eq!(opened, Some(500));
}

#[test]
fn a_late_failure_makes_the_cool_off_longer() {
    let breaker = tripped();
    breaker.failure(ms(900));
    assert!(!breaker.allow(ms(1000)));
}

#[test]
fn a_copy_goes_its_own_way() {
    let breaker = tripped();
    let copy = breaker.clone();
    breaker.success();
    assert!(copy.is_open() && !breaker.is_open());
}
