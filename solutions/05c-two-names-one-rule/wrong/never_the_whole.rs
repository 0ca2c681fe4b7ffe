// Caught by: it_fails_on_one_for_which_its_capacity_is_too_many
// Shipped by: redis/redis#14826, caught in its review, is a bug that only such a request shows
// Ask: A bucket for five: did anybody ask it for exactly five?
// Requests are smaller than the capacity, or larger.

use std::time::Duration;

use clock::Moment;
use simulation::Rng;

use super::versions::{Gate, Pair, Rule, Verdict};

const PERIODS_NS: [u64; 5] = [1, 333_333_333, 100_000_000, 1_234_567, 30_000_000_000];

const CAPACITIES: [u32; 5] = [2, 2, 5, 12, 300];

pub fn test(new: &dyn Fn(Rule) -> Pair) {
    for seed in 0..100 {
        one_run(new, &mut Rng::stream(seed, 0));
    }
}

fn one_run(new: &dyn Fn(Rule) -> Pair, rng: &mut Rng) {
    let period_ns = PERIODS_NS[rng.below(5) as usize];
    let capacity = CAPACITIES[rng.below(5) as usize];
    let Pair { mut meter, mut bucket } =
        new(Rule { period: Duration::from_nanos(period_ns), capacity });
    let (mut now, mut hint) = (Moment::ZERO, Moment::ZERO);
    for _ in 0..200 {
        now = next(rng, now, hint, period_ns, capacity);
        let n = size(rng, capacity);
        let (metered, taken) = (meter.ask(n, now), bucket.ask(n, now));
        assert_eq!(metered, taken, "{n} at {now}: meter left, bucket right");
        if let Verdict::Until(at) = taken {
            hint = at;
        }
    }
}

fn next(rng: &mut Rng, now: Moment, hint: Moment, period_ns: u64, capacity: u32) -> Moment {
    let all_ns = period_ns * u64::from(capacity);
    match rng.below(8) {
        0 => hint,
        1 => hint.saturating_sub(Duration::from_nanos(1)),
        2 => now.saturating_sub(Duration::from_nanos(rng.below(2 * period_ns))),
        3 => now + Duration::from_nanos(rng.below(2 * all_ns)),
        4 => now,
        _ => now + Duration::from_nanos(rng.below(period_ns)),
    }
}

fn size(rng: &mut Rng, capacity: u32) -> u32 {
    match rng.below(8) {
        0 => 0,
        2 => capacity + 1,
        3 | 4 => (rng.below(u64::from(capacity)) as u32).max(1),
        _ => 1,
    }
}
