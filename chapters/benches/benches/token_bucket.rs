//! The token buckets beside their peers (spec T-12): what a yes, a no and a wait
//! cost, with one thread and with two.
//!
//! All read the same clock, std's `Instant`, once a call; governor is also there
//! with the clock that it takes by default.

#![allow(missing_docs, reason = "criterion's macros write undocumented items")]

use std::future::Future;
use std::num::NonZeroU32;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use benches::{Table, paced, ratio, sample};
use clock::{Clock, Moment, SystemClock};
use criterion::{BenchmarkId, Criterion, SamplingMode};
use governor::clock::{MonotonicClock, QuantaClock};
use governor::{Quota, RateLimiter};
use ratelimit::Ratelimiter;
use token_bucket::{GcraBucket, Limit, Rate, TokenBucket};

#[path = "token_bucket/plain.rs"]
mod plain;
use plain::Plain;

/// Long enough that nothing flows in while the benchmark runs.
const YEAR: Duration = Duration::from_hours(365 * 24);
const BURST: NonZeroU32 = NonZeroU32::MAX;
/// A sample has at least so many calls a thread, also where criterion asks for
/// fewer: until both threads run takes as long as hundreds of calls.
const CALLS_MIN: u64 = 20_000;
/// What a call must say, each time.
const YES: Option<bool> = Some(true);
const NO: Option<bool> = Some(false);

fn main() {
    let mut criterion = Criterion::default()
        // Many short samples: some of them have the processor to themselves.
        .sample_size(200)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(400))
        .configure_from_args();
    let mut bench = Bench { criterion: &mut criterion, table: Table::default() };
    controls(&mut bench);
    allow(&mut bench);
    deny(&mut bench);
    wait(&mut bench);
    println!("\n{}", bench.table);
    criterion.final_summary();
    in_turn();
    really_waiting();
}

struct Bench<'c> {
    criterion: &'c mut Criterion,
    table: Table,
}

impl Bench<'_> {
    /// Measures `call` with one thread and with two; `says` is asserted of each call.
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2⁵²")]
    fn run(&mut self, what: &str, who: &str, says: Option<bool>, call: impl Fn() -> bool + Sync) {
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
                    if let Some(yes) = says {
                        let all = calls * threads as u64;
                        assert_eq!(sample.yes, if yes { all } else { 0 }, "{who}, {what}");
                    }
                    table.add(who, &column, calls, sample.elapsed);
                    let each = sample.elapsed.as_secs_f64() / calls as f64;
                    Duration::from_secs_f64(each * count as f64)
                });
            });
        }
    }
}

fn controls(bench: &mut Bench<'_>) {
    let clock = SystemClock::new();
    bench.run("allow", "(empty loop)", None, || true);
    bench.run("allow", "(the clock alone)", None, || clock.now() > Moment::ZERO);
}

fn allow(bench: &mut Bench<'_>) {
    let (limit, quota) = open();
    all(bench, "allow", YES, limit, quota);
    let peer = Ratelimiter::builder(1_000_000_000).max_tokens(1_000_000_000_000);
    let peer = peer.initial_available(1_000_000_000_000).build().unwrap();
    bench.run("allow", "ratelimit 2.0", YES, || peer.try_wait().is_ok());
    let plain = Plain::new(1e9, 4e9, 4e9);
    bench.run("allow", "mutex and f64", YES, || plain.try_acquire());
}

fn deny(bench: &mut Bench<'_>) {
    let (limit, quota) = shut();
    all(bench, "deny", NO, limit, quota);
    let peer = Ratelimiter::builder(1).period(YEAR).max_tokens(1).build().unwrap();
    bench.run("deny", "ratelimit 2.0", NO, || peer.try_wait().is_ok());
    let plain = Plain::new(1e-9, 1.0, 0.0);
    bench.run("deny", "mutex and f64", NO, || plain.try_acquire());
}

