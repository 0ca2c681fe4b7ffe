//! The runs that are worth a look.

use simulation::{Arrivals, Curated, Params, Planned, Scenario};

const A: u32 = 1;
const B: u32 = 2;
const C: u32 = 3;

/// The runs of this chapter.
pub(super) fn curated() -> Vec<Curated> {
    let run = |name, title, params, until_ms, arrivals, at_ms| Curated {
        name,
        title,
        scenario: Scenario { params, seed: 7, until_ms, arrivals, interventions: vec![] },
        at_ms,
    };
    vec![
        run(
            "noisy-neighbour",
            "One tenant floods, and each has a bucket of its own",
            limits([120, 4, 360, 10, 0, 4]),
            10_000,
            flood(),
            6000,
        ),
        run(
            "one-bucket-for-all",
            "The same flood, and only one bucket for all",
            limits([120, 4, 360, 10, 1, 4]),
            10_000,
            flood(),
            6000,
        ),
        run(
            "group-and-route",
            "Five calls to a route of 3 a minute in a group of 10 a minute",
            limits([3, 3, 10, 10, 0, 4]),
            10_000,
            vec![Arrivals::List(each(A, &[0; 5]))],
            0,
        ),
        run(
            "forgotten",
            "One place: who is busy keeps it, who is full can be forgotten",
            limits([60, 1, 6000, 40, 0, 1]),
            4000,
            vec![Arrivals::List(
                [each(A, &[0]), each(B, &[1]), each(A, &[1]), each(C, &[2001]), each(A, &[2001])]
                    .concat(),
            )],
            1,
        ),
        run(
            "endless-keys",
            "Four customers with a place, and strangers without end",
            limits([120, 4, 6000, 40, 0, 4]),
            10_000,
            vec![Arrivals::List(customers()), Arrivals::List(strangers())],
            5000,
        ),
    ]
}

/// In the order of the knobs.
fn limits(values: [u64; 6]) -> Params {
    let named = super::KNOBS.iter().zip(values);
    named.fold(Params::new(), |params, (knob, value)| params.with(knob.name, value))
}

/// One request of `key` at each of these times, in ms.
fn each(key: u32, times_ms: &[u64]) -> Vec<Planned> {
    times_ms.iter().map(|&at_ms| Planned::at(at_ms).cost(key)).collect()
}

/// Tenant a at random, 20 a second; b and c once a second.
fn flood() -> Vec<Arrivals> {
    let second = |first_ms: u64| (0..10).map(move |second| first_ms + 1000 * second);
    let quiet = [(B, 350), (C, 700)];
    let quiet = quiet.map(|(key, first_ms)| each(key, &second(first_ms).collect::<Vec<_>>()));
    let noisy = Arrivals::Spike { from_ms: 1000, until_ms: 9000, per_second: 20 };
    vec![noisy, Arrivals::List(quiet.concat())]
}

/// Each of four, two times a second, so that nobody is ever full and forgotten.
fn customers() -> Vec<Planned> {
    let times: Vec<u64> = (0..20).map(|turn| turn * 500).collect();
    let own = |key: u32| each(key, &times).into_iter().chain(each(key, &[0]));
    (1..=4).flat_map(own).collect()
}

/// A new key each 50 ms, from 1 s on.
fn strangers() -> Vec<Planned> {
    let times = (1000..=10_000).step_by(50);
    (100..).zip(times).map(|(key, at_ms)| Planned::at(at_ms).cost(key)).collect()
}
