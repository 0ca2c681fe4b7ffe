//! The runs that are worth a look: the same for all four, since what differs is
//! what they let through.

use simulation::{Arrivals, Curated, Intervention, Params, Planned, Scenario};

/// The runs of this chapter.
pub(super) fn curated() -> Vec<Curated> {
    let window = |limit| Params::new().with("limit", limit).with("window-ms", 1000);
    let at_once = |at_ms, count| Arrivals::Burst { at_ms, count };
    let one_each_ms =
        |from_ms, until_ms| Arrivals::List((from_ms..=until_ms).map(Planned::at).collect());
    let run = |name, title, params, until_ms, arrivals, at_ms| Curated {
        name,
        title,
        scenario: Scenario { params, seed: 7, until_ms, arrivals, interventions: vec![] },
        at_ms,
    };
    let mut runs = vec![
        run(
            "two-bursts",
            "Ten just before the second, ten just after it",
            window(10),
            3000,
            vec![at_once(950, 10), at_once(1050, 10)],
            1050,
        ),
        run(
            "boundary",
            "A hundred late in the second, then one each millisecond",
            window(100),
            2000,
            vec![one_each_ms(900, 1999)],
            1099,
        ),
        run(
            "clustered",
            "A hundred at once at 0.991 s, then one each millisecond",
            window(100),
            2000,
            vec![at_once(991, 100), one_each_ms(992, 1999)],
            1990,
        ),
        run(
            "early-bird",
            "One at 1 ms, and then a hundred late in the second",
            window(100),
            2000,
            vec![at_once(1, 1), one_each_ms(900, 1999)],
            1100,
        ),
        run(
            "overload",
            "Twenty a second at random, where ten may pass",
            window(10),
            10_000,
            vec![Arrivals::Poisson { per_second: 20 }],
            4300,
        ),
        run(
            "after-a-pause",
            "Ten, three seconds of nothing, and twenty at once",
            window(10),
            6000,
            vec![at_once(900, 10), at_once(4100, 20)],
            4100,
        ),
    ];
    let mut lowered = run(
        "lowered",
        "The limit goes down while it runs, and up again",
        window(10),
        5000,
        vec![Arrivals::Even { per_second: 20 }],
        1000,
    );
    lowered.scenario.interventions =
        vec![Intervention::set(1400, "limit", 4), Intervention::set(3000, "limit", 15)];
    runs.push(lowered);
    runs
}
