//! The breakers beside their peers (spec R-15): what a call that goes well costs,
//! one that fails, and one that is refused, with one thread and with two.
//!
//! Each is used as its users use it: ours by a permit and its report, the peers
//! by a closure. All that read a clock read std's `Instant`.

#![allow(missing_docs, reason = "criterion's macros write undocumented items")]

use std::hint::black_box;
use std::time::Duration;

use benches::{Table, ratio_of, sample};
use breaker::{Breaker, PackedBreaker, Settings, Trigger, Window};
use clock::{Clock, Moment, SystemClock};
use criterion::{BenchmarkId, Criterion, SamplingMode};
use failsafe::{CircuitBreaker, Config, backoff, failure_policy};
use recloser::Recloser;

#[path = "breaker/plain.rs"]
mod plain;
use plain::Plain;

/// Long enough that nothing closes while the benchmark runs.
const YEAR: Duration = Duration::from_hours(365 * 24);
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
    controls(&mut bench);
    for what in [What::GoesWell, What::Fails, What::IsRefused] {
        ours(&mut bench, what);
        peers(&mut bench, what);
    }
    println!("\n{}", bench.table);
    criterion.final_summary();
    in_turn();
}

/// What each call of a column does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    GoesWell,
    Fails,
    IsRefused,
}

impl What {
    const fn name(self) -> &'static str {
        match self {
            Self::GoesWell => "goes well",
            Self::Fails => "fails",
            Self::IsRefused => "is refused",
        }
    }

    /// What the called service answers.
    fn answer(self) -> Result<(), ()> {
        black_box(if self == Self::GoesWell { Ok(()) } else { Err(()) })
    }
}

struct Bench<'c> {
    criterion: &'c mut Criterion,
    table: Table,
}

impl Bench<'_> {
    /// Measures `call`, which says whether it was let through, with one thread and
    /// with two.
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2⁵²")]
    fn run(&mut self, what: What, who: &str, call: impl Fn() -> bool + Sync) {
        let table = &self.table;
        for threads in [1, 2] {
            let plural = if threads == 1 { "" } else { "s" };
            let column = format!("{}, {threads} thread{plural}", what.name());
            let mut group = self.criterion.benchmark_group(what.name());
            group.sampling_mode(SamplingMode::Flat);
            group.bench_function(BenchmarkId::new(who, threads), |bencher| {
                bencher.iter_custom(|count| {
                    let calls = count.max(CALLS_MIN);
                    let sample = sample(threads, calls, &call);
                    let through = if what == What::IsRefused { 0 } else { calls * threads as u64 };
                    assert_eq!(sample.yes, through, "{who}: {}", what.name());
                    table.add(who, &column, calls, sample.elapsed);
                    let each = sample.elapsed.as_secs_f64() / calls as f64;
                    Duration::from_secs_f64(each * count as f64)
                });
            });
        }
    }
}

fn controls(bench: &mut Bench<'_>) {
    bench.run(What::GoesWell, "(empty loop)", || true);
    let clock = SystemClock::new();
    bench.run(What::IsRefused, "(the clock alone)", || clock.now() == Moment::MAX);
}

fn ours(bench: &mut Bench<'_>, what: What) {
    let breaker = packed(what);
    bench.run(what, "our packed breaker", || through_packed(&breaker, what));
    let breaker = mutex(Trigger::Consecutive(5), what);
    bench.run(what, "our mutex breaker, in a row", || through_mutex(&breaker, what));
    let window = Window::Calls(100);
    let breaker = mutex(Trigger::Ratio { percent: 50, window, min_samples: 20 }, what);
    bench.run(what, "our mutex breaker, last 100", || through_mutex(&breaker, what));
    let window = Window::Time(Duration::from_mins(1));
    let breaker = mutex(Trigger::Ratio { percent: 50, window, min_samples: 20 }, what);
    bench.run(what, "our mutex breaker, last 60 s", || through_mutex(&breaker, what));
}

