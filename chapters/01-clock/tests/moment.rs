//! Points in time, up to the ends of the range.

use std::time::Duration;

use clock::Moment;

const NANO: Duration = Duration::from_nanos(1);

/// One nanosecond more than the range: in 64 bits it would look like nothing.
const BEYOND: Duration = Duration::new(18_446_744_073, 709_551_616);

// spec C-04
#[test]
fn nothing_passes_from_later_to_earlier() {
    let (early, late) = (Moment::from_millis(400), Moment::from_millis(1000));
    assert_eq!(late.since(early), Duration::from_millis(600));
    assert_eq!(early.since(late), Duration::ZERO);
    assert_eq!(Moment::ZERO.since(Moment::MAX), Duration::ZERO);
    assert_eq!(Moment::MAX.since(Moment::ZERO), Duration::from_nanos(u64::MAX));
}

// spec C-04
#[test]
fn adding_stops_at_the_last_moment() {
    let almost = Moment::from_nanos(u64::MAX - 1);
    assert_eq!(almost + NANO, Moment::MAX);
    assert_eq!(almost.checked_add(NANO), Some(Moment::MAX));
    assert_eq!(Moment::MAX + NANO, Moment::MAX);
    assert_eq!(Moment::MAX.checked_add(NANO), None);
    // More nanoseconds than 64 bits hold, from either end.
    assert_eq!(Moment::ZERO + Duration::MAX, Moment::MAX);
    assert_eq!(Moment::MAX.saturating_add(Duration::MAX), Moment::MAX);
    assert_eq!(Moment::ZERO.checked_add(Duration::MAX), None);
    assert_eq!(Moment::ZERO.checked_add(BEYOND), None);
    let longest = Duration::from_nanos(u64::MAX);
    assert_eq!(Moment::ZERO.checked_add(longest), Some(Moment::MAX));
    assert_eq!(Moment::from_millis(u64::MAX), Moment::MAX);
}

// spec C-04
#[test]
fn subtracting_stops_at_the_origin() {
    assert_eq!(Moment::from_nanos(1).saturating_sub(NANO), Moment::ZERO);
    assert_eq!(Moment::ZERO.saturating_sub(NANO), Moment::ZERO);
    assert_eq!(Moment::MAX.saturating_sub(Duration::MAX), Moment::ZERO);
    assert_eq!(Moment::MAX.saturating_sub(BEYOND), Moment::ZERO);
    assert_eq!(Moment::MAX.saturating_sub(NANO), Moment::from_nanos(u64::MAX - 1));
}

#[test]
fn the_origin_is_an_ordinary_time() {
    assert_eq!(Moment::default(), Moment::ZERO);
    assert_eq!(Moment::from_millis(0), Moment::ZERO);
    assert_eq!(Moment::ZERO.since(Moment::ZERO), Duration::ZERO);
    assert!(Moment::ZERO < Moment::from_nanos(1));
}

#[test]
fn whole_milliseconds_are_rounded_down() {
    let moment = Moment::from_nanos(1_999_999);
    assert_eq!((moment.as_millis(), moment.as_nanos()), (1, 1_999_999));
    assert_eq!(Moment::from_millis(350).as_nanos(), 350_000_000);
}

#[test]
fn a_moment_is_told_in_milliseconds_with_the_decimals_that_it_has() {
    let told = |nanos| Moment::from_nanos(nanos).to_string();
    assert_eq!(told(0), "0 ms");
    assert_eq!(told(350_000_000), "350 ms");
    assert_eq!(told(1_500_000), "1.5 ms");
    assert_eq!(told(1_000_001), "1.000001 ms");
    assert_eq!(told(100_000), "0.1 ms");
    assert_eq!(told(1), "0.000001 ms");
}
