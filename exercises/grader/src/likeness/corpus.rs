//! The runs in which answers to an exercise are told apart.
//!
//! The first is the one that the page shows. The others are drawn by lot from
//! what the exercise's stage understands, always the same ones: what an answer
//! does in them is kept in `signatures.txt`.

use simulation::{
    Arrivals, Intervention, Params, Planned, Press, RequestId, Rng, Scenario, Setting,
};

use super::words::fnv;
use crate::scenarios;

/// So many runs has an exercise. Each is a process of a few milliseconds.
const RUNS: u64 = 32;
/// Every run goes on for so long after its last request, in milliseconds.
const REST_MS: u64 = 1500;

/// The runs of the exercise `name`; none if there is nothing that runs.
pub fn corpus(name: &str) -> Vec<Scenario> {
    let (Some(shown), Some(space)) = (scenarios::of(name), space(name)) else {
        return Vec::new();
    };
    let seed = fnv(name.bytes());
    let drawn = (1..RUNS).map(|index| space.draw(&mut Rng::stream(seed, index)));
    [shown.scenario].into_iter().chain(drawn).collect()
}

/// The largest number of tokens.
const U32_MAX: u64 = 0xffff_ffff;

/// What an exercise's stage understands, and the values that are tried. A value
/// that is written twice is drawn twice as often.
#[derive(Clone, Copy)]
struct Space {
    params: &'static [(&'static str, &'static [u64])],
    /// What is turned while it runs.
    knobs: &'static [(&'static str, &'static [u64])],
    knobs_max: u64,
    /// How many requests come.
    sizes: &'static [u64],
    /// How long after the one before, in milliseconds.
    gaps_ms: &'static [u64],
    costs: &'static [u32],
    /// How long they wait, in milliseconds; empty: for ever.
    patience_ms: &'static [u64],
    drops_max: u64,
}

const PLAIN: Space = Space {
    params: &[],
    knobs: &[],
    knobs_max: 0,
    sizes: &[8, 20, 40],
    gaps_ms: &[0, 0, 50, 100],
    costs: &[1],
    patience_ms: &[],
    drops_max: 0,
};

/// A service that is well, ill, slow and silent by turns.
const SERVICE: &[(&str, &[u64])] = &[
    ("failing", &[0, 0, 100, 100, 50]),
    ("latency-ms", &[1, 10, 100, 400, 1500]),
    ("hole", &[0, 0, 0, 1]),
];

const BREAKER: Space = Space {
    params: &[
        ("threshold", &[1, 2, 3, 3, 5]),
        ("probes", &[1, 2, 2, 3]),
        ("successes", &[1, 2, 2, 3, 4]),
        ("cool-off-ms", &[0, 1, 100, 1000, 1000, 1500]),
        ("latency-ms", &[1, 10, 100, 400]),
        ("failing", &[0, 50, 100, 100]),
        ("time-out-ms", &[1000, 5000]),
    ],
    knobs: SERVICE,
    knobs_max: 8,
    sizes: &[20, 60, 60, 120, 600],
    gaps_ms: &[0, 1, 10, 50, 50, 100, 500],
    ..PLAIN
};

fn space(exercise: &str) -> Option<Space> {
    let parts = [of_one_gate, of_windows, of_keys, of_breakers];
    parts.iter().find_map(|of| of(exercise))
}

/// Timers, rooms and buckets.
fn of_one_gate(exercise: &str) -> Option<Space> {
    Some(match exercise {
        "late-waker" => Space {
            params: &[("tick", &[1, 10, 100, 250])],
            sizes: &[8, 20, 60, 300],
            gaps_ms: &[0, 0, 0, 1, 50, 250],
            costs: &[0, 1, 100, 100, 200, 250, 999],
            drops_max: 5,
            ..PLAIN
        },
        "check-then-act" => Space {
            params: &[("seats", &[0, 1, 2, 3, 5, 1000])],
            knobs: &[("open", &[0, 0, 0, 1])],
            knobs_max: 2,
            drops_max: 30,
            ..PLAIN
        },
        "last-token" => Space {
            params: &[("tokens", &[0, 1, 2, 3, 5, 10, 40, U32_MAX])],
            costs: &[0, 1, 1, 1, 2, 2, 3, 5, 1000],
            ..PLAIN
        },
        "lost-fraction" => Space {
            params: &[
                ("rate", &[0, 1, 3, 3, 7, 10, 300, 999_999_937, 5_000_000_000, u64::MAX]),
                ("burst", &[1, 2, 2, 5, 100, U32_MAX]),
            ],
            gaps_ms: &[0, 0, 1, 7, 100, 333, 334, 1000, 4000],
            ..PLAIN
        },
        "debt" => Space {
            params: &[("period", &[1, 10, 100, 333]), ("burst", &[1, 2, 5, 5])],
            costs: &[0, 1, 1, 1, 2, 5, 6],
            patience_ms: &[0, 50, 100, 400, 1000],
            drops_max: 4,
            ..PLAIN
        },
        _ => return None,
    })
}