fn peers(bench: &mut Bench<'_>, what: What) {
    let peer = failsafe(what);
    bench.run(what, "failsafe 1.3.0", || through_failsafe(&peer, what));
    let peer = recloser(what);
    bench.run(what, "recloser 1.4.0", || through_recloser(&peer, what));
    let peer = plain(what);
    bench.run(what, "mutex and a scan of 100", || through_plain(&peer, what));
}

/// All of its hundred may fail, or none.
fn plain(what: What) -> Plain {
    let failed_max = if what == What::IsRefused { 0 } else { 100 };
    let plain = Plain::new(YEAR, failed_max);
    plain.report(what == What::IsRefused);
    plain
}

fn through_plain(plain: &Plain, what: What) -> bool {
    let through = plain.allow();
    if through {
        plain.report(what.answer().is_err());
    }
    through
}

fn settings(trigger: Trigger) -> Settings {
    Settings { trigger, cool_off: YEAR, ..Settings::default() }
}

/// One that no failure of the benchmark opens, or one that is open.
fn packed(what: What) -> PackedBreaker {
    let failures = if what == What::IsRefused { 1 } else { u32::MAX };
    let breaker = PackedBreaker::new(&settings(Trigger::Consecutive(failures))).unwrap();
    if what == What::IsRefused {
        breaker.permit().unwrap().failure();
    }
    breaker
}

/// Where calls fail, it is forced closed: it counts as ever, and does not open.
fn mutex(trigger: Trigger, what: What) -> Breaker {
    let breaker = Breaker::new(settings(trigger)).unwrap();
    match what {
        What::GoesWell => {}
        What::Fails => breaker.force_closed(),
        What::IsRefused => {
            while let Ok(permit) = breaker.permit() {
                permit.failure();
            }
        }
    }
    breaker
}

fn through_packed(breaker: &PackedBreaker, what: What) -> bool {
    let Ok(permit) = breaker.permit() else { return false };
    match what.answer() {
        Ok(()) => permit.success(),
        Err(()) => permit.failure(),
    };
    true
}

fn through_mutex(breaker: &Breaker, what: What) -> bool {
    let Ok(permit) = breaker.permit() else { return false };
    match what.answer() {
        Ok(()) => permit.success(),
        Err(()) => permit.failure(),
    };
    true
}

fn failsafe(what: What) -> impl CircuitBreaker + Sync {
    let failures = if what == What::IsRefused { 1 } else { u32::MAX };
    let policy = failure_policy::consecutive_failures(failures, backoff::constant(YEAR));
    let peer = Config::new().failure_policy(policy).build();
    if what == What::IsRefused {
        assert!(peer.call(|| what.answer()).is_err());
    }
    peer
}

fn through_failsafe(peer: &impl CircuitBreaker, what: What) -> bool {
    !matches!(peer.call(|| what.answer()), Err(failsafe::Error::Rejected))
}

/// A rate of 200 % is never reached.
fn recloser(what: What) -> Recloser {
    let rate = if what == What::IsRefused { 0.5 } else { 2.0 };
    let peer = Recloser::custom().error_rate(rate).closed_len(100).open_wait(YEAR).build();
    while what == What::IsRefused && through_recloser(&peer, what) {}
    peer
}

fn through_recloser(peer: &Recloser, what: What) -> bool {
    !matches!(peer.call(|| what.answer()), Err(recloser::Error::Rejected))
}

/// The packed breaker against each peer, sample by sample in turn.
fn in_turn() {
    for what in [What::GoesWell, What::Fails, What::IsRefused] {
        let (ours, failsafe, recloser) = (packed(what), failsafe(what), recloser(what));
        let plain = plain(what);
        for (threads, calls) in [(1, 2000), (2, CALLS_MIN)] {
            let ours = || through_packed(&ours, what);
            let failsafe = ratio_of(threads, calls, ours, || through_failsafe(&failsafe, what));
            let recloser = ratio_of(threads, calls, ours, || through_recloser(&recloser, what));
            let plain = ratio_of(threads, calls, ours, || through_plain(&plain, what));
            println!(
                "packed, {}, {threads}: {failsafe:.3} of failsafe, {recloser:.3} of recloser, \
                 {plain:.3} of mutex and scan",
                what.name()
            );
        }
    }
}
