//! The runs of the service that are worth a look.

use crate::{Arrivals, Curated, Params, Scenario};

/// 80 a second on ten workers, and ten slow seconds (spec M-02): 100 ms a call,
/// 500 ms from 10 to 20 s; callers give up at 1 s.
fn slow_ten_seconds(
    name: &'static str,
    title: &'static str,
    params: Params,
    until_ms: u64,
    at_ms: u64,
) -> Curated {
    let arrivals = vec![Arrivals::Even { per_second: 80 }];
    let scenario = Scenario { params, seed: 7, until_ms, arrivals, interventions: Vec::new() };
    Curated { name, title, scenario, at_ms }
}

/// Callers with `attempts` each, and what the service does about it.
fn params(attempts: u64, policy: u64) -> Params {
    Params::new().with("attempts", attempts).with("policy", policy)
}

pub(super) fn first_curated() -> Vec<Curated> {
    vec![
        slow_ten_seconds("one-attempt", "Callers who ask once", params(1, 0), 60_000, 46_000),
        slow_ten_seconds(
            "three-attempts",
            "Callers who ask three times",
            params(3, 0),
            120_000,
            30_000,
        ),
    ]
}

pub(super) fn curated() -> Vec<Curated> {
    let mut runs = first_curated();
    runs.extend([
        slow_ten_seconds(
            "bounded-queue",
            "Three attempts, and a queue of at most 50",
            params(3, 1),
            30_000,
            21_000,
        ),
        slow_ten_seconds(
            "drop-expired",
            "Three attempts; what has expired is dropped",
            params(3, 2),
            120_000,
            30_000,
        ),
        slow_ten_seconds(
            "drop-hopeless",
            "Three attempts; what cannot finish in time is dropped",
            params(3, 3),
            30_000,
            20_500,
        ),
        black_hole("black-hole", "50 a second into a black hole, each cut off after 2 s", 2000),
        black_hole(
            "black-hole-no-deadline",
            "50 a second into a black hole, without a deadline",
            0,
        ),
    ]);
    runs
}

/// 50 a second, each with a worker of its own, and no answer from 5 s on
/// (spec M-06).
fn black_hole(name: &'static str, title: &'static str, call_limit_ms: u64) -> Curated {
    let params = Params::new()
        .with("workers", 2000)
        .with("slow-ms", 0)
        .with("slow-from-ms", 5000)
        .with("slow-until-ms", 600_000)
        .with("patience-ms", 0)
        .with("attempts", 1)
        .with("call-limit-ms", call_limit_ms);
    let arrivals = vec![Arrivals::Even { per_second: 50 }];
    let scenario =
        Scenario { params, seed: 7, until_ms: 20_000, arrivals, interventions: Vec::new() };
    Curated { name, title, scenario, at_ms: 10_000 }
}