/// Windows and leaky buckets.
fn of_windows(exercise: &str) -> Option<Space> {
    Some(match exercise {
        "boundary-burst" | "stale-previous" => Space {
            params: &[("limit", &[1, 2, 5, 10, 100]), ("window-ms", &[1, 50, 100, 1000, 1000])],
            sizes: &[20, 60, 60, 200],
            gaps_ms: &[0, 0, 0, 1, 7, 49, 50, 99, 100, 333, 999, 1000, 1001, 2500],
            ..PLAIN
        },
        "overfull" => Space {
            params: &[("period", &[1, 3, 10, 100, 333]), ("capacity", &[1, 2, 5, 5, U32_MAX])],
            sizes: &[8, 20, 60],
            gaps_ms: &[0, 0, 0, 1, 7, 50, 99, 100, 333, 2000],
            costs: &[0, 1, 1, 1, 2, 3, 5, 6],
            ..PLAIN
        },
        "uneven-pace" => Space {
            params: &[("period", &[1, 3, 10, 100, 333]), ("places", &[0, 1, 2, 5, 5])],
            sizes: &[8, 20, 60],
            gaps_ms: &[0, 0, 0, 1, 7, 50, 99, 100, 333, 2000],
            ..PLAIN
        },
        _ => return None,
    })
}

/// Limits with keys.
fn of_keys(exercise: &str) -> Option<Space> {
    Some(match exercise {
        "noisy-neighbour" => Space {
            params: &[("period", &[1, 10, 100, 333]), ("burst", &[1, 2, 3, 5])],
            sizes: &[20, 60, 200],
            gaps_ms: &[0, 0, 0, 1, 33, 100, 333, 2000],
            costs: &[0, 1, 1, 1, 2, 2, 3, 4, 17, 200],
            ..PLAIN
        },
        "reborn-key" => Space {
            params: &[
                ("period", &[1, 10, 100, 1000, 1000]),
                ("burst", &[1, 1, 2, 3, 5]),
                ("sweep", &[0, 1, 10, 100, 999, 1000]),
            ],
            sizes: &[8, 20, 60],
            gaps_ms: &[0, 0, 1, 99, 100, 500, 999, 1000, 3000],
            costs: &[0, 1, 1, 2, 3, 9],
            ..PLAIN
        },
        "charged-twice" => Space {
            params: &[
                ("route-period", &[1, 100, 1000, 20_000]),
                ("group-period", &[1, 100, 1000, 6000]),
                ("route-burst", &[1, 2, 3, 5]),
                ("group-burst", &[1, 2, 5, 10]),
            ],
            sizes: &[8, 20, 60],
            gaps_ms: &[0, 0, 0, 1, 100, 500, 1000, 3000],
            costs: &[1, 1, 2],
            ..PLAIN
        },
        "endless-keys" => Space {
            params: &[
                ("period", &[1, 10, 100, 333]),
                ("burst", &[1, 2, 3, 5]),
                ("places", &[1, 2, 4, 8]),
            ],
            sizes: &[20, 60, 200],
            gaps_ms: &[0, 0, 0, 1, 33, 100, 333, 2000],
            costs: &[1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 77, 1000],
            ..PLAIN
        },
        _ => return None,
    })
}

fn of_breakers(exercise: &str) -> Option<Space> {
    Some(match exercise {
        "half-open-flood" | "two-probes" => BREAKER,
        "stuck-half-open" => Space { costs: &[1, 1, 1, 1, 1, 2], drops_max: 12, ..BREAKER },
        "late-result" => Space { drops_max: 12, ..BREAKER },
        "flapping" => Space {
            params: &[("luck", &[0, 1, 2, 3]), ("failing", &[0, 2, 10, 30])],
            knobs: &[("failing", &[0, 2, 10, 30, 60, 100]), ("latency-ms", &[10, 100, 1500])],
            knobs_max: 4,
            sizes: &[200, 600],
            gaps_ms: &[10, 50, 100],
            ..PLAIN
        },
        "on-change" => Space {
            params: &[
                ("failures", &[1, 2, 3, 5]),
                ("cool-off", &[0, 1, 100, 1000]),
                ("failing", &[0, 50, 100]),
                ("latency-ms", &[1, 10, 100]),
            ],
            drops_max: 5,
            ..BREAKER
        },
        _ => return None,
    })
}