/// Our two and governor, which have the same shape. Where each call must be
/// refused, the one token that is there is taken first.
fn all(bench: &mut Bench<'_>, what: &str, says: Option<bool>, limit: Limit, quota: Quota) {
    let mutex = TokenBucket::new(limit);
    let gcra = GcraBucket::new(limit);
    let governor = RateLimiter::direct_with_clock(quota, MonotonicClock);
    let quanta = RateLimiter::direct_with_clock(quota, QuantaClock::default());
    if says == NO {
        assert!(mutex.try_acquire().is_ok() && gcra.try_acquire().is_ok());
        assert!(governor.check().is_ok() && quanta.check().is_ok());
    }
    bench.run(what, "our mutex bucket", says, || mutex.try_acquire().is_ok());
    bench.run(what, "our GCRA bucket", says, || gcra.try_acquire().is_ok());
    bench.run(what, "governor 0.10.4", says, || governor.check().is_ok());
    bench.run(what, "governor, own clock (quanta)", says, || quanta.check().is_ok());
}

/// A wait that finds its token: what the future costs on top.
fn wait(bench: &mut Bench<'_>) {
    let (limit, quota) = open();
    let mutex = TokenBucket::new(limit);
    let gcra = GcraBucket::new(limit);
    let governor = RateLimiter::direct_with_clock(quota, MonotonicClock);
    bench.run("wait", "our mutex bucket", YES, || {
        matches!(once(mutex.wait_n(1, None)), Poll::Ready(Ok(())))
    });
    bench.run("wait", "our GCRA bucket", YES, || {
        matches!(once(gcra.wait_n(1, None)), Poll::Ready(Ok(())))
    });
    bench.run("wait", "governor 0.10.4", YES, || once(governor.until_ready()).is_ready());
}

/// Our GCRA bucket against governor, sample by sample in turn, on one clock.
fn in_turn() {
    let compare = |limit: Limit, quota: Quota, taken: u32| {
        let ours = GcraBucket::new(limit);
        let theirs = RateLimiter::direct_with_clock(quota, MonotonicClock);
        for _ in 0..taken {
            assert!(ours.try_acquire().is_ok() && theirs.check().is_ok());
        }
        ratio(|| ours.try_acquire().is_ok(), || theirs.check().is_ok())
    };
    let (limit, quota) = open();
    println!("GCRA to governor, allow: {:.3}", compare(limit, quota, 0));
    let (limit, quota) = shut();
    println!("GCRA to governor, deny: {:.3}", compare(limit, quota, 1));
    let (limit, quota) = open();
    let ours = GcraBucket::new(limit);
    let theirs = RateLimiter::direct_with_clock(quota, MonotonicClock);
    let wait = || once(ours.wait_n(1, None)).is_ready();
    println!(
        "GCRA to governor, wait: {:.3}",
        ratio(wait, || once(theirs.until_ready()).is_ready())
    );
}

/// What never refuses.
fn open() -> (Limit, Quota) {
    let limit = Limit::new(Rate::per_second(1_000_000_000), u32::MAX).unwrap();
    (limit, Quota::with_period(Duration::from_nanos(1)).unwrap().allow_burst(BURST))
}

/// What refuses all but the first.
fn shut() -> (Limit, Quota) {
    (Limit::new(Rate::every(YEAR), 1).unwrap(), Quota::with_period(YEAR).unwrap())
}

/// Polls once.
fn once<F: Future>(future: F) -> Poll<F::Output> {
    pin!(future).poll(&mut Context::from_waker(Waker::noop()))
}

/// 200 threads that have nothing to do but wait, each time for 0.3 s. The best of
/// three: where other programs keep the timer from its processor, time is lost
/// that is not the bucket's.
fn really_waiting() {
    let limit = Limit::new(Rate::per_second(10_000), 10).unwrap();
    let clock = SystemClock::new();
    let now = || clock.now().since(Moment::ZERO);
    let length = Duration::from_millis(300);
    let mutex = || {
        let bucket = TokenBucket::new(limit);
        paced(200, length, now, || bucket.wait()).per_second()
    };
    let gcra = || {
        let bucket = GcraBucket::new(limit);
        paced(200, length, now, || bucket.wait()).per_second()
    };
    let best = |run: &dyn Fn() -> f64| (0..3).map(|_| run()).fold(0.0, f64::max);
    for (who, per_second) in [("mutex", best(&mutex)), ("GCRA", best(&gcra))] {
        let percent = per_second / 100.0;
        println!("really waiting, {who}: {per_second:.0} a second of 10 000 ({percent:.1} %)");
    }
}
