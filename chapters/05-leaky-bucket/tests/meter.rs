//! What a leaky bucket does as a meter, in sentences.
//!
//! `RL…` is a bug that some library shipped; the test beside it would have
//! caught it.

mod common;

use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use clock::Moment;
use common::{just_before, meter, ms, ns, poured, until_ms};
use leaky_bucket::{ConfigError, Level, Meter, Pace, Refused};

// spec L-01
#[test]
fn five_go_in_at_once_and_a_sixth_a_millisecond_later_has_no_room() {
    let (clock, meter) = meter(10, 5);
    assert_eq!(poured(&meter, 6), 5);
    clock.set(ms(1));
    // 4.99 are in it: it is not full, and one more would make it run over.
    assert_eq!(meter.micro_requests(), 4_990_000);
    assert_eq!(meter.try_pour(), until_ms(100));
    clock.set(ms(99));
    assert_eq!(meter.try_pour(), until_ms(100));
    clock.set(ms(100));
    assert_eq!(meter.try_pour(), Ok(()));
}

// spec L-01
#[test]
fn of_one_each_millisecond_for_a_second_fourteen_go_in() {
    let (clock, meter) = meter(10, 5);
    let mut passed = 0;
    for at_ms in 0..1000 {
        clock.set(ms(at_ms));
        passed += poured(&meter, 1);
    }
    // Five, and one for each of the nine tenths of a second that are over.
    assert_eq!(passed, 14);
}

#[test]
fn several_at_once_go_in_together_or_not_at_all() {
    let (clock, meter) = meter(10, 5);
    assert_eq!(meter.try_pour_n(3), Ok(()));
    assert_eq!(meter.try_pour_n(3), until_ms(100));
    assert_eq!(meter.try_pour_n(2), Ok(()));
    assert_eq!(meter.try_pour_n(5), until_ms(500));
    clock.set(ms(500));
    assert_eq!(meter.try_pour_n(5), Ok(()));
}

// RL79, RL80: both sides of the boundary.
#[test]
fn more_than_the_capacity_is_an_error_of_its_own_even_when_it_is_empty() {
    let (clock, meter) = meter(10, 5);
    let over = Err(Refused::OverCapacity { asked: 6, capacity: 5 });
    assert_eq!(meter.try_pour_n(6), over);
    assert_eq!(meter.try_pour_n(5), Ok(()), "the whole capacity is not too much");
    assert_eq!(meter.try_pour_n(6), over);
    clock.set(ms(60_000));
    assert_eq!(meter.try_pour_n(6), over);
    assert_eq!(meter.micro_requests(), 0);
}

// RL19: a third of a second is no whole number of nanoseconds.
#[test]
fn the_hint_is_exact_to_the_nanosecond() {
    let (clock, meter) = meter(3, 1);
    assert_eq!(meter.try_pour(), Ok(()));
    let hint = ns(333_333_334);
    for early in [ms(0), ms(200), just_before(hint)] {
        clock.set(early);
        assert_eq!(meter.try_pour(), Err(Refused::Until(hint)));
    }
    clock.set(hint);
    assert_eq!(meter.try_pour(), Ok(()));
}

// RL20: the time until it is empty is not the time until there is room.
#[test]
fn a_full_bucket_asks_for_one_period_and_not_for_five() {
    let (clock, meter) = meter(5, 5);
    clock.set(ms(7000));
    assert_eq!(poured(&meter, 6), 5);
    assert_eq!(meter.try_pour(), until_ms(7200));
}

// RL53, RL54: who is refused is not in it.
#[test]
fn a_refusal_changes_nothing() {
    let (clock, meter) = meter(10, 2);
    clock.set(ms(100));
    assert_eq!(meter.try_pour_n(2), Ok(()));
    clock.set(ms(150));
    for _ in 0..100 {
        assert_eq!(meter.try_pour_n(2), until_ms(300));
    }
    assert_eq!(meter.micro_requests(), 1_500_000);
    clock.set(ms(200));
    assert_eq!(meter.try_pour(), Ok(()));
}

// RL14, gubernator#77: ten in 30 s, asked once a second, drained nothing at all.
#[test]
fn how_often_it_is_asked_makes_no_difference() {
    let (clock, asked) = meter(4, 10);
    let (other_clock, left_alone) = meter(4, 10);
    assert_eq!((poured(&asked, 10), poured(&left_alone, 10)), (10, 10));
    for at_ms in 1..=1000 {
        clock.set(ms(at_ms));
        assert_eq!(asked.micro_requests(), 10_000_000 - i64::try_from(at_ms).unwrap() * 4000);
        assert!(asked.try_pour_n(10).is_err());
    }
    other_clock.set(ms(1000));
    assert_eq!((poured(&asked, 9), poured(&left_alone, 9)), (4, 4));
}

// RL03, gubernator#87: an empty bucket does not go on draining.
#[test]
fn a_quiet_night_makes_it_empty_and_no_more() {
    let (clock, meter) = meter(10, 5);
    assert_eq!(poured(&meter, 3), 3);
    clock.set(ms(10_000));
    assert_eq!(meter.micro_requests(), 0);
    assert_eq!(poured(&meter, 60), 5);
}

