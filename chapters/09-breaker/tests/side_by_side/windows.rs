use std::time::Duration;

use breaker::{Ring, Slots};
use clock::Moment;
use proptest::collection::vec;
use proptest::prelude::*;

use super::config;

proptest! {
    #![proptest_config(config())]

    // spec: the kept count is what a scan would count.
    #[test]
    fn the_ring_counts_what_a_scan_of_the_log_counts(
        calls in 1..20_u32,
        results in vec(any::<bool>(), 0..100),
    ) {
        let mut ring = Ring::new(calls);
        for written in 0..=results.len() {
            let last = &results[written.saturating_sub(calls as usize)..written];
            prop_assert_eq!(ring.samples() as usize, last.len());
            prop_assert_eq!(ring.bad() as usize, last.iter().filter(|&&bad| bad).count());
            prop_assert_eq!(ring.head(), written % calls as usize);
            if let Some(&bad) = results.get(written) {
                ring.record(bad);
            }
        }
    }

    // spec R-04: aligned slots, of which each is dropped as a whole.
    #[test]
    fn the_slots_count_what_a_scan_of_the_log_counts(
        width_ns in 1..50_u64,
        results in vec((0..700_u64, any::<bool>()), 0..100),
    ) {
        let mut slots = Slots::new(Duration::from_nanos(width_ns * 10));
        let (mut log, mut at_ns) = (vec![], 0);
        for (by_ns, bad) in results {
            at_ns += by_ns;
            let now = Moment::from_nanos(at_ns);
            let held = |log: &[(u64, bool)]| {
                let fresh = |&&(then, _): &&(u64, bool)| at_ns / width_ns - then / width_ns < 10;
                let held: Vec<_> = log.iter().filter(fresh).collect();
                let bad = held.iter().filter(|(_, bad)| *bad).count();
                (held.len() as u64, bad as u64)
            };
            prop_assert_eq!(slots.counts(now), held(&log));
            slots.record(now, bad);
            log.push((at_ns, bad));
            prop_assert_eq!(slots.counts(now), held(&log));
            let listed = slots.held(now).iter().fold((0, 0), |(all, bad), slot| {
                (all + slot.samples, bad + slot.bad)
            });
            prop_assert_eq!(listed, held(&log));
            let turns_at = slots.turns_at(now).as_nanos();
            prop_assert!(turns_at > at_ns && turns_at - at_ns <= width_ns);
        }
    }
}
