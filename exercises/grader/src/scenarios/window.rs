//! The runs of the exercises on windows.

use simulation::{Arrivals, Params, Planned, Scenario};

use super::Shown;

pub(super) fn boundary_burst() -> Shown {
    let times = [950, 1050, 1500, 1940, 1950].map(|at_ms| [at_ms; 5]);
    let planned = times.concat().into_iter().chain([2000, 2990, 3900]);
    Shown {
        words: "Five in each 1000 ms. Five ask at once at 950 ms, at 1050, 1500, 1940 and 1950 ms, \
                and one more at 2000, 2990 and 3900 ms.",
        scenario: Scenario {
            params: Params::new().with("limit", 5).with("window-ms", 1000),
            until_ms: 4000,
            arrivals: vec![Arrivals::List(planned.map(Planned::at).collect())],
            ..Scenario::default()
        },
        but: "",
    }
}

pub(super) fn stale_previous() -> Shown {
    let steady = (1000..2000).step_by(50);
    let planned = std::iter::repeat_n(900, 10).chain(steady);
    let planned = planned.chain(std::iter::repeat_n(3900, 10)).chain(std::iter::repeat_n(6000, 12));
    Shown {
        words: "Ten in each 1000 ms. Ten ask at once at 900 ms, one every 50 ms until 2000 ms, ten \
                at 3900 ms, and twelve at 6000 ms.",
        scenario: Scenario {
            params: Params::new().with("limit", 10).with("window-ms", 1000),
            until_ms: 6500,
            arrivals: vec![Arrivals::List(planned.map(Planned::at).collect())],
            ..Scenario::default()
        },
        but: "",
    }
}
