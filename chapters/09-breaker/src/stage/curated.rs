//! The runs that are worth a look.

use simulation::{Arrivals, Curated, Intervention, Params, Planned, Press, RequestId, Scenario};

/// The runs of this chapter.
pub(super) fn curated() -> Vec<Curated> {
    [opening(), judging(), probing(), serving()].concat()
}

/// Those that show what is wrong with the first try.
pub(super) fn first() -> Vec<Curated> {
    let names = ["three-in-a-row", "late-success", "stampede", "one-in-a-hundred"];
    curated().into_iter().filter(|run| names.contains(&run.name)).collect()
}

/// What opens it, and what closes it again.
fn opening() -> Vec<Curated> {
    vec![
        run(
            "opens-and-closes",
            "The service breaks for two seconds",
            Params::new(),
            10_000,
            vec![Arrivals::Poisson { per_second: 10 }],
            vec![Intervention::set(2200, "failing", 100), Intervention::set(4500, "failing", 0)],
            3000,
        ),
        // spec R-02
        run(
            "three-in-a-row",
            "Three failures in a row, two calls that are not sent, one probe",
            Params::new()
                .with("trigger", 2)
                .with("in-a-row", 3)
                .with("cool-off-ms", 1000)
                .with("successes", 1)
                .with("failing", 100),
            3000,
            each(&[0, 200, 400, 700, 1000, 1600, 2000]),
            vec![Intervention::set(1200, "failing", 0)],
            500,
        ),
        // spec R-03
        run(
            "nineteen",
            "Nineteen failures do not open it, the twentieth does",
            Params::new()
                .with("window", 20)
                .with("min-samples", 20)
                .with("failing", 100)
                .with("latency-ms", 50),
            5000,
            [each(&evenly(0, 100, 19)), each(&[3000])].concat(),
            vec![],
            2200,
        ),
        run(
            "by-time",
            "The last two seconds, in ten slots",
            Params::new()
                .with("trigger", 1)
                .with("window-ms", 2000)
                .with("min-samples", 10)
                .with("failing", 20),
            10_000,
            vec![Arrivals::Poisson { per_second: 20 }],
            vec![Intervention::set(4000, "failing", 90), Intervention::set(6000, "failing", 0)],
            3900,
        ),
    ]
}

/// How many results it waits for, and how long it rests.
fn judging() -> Vec<Curated> {
    vec![
        run(
            "flapping",
            "A cool-off too short: it opens and closes all the time",
            Params::new().with("cool-off-ms", 200).with("successes", 1).with("failing", 50),
            10_000,
            vec![Arrivals::Poisson { per_second: 12 }],
            vec![],
            4300,
        ),
        run(
            "judged-by-one",
            "At night: with one call it judges, and one failure opens it",
            Params::new().with("min-samples", 1).with("failing", 100).with("cool-off-ms", 5000),
            8000,
            each(&[500, 2000, 3500, 5000, 6500]),
            vec![Intervention::set(550, "failing", 0)],
            2000,
        ),
        run(
            "judged-by-five",
            "At night: the same calls, and it waits for five results",
            Params::new().with("failing", 100).with("cool-off-ms", 5000),
            8000,
            each(&[500, 2000, 3500, 5000, 6500]),
            vec![Intervention::set(550, "failing", 0)],
            700,
        ),
    ]
}

/// What comes late, what comes all at once, and what goes away.
fn probing() -> Vec<Curated> {
    vec![
        run(
            "late-success",
            "A success from before: it comes back when the breaker is open",
            Params::new().with("trigger", 2).with("in-a-row", 3).with("latency-ms", 900),
            4000,
            each(&[0, 100, 200, 300, 600, 1200]),
            vec![
                Intervention::set(50, "latency-ms", 100),
                Intervention::set(50, "failing", 100),
                Intervention::set(1900, "failing", 0),
            ],
            900,
        ),
        // spec R-19
        run(
            "stampede",
            "Fifty calls at once after the cool-off",
            Params::new()
                .with("trigger", 2)
                .with("in-a-row", 3)
                .with("cool-off-ms", 1000)
                .with("failing", 100),
            3000,
            [each(&[0, 100, 200, 600]), vec![Arrivals::Burst { at_ms: 1500, count: 50 }]].concat(),
            vec![],
            1500,
        ),
        // spec R-19
        run(
            "one-in-a-hundred",
            "One call in a hundred fails: never five in a row",
            Params::new().with("trigger", 2).with("failing", 1),
            15_000,
            vec![Arrivals::Even { per_second: 100 }],
            vec![],
            11_800,
        ),
        run(
            "probe-dropped",
            "A probe whose caller goes away: the next call takes its place",
            Params::new()
                .with("trigger", 2)
                .with("in-a-row", 1)
                .with("cool-off-ms", 1000)
                .with("successes", 1)
                .with("failing", 100)
                .with("latency-ms", 300),
            3000,
            each(&[0, 1500, 1600, 1700, 2100]),
            vec![Intervention::set(1000, "failing", 0), drop(1650, 2)],
            1650,
        ),
    ]
}

/// A silent service, a recovery in steps, and many copies.
fn serving() -> Vec<Curated> {
    vec![
        run(
            "black-hole",
            "The service says nothing: each call costs its whole time-out",
            Params::new().with("time-out-ms", 500).with("probes", 2),
            9000,
            vec![Arrivals::Poisson { per_second: 8 }],
            vec![Intervention::set(1500, "hole", 1), Intervention::set(5000, "hole", 0)],
            2500,
        ),
        run(
            "in-steps",
            "It lets more and more through, and no probes",
            Params::new().with("recovery", 1).with("successes", 3).with("cool-off-ms", 1000),
            6000,
            vec![Arrivals::Poisson { per_second: 200 }],
            vec![Intervention::set(500, "failing", 100), Intervention::set(1200, "failing", 0)],
            2700,
        ),
        // spec R-16
        run(
            "a-hundred-copies",
            "A hundred copies: two thousand calls fail before all are open",
            Params::new()
                .with("copies", 100)
                .with("window", 20)
                .with("min-samples", 20)
                .with("failing", 100)
                .with("cool-off-ms", 10_000),
            7200,
            vec![Arrivals::Even { per_second: 300 }],
            vec![],
            6700,
        ),
    ]
}

fn run(
    name: &'static str,
    title: &'static str,
    params: Params,
    until_ms: u64,
    arrivals: Vec<Arrivals>,
    interventions: Vec<Intervention>,
    at_ms: u64,
) -> Curated {
    let scenario = Scenario { params, seed: 7, until_ms, arrivals, interventions };
    Curated { name, title, scenario, at_ms }
}

/// One call at each of these moments.
fn each(ms: &[u64]) -> Vec<Arrivals> {
    vec![Arrivals::List(ms.iter().map(|&ms| Planned::at(ms)).collect())]
}

fn drop(at_ms: u64, id: u32) -> Intervention {
    Intervention { at_ms, press: Press::Drop(RequestId(id)) }
}

fn evenly(from_ms: u64, every_ms: u64, count: u64) -> Vec<u64> {
    (0..count).map(|i| from_ms + i * every_ms).collect()
}