// RL55, gubernator#118: emptied once a period, it lets twice its capacity in.
#[test]
fn it_drains_evenly_and_is_not_emptied_once_a_period() {
    let (clock, meter) = meter(5, 5);
    clock.set(ms(990));
    assert_eq!(poured(&meter, 10), 5);
    clock.set(ms(1000));
    assert_eq!(poured(&meter, 10), 0);
    clock.set(ms(1190));
    assert_eq!(poured(&meter, 10), 1);
}

// RL31: the same time does not drain it twice.
#[test]
fn a_clock_that_goes_back_drains_nothing() {
    let (clock, meter) = meter(10, 2);
    clock.set(ms(1000));
    assert_eq!(meter.try_pour_n(2), Ok(()));
    let mut passed = 0;
    for _ in 0..10 {
        clock.set(ms(1100));
        passed += poured(&meter, 1);
        clock.set(ms(0));
        assert_eq!(meter.try_pour_n(0), Ok(()));
        assert_eq!(meter.try_pour(), until_ms(1200));
    }
    assert_eq!(passed, 1);
}

#[test]
fn nothing_needs_no_room() {
    let (_, meter) = meter(10, 1);
    assert_eq!(meter.try_pour(), Ok(()));
    assert_eq!(meter.try_pour_n(0), Ok(()));
    assert_eq!(meter.micro_requests(), 1_000_000);
}

// RL11: a pace of zero is neither "unlimited" nor a very long wait.
#[test]
fn where_nothing_drains_it_is_filled_once_and_then_never() {
    let (clock, meter) = meter(0, 2);
    assert_eq!(meter.try_pour(), Ok(()));
    assert_eq!(meter.try_pour_n(2), Err(Refused::Never));
    clock.set(ms(1_000_000_000));
    assert_eq!(meter.try_pour(), Ok(()));
    assert_eq!(meter.try_pour(), Err(Refused::Never));
    assert_eq!(meter.try_pour_n(3), Err(Refused::OverCapacity { asked: 3, capacity: 2 }));
}

// RL01, RL02, RL29: elapsed × pace must not overflow, in either direction.
#[test]
fn after_584_years_it_is_empty_and_no_more() {
    for rate in [1, 3, 1_000_000_000, u64::MAX] {
        let (clock, meter) = meter(rate, 2);
        assert_eq!(poured(&meter, 3), 2);
        clock.set(Moment::MAX);
        assert_eq!(poured(&meter, 3), 2);
    }
    let (clock, meter) = meter(1, 1);
    clock.set(Moment::MAX);
    assert_eq!(meter.try_pour(), Ok(()));
    assert_eq!(meter.try_pour(), Err(Refused::Never), "no moment is that late");
}

// RL09: what cannot be counted is refused when it is built.
#[test]
fn what_cannot_be_counted_is_an_error_at_construction() {
    let day = Duration::from_hours(24);
    assert_eq!(Pace::every(Duration::ZERO), Err(ConfigError::NoTime));
    assert_eq!(Pace::every(Duration::MAX), Err(ConfigError::TooSlow));
    let daily = Pace::every(day).unwrap();
    assert_eq!(Meter::new(daily, 0).err(), Some(ConfigError::ZeroCapacity));
    // 292 years and 106 751 days are about the same.
    assert_eq!(Meter::new(daily, 106_752).err(), Some(ConfigError::TooSlow));
    assert!(Meter::new(daily, 106_751).is_ok());
}

// T-10 for the meter: a larger bucket has no more room than before.
#[test]
fn a_change_keeps_the_room_and_makes_none() {
    let (clock, meter) = meter(10, 5);
    assert_eq!(poured(&meter, 3), 3);
    let ten = Pace::per_second(10);
    // There was room for two, and there is.
    meter.set(ten, 50).unwrap();
    assert_eq!(poured(&meter, 50), 2);
    clock.set(ms(300));
    // Room for three; a bucket for two has room for two.
    meter.set(ten, 2).unwrap();
    assert_eq!(poured(&meter, 3), 2);
    // 0.5 drains at ten a second, and then it goes on at one a second.
    clock.set(ms(350));
    meter.set(Pace::per_second(1), 2).unwrap();
    assert_eq!(meter.try_pour(), until_ms(850));
    assert_eq!(meter.set(ten, 0), Err(ConfigError::ZeroCapacity));
    assert_eq!(meter.try_pour(), until_ms(850), "an error changes nothing");
}

#[test]
fn a_change_rounds_the_room_down() {
    // Half a request of room at one a second is half of 10⁹ units;
    // at one in three nanoseconds it would be 1.5, and it is 1.
    let mut level = Level::empty(Pace::per_second(1), 1, Moment::ZERO).unwrap();
    level.pour(1, Moment::ZERO).unwrap();
    level.set(Pace::every(Duration::from_nanos(3)).unwrap(), 1, ms(500)).unwrap();
    assert_eq!(level.fits(1, ms(500)), Some(ns(500_000_002)));
}

#[test]
fn of_eight_threads_exactly_the_capacity_goes_in() {
    let (clock, meter) = meter(10, 100);
    let together = Barrier::new(8);
    let passed: usize = thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    together.wait();
                    poured(&meter, 50)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(passed, 100);
    clock.set(ms(100));
    assert_eq!(poured(&meter, 2), 1);
}
