//! The runs that are worth a look.

use simulation::{Arrivals, Curated, Intervention, Params, Planned, Press, RequestId, Scenario};

/// The runs of this chapter.
pub(super) fn curated() -> Vec<Curated> {
    let bucket = |rate, burst, credit| {
        Params::new().with("rate", rate).with("burst", burst).with("credit", credit)
    };
    let at_once = |at_ms, count| Arrivals::Burst { at_ms, count };
    let run = |name, title, params, until_ms, arrivals, interventions, at_ms| Curated {
        name,
        title,
        scenario: Scenario { params, seed: 7, until_ms, arrivals, interventions },
        at_ms,
    };
    let dropped = Intervention { at_ms: 250, press: Press::Drop(RequestId(8)) };
    vec![
        run(
            "after-a-pause",
            "Quiet for a second, then eight at once: the cap",
            bucket(10, 5, 0),
            3000,
            vec![at_once(0, 5), at_once(1000, 8)],
            vec![],
            1000,
        ),
        run(
            "quiet-night",
            "Quiet for ten seconds, then sixty at once",
            bucket(5, 5, 0),
            12_000,
            vec![Arrivals::Even { per_second: 1 }, at_once(10_000, 60)],
            vec![],
            10_000,
        ),
        run(
            "twenty-waits",
            "Twenty that are ready to wait",
            bucket(10, 5, 15),
            3000,
            vec![at_once(0, 20)],
            vec![],
            500,
        ),
        run(
            "overload",
            "Twelve a second into a bucket that gets eight",
            bucket(8, 5, 0),
            10_000,
            vec![Arrivals::Poisson { per_second: 12 }],
            vec![],
            4300,
        ),
        run(
            "gives-up",
            "One of those who wait gives up",
            bucket(10, 5, 5),
            2000,
            vec![at_once(0, 9), Arrivals::List(vec![Planned::at(300)])],
            vec![dropped],
            300,
        ),
        run(
            "changed",
            "Rate and burst change while it runs",
            bucket(10, 5, 0),
            4000,
            vec![Arrivals::Even { per_second: 4 }, at_once(0, 5)],
            vec![Intervention::set(1000, "rate", 1), Intervention::set(2000, "burst", 8)],
            1000,
        ),
    ]
}
