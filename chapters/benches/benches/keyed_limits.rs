//! The keyed limiter beside governor's over `DashMap`: what a call costs with a
//! thousand keys, a hundred thousand and a million, and what a key costs in memory.
//!
//! Both read the same clock, std's `Instant`, once a call. Memory is measured by this
//! program in a process of its own, since an allocator keeps what was freed.

#![allow(missing_docs, reason = "criterion's macros write undocumented items")]

use std::cell::Cell;
use std::fs;
use std::num::NonZeroU32;
use std::process::Command;
use std::time::Duration;

use benches::{Table, ratio_of, sample};
use criterion::{BenchmarkId, Criterion, SamplingMode};
use governor::clock::MonotonicClock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use keyed_limits::{KeyedLimiter, Limits};
use token_bucket::{Limit, Rate};

type Governor =
    RateLimiter<u64, DashMapStateStore<u64>, MonotonicClock, NoOpMiddleware<std::time::Instant>>;

/// Set in the process that measures memory: who, and how many keys.
const MEMORY: &str = "KEYED_LIMITS_MEMORY";
const FLOOD: u64 = 10_000_000;
const PAGE: usize = 4096;

fn main() {
    if let Ok(asked) = std::env::var(MEMORY) {
        let (who, keys) = asked.split_once(' ').expect("who, and how many keys");
        return memory(who, keys.parse().expect("a number of keys"));
    }
    let mut criterion = Criterion::default()
        // Many short samples: some of them have the processor to themselves.
        .sample_size(100)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(400))
        .configure_from_args();
    let table = Table::default();
    for (keys, name) in [(1_000, "1 k"), (100_000, "100 k"), (1_000_000, "1 M")] {
        compare(&mut criterion, &table, keys, name);
    }
    println!("\n{table}");
    criterion.final_summary();
    in_turn();
    for (who, keys) in [("ours", 100_000), ("governor", 100_000), ("ours", 1_000_000)] {
        in_a_process(who, keys);
    }
    in_a_process("governor", 1_000_000);
    in_a_process("flood", FLOOD);
}

/// Ours with all keys known; a tenth and more to spare, since the shards are not filled evenly.
fn ours(keys: u64) -> KeyedLimiter<u64> {
    let limit = Limit::new(Rate::per_second(1_000_000_000), u32::MAX).unwrap();
    let places = usize::try_from(keys + keys / 10 + 1000).unwrap();
    let limiter = KeyedLimiter::new(Limits::per_key(limit, places)).unwrap();
    for key in 0..keys {
        assert!(limiter.try_acquire_n(&key, 1_000_000_000).is_ok());
    }
    assert!(limiter.overflowed() < keys / 100, "{}", limiter.overflowed());
    limiter
}

fn theirs(keys: u64) -> Governor {
    let quota = Quota::with_period(Duration::from_nanos(1)).unwrap().allow_burst(NonZeroU32::MAX);
    let limiter = RateLimiter::dashmap_with_clock(quota, MonotonicClock);
    for key in 0..keys {
        assert!(limiter.check_key(&key).is_ok());
    }
    limiter
}

/// A key at random; each thread has its own row of them.
fn any_of(keys: u64) -> u64 {
    thread_local! { static STATE: Cell<u64> = const { Cell::new(0) } }
    STATE.with(|state| {
        // SplitMix64, from where this thread's memory lies.
        let seed =
            if state.get() == 0 { std::ptr::from_ref(state).addr() as u64 } else { state.get() };
        let next = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        state.set(next);
        let mixed = (next ^ (next >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ (mixed >> 27)) % keys
    })
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2⁵²")]
fn compare(criterion: &mut Criterion, table: &Table, keys: u64, name: &str) {
    let (ours, theirs) = (ours(keys), theirs(keys));
    let mut run = |who: &str, call: &(dyn Fn() -> bool + Sync)| {
        for threads in [1, 2] {
            let plural = if threads == 1 { "" } else { "s" };
            let column = format!("{name} keys, {threads} thread{plural}");
            let mut group = criterion.benchmark_group(format!("{name} keys"));
            group.sampling_mode(SamplingMode::Flat);
            group.bench_function(BenchmarkId::new(who, threads), |bencher| {
                bencher.iter_custom(|count| {
                    let calls = count.max(20_000);
                    let sample = sample(threads, calls, call);
                    assert_eq!(sample.yes, calls * threads as u64, "{who}, {name}");
                    table.add(who, &column, calls, sample.elapsed);
                    let each = sample.elapsed.as_secs_f64() / calls as f64;
                    Duration::from_secs_f64(each * count as f64)
                });
            });
        }
    };
    run("(a key at random)", &|| any_of(keys) < keys);
    run("our keyed limiter", &|| ours.try_acquire(&any_of(keys)).is_ok());
    run("governor 0.10.4, DashMap", &|| theirs.check_key(&any_of(keys)).is_ok());
}

/// Sample by sample in turn: other work on the machine hits both alike.
fn in_turn() {
    for keys in [1_000, 100_000, 1_000_000] {
        let (ours, theirs) = (ours(keys), theirs(keys));
        for threads in [1, 2] {
            let ratio = ratio_of(
                threads,
                20_000,
                || ours.try_acquire(&any_of(keys)).is_ok(),
                || theirs.check_key(&any_of(keys)).is_ok(),
            );
            println!("ours to governor, {keys} keys, {threads} threads: {ratio:.2}");
        }
    }
}

fn in_a_process(who: &str, keys: u64) {
    let this = std::env::current_exe().expect("the path of this program");
    let ended = Command::new(this).env(MEMORY, format!("{who} {keys}")).status();
    assert!(ended.expect("it runs again").success(), "{who}, {keys} keys");
}

/// Prints how much larger this process becomes.
#[expect(clippy::cast_precision_loss, reason = "bytes far below 2⁵²")]
fn memory(who: &str, keys: u64) {
    if who == "flood" {
        return flood(keys);
    }
    let before = resident();
    let kept: Box<dyn std::any::Any> =
        if who == "ours" { Box::new(ours(keys)) } else { Box::new(theirs(keys)) };
    let each = (resident() - before) as f64 / keys as f64;
    println!("{who}, {keys} keys: {each:.1} bytes a key");
    drop(kept);
}

/// Keys without end, each of them once. They are full again after a millisecond.
#[expect(clippy::cast_precision_loss, reason = "bytes far below 2⁵²")]
fn flood(keys: u64) {
    let limits = Limits::per_key(Limit::new(Rate::per_second(1000), 1).unwrap(), 100_000);
    let bound = limits.bytes_max::<u64>().unwrap() as f64;
    let before = resident();
    let limiter = KeyedLimiter::new(limits).unwrap();
    for key in 0..keys {
        let _ = limiter.try_acquire(&key);
        if [keys / 50, keys / 10, keys - 1].contains(&key) {
            let part = (resident() - before) as f64 / bound;
            let (mb, held) = (bound / 1e6, limiter.keys());
            println!("after {key} fresh keys: {held} held, {part:.2} of the bound of {mb:.1} MB");
            assert!(part < 1.1, "the bound does not hold");
        }
    }
}

/// What of this process is in memory, in bytes.
fn resident() -> usize {
    let statm = fs::read_to_string("/proc/self/statm").expect("Linux");
    let pages = statm.split_whitespace().nth(1).expect("resident pages");
    pages.parse::<usize>().expect("a number") * PAGE
}
