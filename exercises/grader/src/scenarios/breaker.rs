//! The runs of the exercises on the circuit breaker: a service that breaks and
//! heals.

use simulation::{Arrivals, Intervention, Params, Planned, Press, RequestId, Scenario};

use super::Shown;

pub(crate) fn half_open_flood() -> Shown {
    Shown {
        words: "A breaker that opens after 3 failures in a row and closes after 2 good probes, \
                with a cool-off of 1000 ms. Twenty calls a second, each takes 100 ms; the service \
                fails them all until 1500 ms.",
        scenario: Scenario {
            params: Params::new().with("failing", 100).with("latency-ms", 100),
            until_ms: 4000,
            arrivals: vec![Arrivals::Even { per_second: 20 }],
            interventions: vec![heals(1500)],
            ..Scenario::default()
        },
        but: "",
    }
}

pub(crate) fn stuck_half_open() -> Shown {
    let calls = (0..=4000).step_by(50);
    let planned = calls.map(|at_ms| Planned::at(at_ms).cost(if at_ms == 1250 { 2 } else { 1 }));
    Shown {
        words: "A breaker that opens after 3 failures in a row and closes after one good probe, \
                with a cool-off of 1000 ms. Twenty calls a second, each takes 100 ms; the service \
                fails them until 500 ms. Call 25 is dropped at 1210 ms, and call 26 panics where \
                its answer is read.",
        scenario: Scenario {
            params: Params::new().with("failing", 100).with("latency-ms", 100),
            until_ms: 4000,
            arrivals: vec![Arrivals::List(planned.collect())],
            interventions: vec![
                heals(500),
                Intervention { at_ms: 1210, press: Press::Drop(RequestId(25)) },
            ],
            ..Scenario::default()
        },
        but: "",
    }
}

pub(crate) fn late_result() -> Shown {
    let planned = [0, 0].into_iter().chain((50..=4000).step_by(50)).map(Planned::at);
    Shown {
        words: "A breaker that opens after 3 failures in a row, lets 2 probes go at a time, and \
                closes after 2 good ones; the cool-off is 1000 ms. The first two calls take \
                1500 ms and are good; those after them fail at once, until 500 ms. Of the first \
                two probes, one is slow and good and the other fails at once, so that the slow \
                one comes back while the next two are out. From 2000 ms on a call takes 600 ms.",
        scenario: Scenario {
            params: Params::new().with("latency-ms", 1500).with("time-out-ms", 5000),
            until_ms: 4000,
            arrivals: vec![Arrivals::List(planned.collect())],
            interventions: vec![
                Intervention::set(10, "latency-ms", 10),
                Intervention::set(10, "failing", 100),
                heals(500),
                Intervention::set(1000, "latency-ms", 1500),
                Intervention::set(1210, "latency-ms", 10),
                Intervention::set(1210, "failing", 100),
                heals(2000),
                Intervention::set(2000, "latency-ms", 600),
            ],
            ..Scenario::default()
        },
        but: "",
    }
}

pub(crate) fn two_probes() -> Shown {
    Shown {
        words: "A breaker that opens after 3 failures in a row and closes after one good probe, \
                with a cool-off of 1000 ms, and one thread. Twenty calls a second, each takes \
                100 ms; the service fails them all until 1500 ms.",
        scenario: Scenario {
            params: Params::new().with("failing", 100).with("latency-ms", 100),
            until_ms: 4000,
            arrivals: vec![Arrivals::Even { per_second: 20 }],
            interventions: vec![heals(1500)],
            ..Scenario::default()
        },
        but: "This run has one thread. What two threads do to each other is in the results \
              above, as lanes.",
    }
}

pub(crate) fn flapping() -> Shown {
    Shown {
        words: "A right breaker with your six numbers, and twenty calls a second. The service \
                fails them all from 5 s to 25 s.",
        scenario: Scenario {
            until_ms: 40_000,
            arrivals: vec![Arrivals::Even { per_second: 20 }],
            interventions: vec![Intervention::set(5000, "failing", 100), heals(25_000)],
            ..Scenario::default()
        },
        but: "",
    }
}

pub(crate) fn on_change() -> Shown {
    Shown {
        words: "A breaker that opens after 3 failures in a row, with a cool-off of 1000 ms, and \
                one thread. Ten calls a second; the service fails them all from 500 ms to 2500 ms.",
        scenario: Scenario {
            until_ms: 5000,
            arrivals: vec![Arrivals::Even { per_second: 10 }],
            interventions: vec![Intervention::set(500, "failing", 100), heals(2500)],
            ..Scenario::default()
        },
        but: "This run has one thread. What two threads do to each other, and what waits for \
              ever, is in the results above.",
    }
}

fn heals(at_ms: u64) -> Intervention {
    Intervention::set(at_ms, "failing", 0)
}
