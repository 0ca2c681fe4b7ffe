//! The meter is the token bucket, seen from the other side; and the queue is a
//! token bucket that holds one token, and whose callers wait (spec L-03).

mod common;

use std::time::Duration;

use clock::Moment;
use common::config;
use leaky_bucket::{Level, Line, Pace, Refused, Turn, TurnedAway};
use proptest::collection::vec;
use proptest::prelude::*;
use token_bucket::{Balance, Limit, Rate, Refused as Token};

/// One thing that happens to both.
#[derive(Clone, Debug)]
enum Op {
    On(u64),
    Back(u64),
    Ask(u32),
    /// At the very moment of the last hint, or a nanosecond before it.
    AtTheHint(bool),
    /// Another rate, by its number in a list, and another size.
    Set(usize, u32),
}

fn ops(changes: u32) -> impl Strategy<Value = Vec<Op>> {
    let on = prop_oneof![0..3_u64, 0..400_000_000_u64, Just(100_000_000), 0..4_000_000_000_u64];
    let back = prop_oneof![1..1000_u64, 0..3_000_000_000_u64];
    let n = prop_oneof![4 => Just(1), 2 => 0..4_u32, 1 => 0..12_u32];
    let set = (0..9_usize, 1..12_u32).prop_map(|(rate, size)| Op::Set(rate, size));
    let op = prop_oneof![
        4 => on.prop_map(Op::On),
        1 => back.prop_map(Op::Back),
        6 => n.prop_map(Op::Ask),
        2 => any::<bool>().prop_map(Op::AtTheHint),
        changes => set,
    ];
    vec(op, 1..80)
}

/// Rates with the same period in lowest terms: a change between them rounds nothing.
const COPRIME: [u64; 6] = [1, 3, 7, 9, 11, 13];

fn bucket(rate: u64, burst: u32) -> Limit {
    Limit::new(Rate::per_second(rate), burst).unwrap()
}

/// The verdict of a bucket, in the meter's words.
fn translated(verdict: Result<(), Token>) -> Result<(), Refused> {
    verdict.map_err(|refused| match refused {
        Token::Until(at) => Refused::Until(at),
        Token::Never => Refused::Never,
        Token::OverBurst { asked, burst } => Refused::OverCapacity { asked, capacity: burst },
    })
}

/// Both through the same run: each verdict, each hint, and at each moment what
/// the one has room for is what the other one holds.
fn side_by_side(rate: u64, mut size: u32, ops: Vec<Op>) -> Result<(), TestCaseError> {
    let mut level = Level::empty(Pace::per_second(rate), size, Moment::ZERO).unwrap();
    let mut balance = Balance::full(bucket(rate, size), Moment::ZERO);
    let (mut now, mut hint) = (Moment::ZERO, Moment::ZERO);
    for op in ops {
        let n = match op {
            Op::On(by) => {
                now = now + Duration::from_nanos(by);
                1
            }
            Op::Back(by) => {
                now = now.saturating_sub(Duration::from_nanos(by));
                1
            }
            Op::AtTheHint(early) => {
                now = hint.saturating_sub(Duration::from_nanos(u64::from(early)));
                1
            }
            Op::Ask(n) => n,
            Op::Set(rate, other) => {
                let rate = COPRIME[rate % COPRIME.len()];
                level.set(Pace::per_second(rate), other, now).unwrap();
                balance.set_limit(bucket(rate, other), now);
                size = other;
                0
            }
        };
        let (poured, taken) = (level.pour(n, now), translated(balance.try_take(n, now)));
        prop_assert_eq!(poured, taken, "{} at {}", n, now);
        if let Err(Refused::Until(at)) = poured {
            hint = at;
        }
        let room = i64::from(size) * 1_000_000 - level.micro_requests(now);
        prop_assert_eq!(room, balance.micro_tokens(now), "at {}", now);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    // spec L-03
    #[test]
    fn the_meter_gives_the_verdicts_of_the_token_bucket(
        rate in prop_oneof![0..3000_u64, Just(1_000_000_007)],
        size in 1..12_u32,
        ops in ops(0),
    ) {
        side_by_side(rate, size, ops)?;
    }

    // spec L-03, T-10
    #[test]
    fn it_does_so_also_when_both_are_changed(size in 1..12_u32, ops in ops(2)) {
        side_by_side(1, size, ops)?;
    }

    // spec L-03
    #[test]
    fn the_queue_lets_go_when_a_bucket_of_one_token_would(
        rate in 1..3000_u64,
        patience in 0..3_000_000_000_u64,
        steps in vec((0..700_000_000_u64, 0..3_u32), 1..40),
    ) {
        let patience = Duration::from_nanos(patience);
        let mut line = Line::new(Pace::per_second(rate), u32::MAX, patience, Moment::ZERO);
        let mut balance = Balance::full(bucket(rate, 1), Moment::ZERO);
        let mut now = Moment::ZERO;
        for (by, requests) in steps {
            now = now + Duration::from_nanos(by);
            for _ in 0..requests {
                let told = match line.enter(Duration::MAX, now) {
                    Ok(Turn::Now) => Ok(now),
                    Ok(Turn::Wait { until, .. }) => Ok(until),
                    // The line says when to come back, the bucket when it would go.
                    Err(TurnedAway::TooLong { until }) => Err(until + patience),
                    Err(other) => return Err(TestCaseError::fail(other.to_string())),
                };
                let taken = balance.take(1, now, Some(now + patience)).map_err(|refused| {
                    match refused {
                        Token::Until(at) => at,
                        _ => Moment::ZERO,
                    }
                });
                prop_assert_eq!(told, taken, "at {}", now);
            }
        }
    }
}
