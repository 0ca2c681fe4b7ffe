//! The runs whose frames are compared with their bindings.

use web::mechanisms;

/// Scenarios that reach what the curated ones do not.
const MORE: [(&str, &str); 17] = [
    ("token-bucket", "load=60&rate=12&n=1100x30,2000x4&until=3000"),
    (
        "token-bucket",
        "load=20&rate=6&credit=3&set=800.credit.0,1500.burst.9,2100.rate.0&until=3000",
    ),
    ("token-bucket", "load=9&rate=6&credit=5&n=500x12&one=900c3,1300c2p400&drop=1500.8&until=4000"),
    ("token-bucket", "load=0&rate=1&burst=12&n=300x12&until=9000"),
    ("token-bucket", "load=3&rate=0&burst=2&until=3000"),
    ("token-bucket-first-try", "load=1&rate=20&burst=3&until=5000"),
    ("breaker", "load=20&n=500x12&set=800.failing.100,1500.failing.0&drop=900.9&until=4000"),
    ("breaker", "load=90&failing=40&window=60&cool-off-ms=300&probes=3&until=3000"),
    (
        "breaker",
        "even=40&trigger=1&window-ms=500&failing=30&set=900.hole.1&time-out-ms=300&until=3000",
    ),
    (
        "breaker",
        "load=9&trigger=2&in-a-row=2&failing=30&set=500.hand.1,1500.hand.2,2500.hand.0&until=4000",
    ),
    // Many at one instant, while it is open: more than there are places to fall.
    (
        "breaker",
        "load=30&set=100.failing.100&n=750x10,1016x10,1283x10,1290x20,1700x10,1990x20,2300x10&until=4000",
    ),
    (
        "leaky-queue",
        "load=20&rate=10&n=500x8&set=800.places.2,1500.rate.4,2100.rate.40,2600.patience.150&drop=900.9&until=4000",
    ),
    ("leaky-queue", "load=80&rate=50&places=12&until=2500"),
    ("leaky-queue", "load=20&rate=10&places=0&until=3000"),
    (
        "leaky-meter",
        "load=20&n=500x9&one=900c3&set=800.capacity.2,1500.rate.0,2100.rate.30&until=3500",
    ),
    ("leaky-meter-first-try", "load=20&rate=10&capacity=3&n=500x9&until=3000"),
    (
        "keyed-limits",
        "load=12&n=900x6&one=500c2,600c3,650c7,660c0&set=700.burst.2,1200.tenants.1,1700.tenants.0,2000.all-burst.3&until=3500",
    ),
];

/// Every curated run that is not too long, and those.
pub fn runs() -> Vec<(&'static str, String)> {
    let mut runs: Vec<(&str, String)> = Vec::new();
    for mechanism in mechanisms::all() {
        for curated in (mechanism.curated)() {
            if curated.scenario.until_ms <= 30_000 {
                runs.push((mechanism.name, format!("run={}", curated.name)));
            }
        }
    }
    runs.extend(MORE.map(|(name, query)| (name, query.to_owned())));
    runs.extend(window_runs());
    runs
}

/// Windows as long and as short as they may be, dense, and with limits that change.
fn window_runs() -> impl Iterator<Item = (&'static str, String)> {
    let queries = [
        "load=40&limit=7&window-ms=900&set=700.limit.3,2000.limit.9&n=1500x30&until=4000",
        "load=9&limit=40&window-ms=5000&n=2100x60&one=4990c3,5010c60&until=14000",
        "load=150&limit=3&window-ms=10&until=2000",
        "load=0&even=8&limit=2&window-ms=250&until=3000",
        "load=200&limit=200&window-ms=1000&n=0x5,990x300,1010x300&until=2500",
    ];
    let kinds =
        ["fixed-window", "fixed-window-first-try", "sliding-log", "sliding-counter", "two-windows"];
    let slots = ["&slots=3", "&slots=10", "&slots=2", "&slots=1", ""];
    let of = move |kind| {
        let slots = move |i: usize| if kind == "sliding-counter" { slots[i] } else { "" };
        (0..queries.len()).map(move |i| (kind, format!("{}{}", queries[i], slots(i))))
    };
    kinds.into_iter().flat_map(of)
}
