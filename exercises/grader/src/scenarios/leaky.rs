//! The runs of the leaky bucket's exercises.

use simulation::{Arrivals, Params, Planned, Scenario};

use super::Shown;

pub(super) fn overfull() -> Shown {
    let ones = [0; 5].into_iter().chain((1..=12).map(|tenth| tenth * 10)).map(Planned::at);
    let threes = [150, 250, 300, 400].map(|at_ms| Planned::at(at_ms).cost(3));
    let last = [Planned::at(1400).cost(5), Planned::at(1401), Planned::at(1450).cost(6)];
    Shown {
        words: "A bucket of 5 that drains one every 100 ms. Five ask for one at 0 ms, and one more \
                every 10 ms until 120; some ask for three, at 150, 250, 300 and 400 ms. At 1400 ms \
                it is empty: one asks for five, the next for one a millisecond later, and one for \
                six at 1450 ms.",
        scenario: Scenario {
            params: Params::new().with("period", 100).with("capacity", 5),
            until_ms: 1500,
            arrivals: vec![Arrivals::List(ones.chain(threes).chain(last).collect())],
            ..Scenario::default()
        },
        but: "",
    }
}

pub(super) fn uneven_pace() -> Shown {
    let planned = [0, 30, 70, 360, 1500, 1500, 1500, 1500, 1500, 1500, 1500, 1560, 1610];
    Shown {
        words: "One may leave every 100 ms, and five may wait. Requests come at 0, 30, 70 and \
                360 ms, seven at once at 1500 ms, and two more at 1560 and 1610 ms.",
        scenario: Scenario {
            params: Params::new().with("period", 100).with("places", 5),
            until_ms: 2300,
            arrivals: vec![Arrivals::List(planned.map(Planned::at).into())],
            ..Scenario::default()
        },
        but: "",
    }
}