impl Space {
    fn draw(&self, lot: &mut Rng) -> Scenario {
        let params = self.params.iter().fold(Params::new(), |params, (name, values)| {
            params.with(name, pick(lot, values).unwrap_or_default())
        });
        let planned = self.requests(lot);
        let last_ms = planned.last().map_or(0, |last| last.at_ms);
        let mut interventions = self.presses(lot, &planned, last_ms);
        interventions.sort_by_key(|press| press.at_ms);
        Scenario {
            params,
            until_ms: last_ms + REST_MS,
            arrivals: vec![Arrivals::List(planned)],
            interventions,
            ..Scenario::default()
        }
    }

    fn requests(&self, lot: &mut Rng) -> Vec<Planned> {
        let mut at_ms = 0;
        let size = pick(lot, self.sizes).unwrap_or_default();
        let request = |_| {
            at_ms += pick(lot, self.gaps_ms).unwrap_or_default();
            let planned = Planned::at(at_ms).cost(pick(lot, self.costs).unwrap_or(1));
            match pick(lot, self.patience_ms) {
                // One in four has all the time in the world.
                Some(patience_ms) if lot.chance(3, 4) => planned.patience_ms(patience_ms),
                _ => planned,
            }
        };
        (0..size).map(request).collect()
    }

    fn presses(&self, lot: &mut Rng, planned: &[Planned], last_ms: u64) -> Vec<Intervention> {
        let mut presses = Vec::new();
        for _ in 0..lot.below(self.knobs_max + 1) {
            let Some((name, values)) = pick(lot, self.knobs) else { break };
            let setting =
                Setting { name: name.to_owned(), value: pick(lot, values).unwrap_or_default() };
            let at_ms = lot.below(last_ms + 1);
            presses.push(Intervention { at_ms, press: Press::Set(setting) });
        }
        for _ in 0..lot.below(self.drops_max + 1) {
            // Requests are numbered from 1, in the order of their times.
            let index = lot.below(planned.len() as u64);
            let Some(request) = planned.get(usize::try_from(index).unwrap_or(0)) else { break };
            let id = RequestId(u32::try_from(index + 1).unwrap_or(u32::MAX));
            let at_ms = request.at_ms + lot.below(300);
            presses.push(Intervention { at_ms, press: Press::Drop(id) });
        }
        presses
    }
}

fn pick<T: Copy>(lot: &mut Rng, values: &[T]) -> Option<T> {
    let index = lot.below(values.len() as u64);
    values.get(usize::try_from(index).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use simulation::scenario_lines;

    use super::*;
    use crate::exercises;

    #[test]
    fn every_exercise_with_a_probe_has_a_corpus_of_different_runs_that_are_allowed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let mut with_runs = 0;
        for exercise in exercises(root) {
            let runs = corpus(&exercise.name);
            assert_eq!(!runs.is_empty(), exercise.has_run, "{}", exercise.name);
            let different: BTreeSet<String> = runs.iter().map(scenario_lines).collect();
            assert_eq!(different.len(), runs.len(), "{}", exercise.name);
            for run in &runs {
                run.check().unwrap();
            }
            with_runs += usize::from(exercise.has_run);
        }
        assert!(with_runs >= 11, "{with_runs}");
    }

    #[test]
    fn the_runs_are_the_same_each_time_and_begin_with_the_one_that_is_shown() {
        let (one, other) = (corpus("debt"), corpus("debt"));
        assert_eq!(one, other);
        assert_eq!(one[0], scenarios::of("debt").unwrap().scenario);
        assert_eq!(corpus("lost-update"), []);
    }

    #[test]
    fn nobody_is_dropped_before_he_came() {
        for run in corpus("stuck-half-open").iter().skip(1) {
            let Some(Arrivals::List(planned)) = run.arrivals.first() else { panic!("a list") };
            for press in &run.interventions {
                if let Press::Drop(RequestId(id)) = press.press {
                    assert!(planned[id as usize - 1].at_ms <= press.at_ms, "{press:?}");
                }
            }
            assert!(run.interventions.is_sorted_by_key(|press| press.at_ms));
        }
    }
}
