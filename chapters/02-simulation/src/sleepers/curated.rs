//! The runs of the sleepers that are worth a look.

use crate::{Arrivals, Curated, Params, Planned, Scenario};

pub(super) fn curated() -> Vec<Curated> {
    let run = |name, title, step_ms, list: &[(u64, u32)], at_ms| Curated {
        name,
        title,
        scenario: Scenario {
            params: Params::new().with("step-ms", step_ms),
            seed: 7,
            until_ms: 1000,
            arrivals: vec![Arrivals::List(
                list.iter().map(|&(at_ms, cost)| Planned::at(at_ms).cost(cost)).collect(),
            )],
            interventions: Vec::new(),
        },
        at_ms,
    };
    let four = [(0, 300), (0, 100), (0, 200), (0, 100)];
    vec![
        run(
            "four-sleepers",
            "Four sleepers, and the clock moved by 250 ms in one step",
            250,
            &four,
            250,
        ),
        run(
            "five-sleepers",
            "Five sleepers, and the clock moved by 350 ms in one step",
            350,
            &[(0, 400), (0, 150), (0, 350), (0, 150), (0, 20)],
            350,
        ),
        run(
            "one-by-one",
            "The same four, and a clock that goes from sleeper to sleeper",
            0,
            &four,
            200,
        ),
        run(
            "late-sleeper",
            "One whose time has come already, in a clock that moves each 250 ms",
            250,
            &[(0, 400), (300, 0)],
            300,
        ),
    ]
}
