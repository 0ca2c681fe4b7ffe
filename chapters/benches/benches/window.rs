//! The four windows (spec W-06): what a call costs that passes, and one that is
//! refused, with one thread and with two; and a bare slot, updated by an atomic
//! or under a mutex.
//!
//! All windows read the same clock, std's `Instant`, once a call.

#![allow(missing_docs, reason = "criterion's macros write undocumented items")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use benches::{Table, sample};
use clock::{Clock, Moment, SystemClock};
use criterion::{BenchmarkId, Criterion, SamplingMode};
use window::{Fixed, Limit, Limiter, Log, Ring, Rule, SlidingCounter, Two};

/// Long enough that no window is over while the benchmark runs.
const YEAR: Duration = Duration::from_hours(365 * 24);
/// A log remembers all that passed in its window: a short one, with room for more
/// than a thread can ask in it.
const SHORT: Duration = Duration::from_millis(1);
/// Slots of the ring.
const SLOTS: u32 = 10;
/// A sample has at least so many calls a thread, also where criterion asks for
/// fewer: until both threads run takes as long as hundreds of calls.
const CALLS_MIN: u64 = 20_000;

fn main() {
    let mut criterion = Criterion::default()
        // Many short samples: some of them have the processor to themselves.
        .sample_size(200)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(400))
        .configure_from_args();
    let mut bench = Bench { criterion: &mut criterion, table: Table::default() };
    slots(&mut bench);
    windows(&mut bench, "passes", true);
    windows(&mut bench, "is refused", false);
    println!("\n{}", bench.table);
    criterion.final_summary();
}

struct Bench<'c> {
    criterion: &'c mut Criterion,
    table: Table,
}

impl Bench<'_> {
    /// Measures `call` with one thread and with two; each must say `says`.
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2⁵²")]
    fn run(&mut self, what: &str, who: &str, says: bool, call: impl Fn() -> bool + Sync) {
        let table = &self.table;
        for threads in [1, 2] {
            let column = format!("{what}, {threads} thread{}", if threads == 1 { "" } else { "s" });
            let id = BenchmarkId::new(who, threads);
            let mut group = self.criterion.benchmark_group(what);
            group.sampling_mode(SamplingMode::Flat);
            group.bench_function(id, |bencher| {
                bencher.iter_custom(|count| {
                    let calls = count.max(CALLS_MIN);
                    let sample = sample(threads, calls, &call);
                    let all = calls * threads as u64;
                    assert_eq!(sample.yes, if says { all } else { 0 }, "{who}, {what}");
                    table.add(who, &column, calls, sample.elapsed);
                    let each = sample.elapsed.as_secs_f64() / calls as f64;
                    Duration::from_secs_f64(each * count as f64)
                });
            });
        }
    }
}

/// A count and nothing else: no clock, no window, no decision.
fn slots(bench: &mut Bench<'_>) {
    let atomic = AtomicU64::new(0);
    bench.run("a slot", "an atomic", true, || atomic.fetch_add(1, Ordering::Relaxed) < u64::MAX);
    let mutex = Mutex::new(0_u64);
    bench.run("a slot", "under a mutex", true, || {
        let mut count = mutex.lock().expect("nothing panics");
        *count += 1;
        *count > 0
    });
}

fn windows(bench: &mut Bench<'_>, what: &str, passes: bool) {
    let clock = SystemClock::new();
    if passes {
        bench.run(what, "(the clock alone)", true, || clock.now() > Moment::ZERO);
    }
    // Where each call must be refused, the one that may pass passes first.
    let limit = Limit::new(if passes { u32::MAX } else { 1 }, YEAR).expect("a limit");
    let short = if passes { Limit::new(u32::MAX, SHORT).expect("a limit") } else { limit };
    locked(bench, what, "fixed window", Fixed::new(limit), passes);
    locked(bench, what, "two windows", Two::new(limit), passes);
    locked(bench, what, "sliding log", Log::new(short), passes);
    locked(bench, what, "ring, under a mutex", Ring::new(limit, SLOTS).expect("even"), passes);
    let ring = SlidingCounter::new(limit, SLOTS).expect("even");
    assert!(passes || ring.try_acquire().is_ok());
    bench.run(what, "ring of atomics", passes, || ring.try_acquire().is_ok());
}

fn locked(
    bench: &mut Bench<'_>,
    what: &str,
    who: &str,
    rule: impl Rule + Send + Sync,
    passes: bool,
) {
    let window = Limiter::new(rule);
    assert!(passes || window.try_acquire().is_ok());
    bench.run(what, who, passes, || window.try_acquire().is_ok());
}
