//! A call reads its clock once: two readings in one decision are two times.

use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use clock::{Clock, ManualClock, Moment, Timer};
use token_bucket::{GcraBucket, Rate, TokenBucket};

use crate::common::{begun, limit};

/// Counts how often it was asked.
#[derive(Default)]
struct Counting {
    clock: ManualClock,
    readings: AtomicU32,
}

impl Clock for Counting {
    fn now(&self) -> Moment {
        self.readings.fetch_add(1, Relaxed);
        self.clock.now()
    }
}

impl Timer for Counting {
    fn sleep_until(&self, at: Moment) -> impl Future<Output = ()> + Send {
        self.clock.sleep_until(at)
    }
}

macro_rules! one_reading_a_call {
    ($test:ident, $bucket:ident) => {
        #[test]
        fn $test() {
            let clock = Counting::default();
            let bucket = $bucket::with_clock(limit(Rate::per_second(10), 1), &clock);
            let readings = || clock.readings.swap(0, Relaxed);
            readings();
            assert_eq!((bucket.try_acquire(), readings()), (Ok(()), 1));
            assert!(bucket.try_acquire_n(1).is_err());
            assert_eq!(readings(), 1);
            drop(begun(bucket.wait_n(1, None)));
            assert_eq!(readings(), 1);
            assert_eq!((bucket.micro_tokens(), readings()), (0, 1));
        }
    };
}

one_reading_a_call!(each_call_of_the_mutex_bucket_reads_the_clock_once, TokenBucket);
one_reading_a_call!(each_call_of_the_gcra_bucket_reads_the_clock_once, GcraBucket);
