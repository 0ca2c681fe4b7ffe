use std::time::Duration;

use clock::Moment;

use crate::scenario::limits;
use crate::{Planned, Press, Request, RequestId, Rng, Scenario, ScenarioError};

/// One source of requests. A scenario may have several; they are merged in
/// order of time, and requests of the same instant by the order of sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrivals {
    /// `per_second` requests a second, evenly, the first at 0.
    Even {
        /// Requests a second.
        per_second: u32,
    },
    /// `count` requests at one instant.
    Burst {
        /// When, in milliseconds.
        at_ms: u64,
        /// How many.
        count: u32,
    },
    /// `per_second` requests a second on average, at random: a Poisson process,
    /// made of one or more coin tosses each millisecond. No logarithm is used,
    /// since `ln` differs between platforms.
    Poisson {
        /// Requests a second, on average.
        per_second: u32,
    },
    /// Random as [`Arrivals::Poisson`], but only in one stretch of the run.
    Spike {
        /// The first millisecond.
        from_ms: u64,
        /// The millisecond after the last.
        until_ms: u64,
        /// Requests a second, on average.
        per_second: u32,
    },
    /// Exactly these.
    List(Vec<Planned>),
}

impl Arrivals {
    /// The requests of this source up to `until_ms`, in order of time; at most
    /// one more than a run may hold, so that a mistyped rate fills no memory.
    fn plan(&self, until_ms: u64, rng: &mut Rng) -> Vec<Planned> {
        let most = limits::REQUESTS_MAX + 1;
        match self {
            &Self::Even { per_second } => {
                let at = |i: u64| i * 1000 / u64::from(per_second);
                let all = (0..).map(at).take_while(|&at_ms| at_ms <= until_ms);
                if per_second == 0 {
                    return Vec::new();
                }
                all.map(Planned::at).take(most).collect()
            }
            &Self::Burst { at_ms, count } if at_ms <= until_ms => {
                vec![Planned::at(at_ms); (count as usize).min(most)]
            }
            Self::Burst { .. } => Vec::new(),
            &Self::Poisson { per_second } => tosses(0, until_ms, per_second, rng, most),
            &Self::Spike { from_ms, until_ms: end_ms, per_second } => {
                let last_ms = end_ms.saturating_sub(1).min(until_ms);
                tosses(from_ms, last_ms, per_second, rng, most)
            }
            Self::List(list) => {
                let mut list = list.clone();
                list.retain(|planned| planned.at_ms <= until_ms);
                list.sort_by_key(|planned| planned.at_ms);
                list
            }
        }
    }
}

/// A Poisson process as coin tosses: so many a millisecond that no coin comes
/// up more often than once in ten.
fn tosses(from_ms: u64, last_ms: u64, per_second: u32, rng: &mut Rng, most: usize) -> Vec<Planned> {
    let per_second = u64::from(per_second);
    let coins = per_second / 100 + 1;
    let each = (from_ms..=last_ms).flat_map(|at_ms| (0..coins).map(move |_| at_ms));
    let heads = each.filter(|_| rng.chance(per_second, 1000 * coins));
    heads.map(Planned::at).take(most).collect()
}

/// One request with its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrival {
    pub(crate) at: Moment,
    pub(crate) request: Request,
}

/// All requests of a scenario, in order of time, numbered from 1.
pub(crate) fn arrivals(scenario: &Scenario) -> Result<Vec<Arrival>, ScenarioError> {
    let mut planned = Vec::new();
    for (index, source) in (0..).zip(&scenario.arrivals) {
        let mut rng = Rng::stream(scenario.seed, index);
        planned.extend(source.plan(scenario.until_ms, &mut rng));
        fits(&planned, scenario)?;
    }
    for intervention in &scenario.interventions {
        let at_ms = intervention.at_ms;
        if at_ms > scenario.until_ms {
            continue;
        }
        match intervention.press {
            Press::Send(count) => {
                // One too many is enough to be refused; the rest needs no memory.
                let count = (count as usize).min(limits::REQUESTS_MAX + 1);
                planned.extend(vec![Planned::at(at_ms); count]);
            }
            Press::SendOne(one) => planned.push(Planned { at_ms, ..one }),
            Press::Drop(_) | Press::Set(_) => {}
        }
        fits(&planned, scenario)?;
    }
    // Stable: requests of one instant keep the order of their sources.
    planned.sort_by_key(|planned| planned.at_ms);
    Ok((1..).zip(planned).map(|(number, planned)| arrival(number, planned)).collect())
}

