//! Real threads, at one instant. That every interleaving keeps the rules is shown
//! by the unit tests, on modelled memory; this is the same on the machine's own.

use std::sync::Barrier;
use std::thread;

use crate::common::{Bucket, bucket, for_both, ms, passes};

fn of_eight_threads_exactly_the_burst_passes<B: Bucket>() {
    let (clock, bucket) = bucket::<B>(10, 100);
    let together = Barrier::new(8);
    let passed: usize = thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    together.wait();
                    passes(&bucket, 50)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(passed, 100);
    assert_eq!(bucket.micro_tokens(), 0);
    clock.set(ms(100));
    assert_eq!(passes(&bucket, 2), 1);
}

fn no_grant_is_lost<B: Bucket>() {
    let (_, bucket) = bucket::<B>(10, 1000);
    let bucket = &bucket;
    thread::scope(|scope| {
        for n in 1..=4 {
            scope.spawn(move || (0..50).for_each(|_| bucket.try_acquire_n(n).unwrap()));
        }
    });
    // 1000 − 50 × (1 + 2 + 3 + 4)
    assert_eq!(bucket.micro_tokens(), 500_000_000);
}

for_both!(of_eight_threads_exactly_the_burst_passes, no_grant_is_lost);
