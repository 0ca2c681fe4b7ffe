//! A run as the shortest query that says it.

use simulation::{Arrivals, Intervention, Mechanism, Planned, Press, Scenario};

use super::{LOAD, QUERY_MAX, SEED, UNTIL_MS, only_knobs};

/// Whether the query of `link` is too long to be handed out.
pub fn too_long(link: &str) -> bool {
    link.split_once('?').is_some_and(|(_, query)| query.len() > QUERY_MAX)
}

/// The keys and values of a run, without the moment, in the order that a
/// query needs. What has its default is left out.
pub fn pairs(mechanism: &Mechanism, scenario: &Scenario) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for knob in mechanism.knobs {
        let value = scenario.params.get(knob.name, knob.default);
        if value != knob.default {
            pairs.push((knob.name.to_owned(), value.to_string()));
        }
    }
    arrivals(&scenario.arrivals, &mut pairs);
    presses(&scenario.interventions, &mut pairs);
    if scenario.seed != SEED {
        pairs.push(("seed".to_owned(), scenario.seed.to_string()));
    }
    if scenario.until_ms != UNTIL_MS {
        pairs.push(("until".to_owned(), scenario.until_ms.to_string()));
    }
    pairs
}

/// Whether `key` says what the reader did.
pub fn is_done(key: &str) -> bool {
    ["n", "one", "set", "drop"].contains(&key)
}

/// What the reader did in a run, as a piece of its query.
pub fn done(scenario: &Scenario) -> String {
    let mut pairs = Vec::new();
    presses(&scenario.interventions, &mut pairs);
    joined(&pairs)
}

fn joined(pairs: &[(String, String)]) -> String {
    let words: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}={value}")).collect();
    words.join("&")
}

/// The shortest query of a run, without a moment.
pub fn query_of(mechanism: &Mechanism, scenario: &Scenario) -> String {
    let pairs = match curated(mechanism, scenario) {
        Some((name, _)) => vec![("run".to_owned(), name.to_owned())],
        None => pairs(mechanism, scenario),
    };
    joined(&pairs)
}

pub(super) fn link(mechanism: &Mechanism, scenario: &Scenario, at_ms: u64) -> String {
    let (mut pairs, start_ms) = match curated(mechanism, scenario) {
        Some((name, at_ms)) => (vec![("run".to_owned(), name.to_owned())], at_ms),
        None => (pairs(mechanism, scenario), 0),
    };
    if at_ms != start_ms {
        pairs.push(("t".to_owned(), at_ms.to_string()));
    }
    let mark = if pairs.is_empty() { "" } else { "?" };
    format!("/lab/{}{mark}{}", mechanism.name, joined(&pairs))
}

/// The curated run that this is, with the moment it opens at.
fn curated(mechanism: &Mechanism, scenario: &Scenario) -> Option<(&'static str, u64)> {
    let params = only_knobs(mechanism, &scenario.params);
    let same = |known: &Scenario| {
        only_knobs(mechanism, &known.params) == params
            && known.arrivals == scenario.arrivals
            && known.interventions == scenario.interventions
            && (known.seed, known.until_ms) == (scenario.seed, scenario.until_ms)
    };
    let known = (mechanism.curated)().into_iter().find(|known| same(&known.scenario))?;
    Some((known.name, known.at_ms))
}

fn arrivals(sources: &[Arrivals], pairs: &mut Vec<(String, String)>) {
    if sources == [Arrivals::Poisson { per_second: LOAD }] {
        return;
    }
    if sources.is_empty() {
        pairs.push(("load".to_owned(), "0".to_owned()));
    }
    for source in sources {
        let (key, value) = match source {
            Arrivals::Poisson { per_second } => ("load", per_second.to_string()),
            Arrivals::Even { per_second } => ("even", per_second.to_string()),
            Arrivals::Burst { at_ms, count } => ("burst-at", format!("{at_ms}x{count}")),
            Arrivals::Spike { from_ms, until_ms, per_second } => {
                ("spike", format!("{from_ms}-{until_ms}x{per_second}"))
            }
            Arrivals::List(list) => ("at", list.iter().map(one).collect::<Vec<_>>().join(",")),
        };
        // Bursts share a key: they draw no random numbers, only their order counts.
        match pairs.last_mut() {
            Some((last, all)) if key == "burst-at" && last == key => {
                all.push(',');
                all.push_str(&value);
            }
            _ => pairs.push((key.to_owned(), value)),
        }
    }
}

fn presses(interventions: &[Intervention], pairs: &mut Vec<(String, String)>) {
    let before = pairs.len();
    for Intervention { at_ms, press } in interventions {
        let (key, value) = match press {
            Press::Send(count) => ("n", format!("{at_ms}x{count}")),
            Press::SendOne(planned) => ("one", one(&Planned { at_ms: *at_ms, ..*planned })),
            Press::Drop(id) => ("drop", format!("{at_ms}.{id}")),
            Press::Set(setting) => ("set", format!("{at_ms}.{}.{}", setting.name, setting.value)),
        };
        // A new pair only where the kind changes, so that the order is kept.
        match pairs[before..].last_mut() {
            Some((last, all)) if last == key => {
                all.push(',');
                all.push_str(&value);
            }
            _ => pairs.push((key.to_owned(), value)),
        }
    }
}

fn one(planned: &Planned) -> String {
    use std::fmt::Write as _;
    let mut words = planned.at_ms.to_string();
    if planned.cost != 1 {
        let _ = write!(words, "c{}", planned.cost);
    }
    if let Some(patience) = planned.patience_ms {
        let _ = write!(words, "p{patience}");
    }
    words
}
