//! The runs that are worth a look. What comes in is the same for both buckets
//! where the names are the same.

use simulation::{Arrivals, Curated, Intervention, Params, Planned, Press, RequestId, Scenario};

/// One run, for a mechanism whose parameters are still to come.
type Run = (&'static str, &'static str, u64, Vec<Arrivals>, u64);

fn at_once(at_ms: u64, count: u32) -> Arrivals {
    Arrivals::Burst { at_ms, count }
}

fn at(times_ms: &[u64]) -> Arrivals {
    Arrivals::List(times_ms.iter().copied().map(Planned::at).collect())
}

/// The same traffic for both.
fn shared() -> [(&'static str, u64, Vec<Arrivals>, u64); 3] {
    [
        ("burst", 2000, vec![at_once(0, 8)], 0),
        ("overload", 10_000, vec![Arrivals::Poisson { per_second: 12 }], 4300),
        ("after-a-pause", 6500, vec![at_once(0, 3), at_once(5000, 8), at(&[5700])], 5000),
    ]
}

/// The shared traffic with these titles, in the order of [`shared`].
fn titled(titles: [&'static str; 3]) -> Vec<Run> {
    let runs = shared().into_iter().zip(titles);
    runs.map(|((name, until_ms, arrivals, at_ms), title)| (name, title, until_ms, arrivals, at_ms))
        .collect()
}

fn curated((name, title, until_ms, arrivals, at_ms): Run, params: Params) -> Curated {
    let scenario = Scenario { params, seed: 7, until_ms, arrivals, interventions: vec![] };
    Curated { name, title, scenario, at_ms }
}

/// The runs of the meter.
pub(super) fn of_meter() -> Vec<Curated> {
    let bucket = |rate| Params::new().with("rate", rate).with("capacity", 5);
    let one_more = ("one-more", "Five at once, and one a millisecond later", 1000);
    let flood = ("one-a-millisecond", "One every millisecond, for a second", 999);
    let flooding = vec![Arrivals::Even { per_second: 1000 }];
    let mut runs = vec![
        curated((one_more.0, one_more.1, one_more.2, vec![at_once(0, 5), at(&[1])], 1), bucket(10)),
        curated((flood.0, flood.1, flood.2, flooding, 300), bucket(10)),
    ];
    let shared = titled([
        "Eight at once: five go in, three are refused",
        "Twelve a second into a bucket that drains eight",
        "Quiet for five seconds, then eight at once",
    ]);
    runs.extend(shared.into_iter().map(|run| {
        let rate = if run.0 == "overload" { 8 } else { 10 };
        curated(run, bucket(rate))
    }));
    runs
}

/// The runs of the queue.
pub(super) fn of_queue() -> Vec<Curated> {
    let line = |rate, patience| {
        Params::new().with("rate", rate).with("places", 5).with("patience", patience)
    };
    let shared = titled([
        "Eight at once: one goes, five wait, two are turned away",
        "Twelve a second into a line that lets eight out",
        "Quiet for five seconds, then eight at once",
    ]);
    let mut runs: Vec<Curated> = shared
        .into_iter()
        .map(|run| {
            let rate = if run.0 == "overload" { 8 } else { 10 };
            curated(run, line(rate, 2000))
        })
        .collect();
    let dropped = Intervention { at_ms: 150, press: Press::Drop(RequestId(3)) };
    let gives_up = ("gives-up", "One of those who wait gives up", 1500);
    let coming = vec![at_once(0, 6), at(&[160])];
    let mut run = curated((gives_up.0, gives_up.1, gives_up.2, coming, 150), line(10, 2000));
    run.scenario.interventions.push(dropped);
    runs.push(run);
    let short = ("short-of-time", "Nobody may wait for longer than a quarter of a second", 1500);
    let coming = vec![at_once(0, 8), at(&[100])];
    runs.push(curated((short.0, short.1, short.2, coming, 0), line(10, 250)));
    runs
}
