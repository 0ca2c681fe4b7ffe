//! The first try is wrong in one word. What that lets through is shown here as it
//! is, so that the lesson says nothing that does not happen.

use std::time::Duration;

use clock::Moment;
use leaky_bucket::first_try::FirstMeter;

const PERIOD: Duration = Duration::from_millis(100);

fn ms(at_ms: u64) -> Moment {
    Moment::from_millis(at_ms)
}

// spec L-01
#[test]
fn a_sixth_goes_in_a_millisecond_after_the_fifth() {
    let mut meter = FirstMeter::new(PERIOD, 5);
    assert!((0..5).all(|_| meter.try_pour(ms(0))));
    assert!(!meter.try_pour(ms(0)), "five make it full");
    assert!(meter.try_pour(ms(1)), "499 ms are in it, and 500 make it full");
    // A bucket for five with 5.99 in it.
    assert_eq!(meter.level(ms(1)), Duration::from_millis(599));
}

// spec L-01
#[test]
fn of_one_each_millisecond_for_a_second_fifteen_go_in() {
    let mut meter = FirstMeter::new(PERIOD, 5);
    assert_eq!((0..1000).filter(|&at_ms| meter.try_pour(ms(at_ms))).count(), 15);
}
