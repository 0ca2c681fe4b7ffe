//! The runs of the exercises on keyed limits. What a request asks for is its key.

use simulation::{Arrivals, Params, Planned, Scenario};

use super::Shown;

/// So many requests of `key` at one moment.
fn times(at_ms: u64, key: u32, count: usize) -> Vec<Planned> {
    vec![Planned::at(at_ms).cost(key); count]
}

fn shown(
    words: &'static str,
    params: Params,
    until_ms: u64,
    asks: &[Vec<Planned>],
    but: &'static str,
) -> Shown {
    let arrivals = vec![Arrivals::List(asks.concat())];
    Shown { words, scenario: Scenario { params, until_ms, arrivals, ..Scenario::default() }, but }
}

pub(super) fn noisy_neighbour() -> Shown {
    shown(
        "A token each 100 ms for each tenant, and 3 at once. Acme sends twelve requests at 0 ms \
         and six at 400 ms; Bolt sends two at 50 ms and two at 410 ms, Atlas three at 300 ms, and \
         a request that belongs to nobody comes at 420 ms.",
        Params::new().with("period", 100).with("burst", 3),
        600,
        &[
            times(0, 1, 12),
            times(50, 2, 2),
            times(300, 3, 3),
            times(400, 1, 6),
            times(410, 2, 2),
            times(420, 0, 1),
        ],
        "",
    )
}

pub(super) fn reborn_key() -> Shown {
    let each = |key, at_ms: &[u64]| at_ms.iter().flat_map(|&at| times(at, key, 1)).collect();
    shown(
        "A token each second for each key, one at once, and a sweep each 300 ms. Key 1 tries each \
         100 ms for two seconds, key 2 at 0 and 1100 ms.",
        Params::new().with("period", 1000).with("burst", 1).with("sweep", 300),
        2500,
        &[each(1, &(0..=20).map(|turn| turn * 100).collect::<Vec<_>>()), each(2, &[0, 1100])],
        "",
    )
}

pub(super) fn charged_twice() -> Shown {
    shown(
        "Routes 1 and 2 get a token each second and hold 3; the group gets one each 200 ms and \
         holds 6. Five calls to route 1 come at 0 ms, four to route 2 at 100 ms, and two to each \
         at 1200 ms.",
        Params::new()
            .with("route-period", 1000)
            .with("route-burst", 3)
            .with("group-period", 200)
            .with("group-burst", 6),
        2000,
        &[times(0, 1, 5), times(100, 2, 4), times(1200, 1, 2), times(1200, 2, 2)],
        "This run has one thread. What two threads do to each other is in the results \
         above, as lanes.",
    )
}

pub(super) fn endless_keys() -> Shown {
    let stranger = |number: u32| times(u64::from(number) * 20, number + 100, 1);
    let strangers: Vec<Planned> = (0..40).flat_map(stranger).collect();
    shown(
        "A token each 100 ms for each key, 3 at once, two places. Keys 1 and 2 come at 0 ms and \
         use up their buckets, and again at 250 ms; a new key comes each 20 ms.",
        Params::new().with("period", 100).with("burst", 3).with("places", 2),
        1000,
        &[times(0, 1, 3), times(0, 2, 3), strangers, times(250, 1, 3), times(250, 2, 2)],
        "",
    )
}
