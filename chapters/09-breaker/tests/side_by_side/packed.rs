use std::time::Duration;

use breaker::{Breaker, PackedBreaker};
use clock::{Clock, ManualClock, Moment};
use proptest::prelude::*;

use super::config;
use super::ops::{Op, drops, ends, in_a_row, on};

proptest! {
    #![proptest_config(config())]

    /// At whole milliseconds, and while time does not go back.
    #[test]
    fn the_packed_breaker_does_what_the_other_does(
        settings in in_a_row(),
        ops in prop::collection::vec(
            prop_oneof![3 => on(), 8 => Just(Op::Ask), 7 => ends(), 1 => drops()],
            1..150,
        ),
    ) {
        let clock = ManualClock::new();
        let plain = Breaker::with_clock(settings.clone(), clock.clone()).expect("possible");
        let packed = PackedBreaker::with_clock(&settings, clock.clone()).expect("possible");
        let mut under_way = vec![];
        for op in ops {
            let now = clock.now();
            match op {
                Op::On(by) => clock.advance(Duration::from_millis(by)),
                Op::Ask => match (plain.permit(), packed.permit()) {
                    (Ok(one), Ok(two)) => {
                        prop_assert_eq!(one.is_probe(), two.is_probe());
                        under_way.push((one, two));
                    }
                    (one, two) => prop_assert_eq!(one.err(), two.err(), "at {}", now),
                },
                Op::End(number, verdict) if !under_way.is_empty() => {
                    let (one, two) = under_way.remove(number % under_way.len());
                    prop_assert_eq!(one.report(verdict), two.report(verdict), "at {}", now);
                }
                Op::Drop(number) if !under_way.is_empty() => {
                    drop(under_way.remove(number % under_way.len()));
                }
                _ => {}
            }
            prop_assert_eq!(plain.state(), packed.state(), "at {}", clock.now());
            let (late, ignored) = plain.read(|machine, _| (machine.late(), machine.ignored()));
            prop_assert_eq!((late, ignored), (packed.late(), packed.ignored()));
        }
    }

    /// Between whole milliseconds it rests up to one longer, and never less.
    #[test]
    fn it_never_rests_less_than_it_should(
        opened_ns in 0..10_000_000_u64,
        cool_off_ns in 1..10_000_000_u64,
    ) {
        let clock = ManualClock::new();
        let settings = breaker::Settings {
            trigger: breaker::Trigger::Consecutive(1),
            cool_off: Duration::from_nanos(cool_off_ns),
            ..breaker::Settings::default()
        };
        let packed = PackedBreaker::with_clock(&settings, clock.clone()).expect("possible");
        clock.set(Moment::from_nanos(opened_ns));
        packed.permit().expect("closed").failure();
        let refused = packed.permit().expect_err("it is open");
        let until = refused.retry_at().expect("it is open").as_nanos();
        let exact = opened_ns + cool_off_ns;
        prop_assert!(until >= exact && until < exact + 2_000_000, "{until} after {exact}");
        clock.set(Moment::from_nanos(until - 1));
        prop_assert!(packed.permit().is_err());
        clock.set(Moment::from_nanos(until));
        prop_assert!(packed.permit().expect("a probe").is_probe());
    }
}