/// Checked after each source: a mistyped rate fills no memory.
fn fits(planned: &[Planned], scenario: &Scenario) -> Result<(), ScenarioError> {
    if planned.len() > limits::REQUESTS_MAX {
        return Err(ScenarioError::TooManyRequests { until_ms: scenario.until_ms });
    }
    Ok(())
}

fn arrival(number: u32, planned: Planned) -> Arrival {
    Arrival {
        at: Moment::from_millis(planned.at_ms),
        request: Request {
            id: RequestId(number),
            cost: planned.cost,
            patience: planned.patience_ms.map(Duration::from_millis),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times_ms(source: Arrivals, until_ms: u64) -> Vec<u64> {
        let scenario =
            Scenario { seed: 7, until_ms, arrivals: vec![source], ..Scenario::default() };
        arrivals(&scenario).unwrap().iter().map(|arrival| arrival.at.as_millis()).collect()
    }

    #[test]
    fn even_arrivals_start_at_zero_and_keep_their_distance() {
        assert_eq!(times_ms(Arrivals::Even { per_second: 3 }, 1000), [0, 333, 666, 1000]);
        assert_eq!(times_ms(Arrivals::Even { per_second: 0 }, 1000), [0; 0]);
    }

    #[test]
    fn random_arrivals_come_at_their_rate() {
        // 10 000 expected, standard deviation 100 (a little less for coins):
        // five of them either way.
        for per_second in [20, 100, 1000] {
            let seconds = 10_000 / per_second;
            let until_ms = u64::from(seconds) * 1000 - 1;
            let count = times_ms(Arrivals::Poisson { per_second }, until_ms).len();
            assert!((9_500..=10_500).contains(&count), "{per_second}/s gave {count}");
        }
    }

    #[test]
    fn a_spike_stays_in_its_stretch() {
        let spike = Arrivals::Spike { from_ms: 200, until_ms: 300, per_second: 500 };
        let times = times_ms(spike, 1000);
        assert!(times.len() > 20, "{times:?}");
        assert!(times.iter().all(|at_ms| (200..300).contains(at_ms)), "{times:?}");
    }

    #[test]
    fn sources_are_merged_by_time_and_then_by_their_order() {
        let scenario = Scenario {
            until_ms: 100,
            arrivals: vec![
                Arrivals::List(vec![Planned::at(50).cost(2), Planned::at(20)]),
                Arrivals::Burst { at_ms: 50, count: 1 },
            ],
            interventions: vec![crate::Intervention { at_ms: 20, press: Press::Send(1) }],
            ..Scenario::default()
        };
        let got: Vec<_> = arrivals(&scenario)
            .unwrap()
            .iter()
            .map(|a| (a.request.id.0, a.at.as_millis(), a.request.cost))
            .collect();
        assert_eq!(got, [(1, 20, 1), (2, 20, 1), (3, 50, 2), (4, 50, 1)]);
    }

    #[test]
    fn too_many_requests_are_an_error_and_not_a_shorter_run() {
        for source in [
            Arrivals::Even { per_second: u32::MAX },
            Arrivals::Poisson { per_second: u32::MAX },
            Arrivals::Burst { at_ms: 0, count: u32::MAX },
        ] {
            let scenario =
                Scenario { until_ms: 60_000, arrivals: vec![source], ..Scenario::default() };
            let error = arrivals(&scenario).unwrap_err();
            assert_eq!(error, ScenarioError::TooManyRequests { until_ms: 60_000 });
        }
    }
}
