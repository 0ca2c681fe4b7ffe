//! The form of a run: its parameters, who arrives, its seed and its length.

use simulation::{Arrivals, Mechanism, Scenario, limits};

use crate::query;

/// What the template draws.
#[derive(Debug)]
pub(super) struct Controls {
    pub(super) action: String,
    pub(super) at_ms: u64,
    pub(super) fields: Vec<Field>,
    /// The knobs after those.
    pub(super) others: Vec<Field>,
    /// Whether one of them is not at its default.
    pub(super) others_set: bool,
    /// Fields that few readers change.
    pub(super) more: Vec<Field>,
    /// What the form keeps without showing it: before the arrivals a second,
    /// and after them. Sources keep their order, since each has its own
    /// random numbers.
    pub(super) before: Vec<(String, String)>,
    pub(super) after: Vec<(String, String)>,
    pub(super) load: Field,
}

/// One number.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) label: &'static str,
    pub(super) min: u64,
    pub(super) max: u64,
    pub(super) value: u64,
    /// What the values are called, if they have names.
    pub(super) choices: &'static [&'static str],
}

/// With more knobs than this, only the first few are seen at once.
const KNOBS_MAX: usize = 10;
const KNOBS_FIRST: usize = 4;

/// A curated run.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) title: &'static str,
    pub(super) link: String,
    pub(super) current: bool,
}

impl Controls {
    pub(super) fn of(mechanism: &Mechanism, scenario: &Scenario, at_ms: u64) -> Self {
        let knobs = mechanism.knobs.iter().map(|knob| Field {
            name: knob.name,
            label: knob.label,
            min: knob.min,
            max: knob.max,
            value: scenario.params.get(knob.name, knob.default),
            choices: knob.choices,
        });
        let mut fields: Vec<Field> = knobs.collect();
        let shown = if fields.len() > KNOBS_MAX { KNOBS_FIRST } else { fields.len() };
        let others = fields.split_off(shown);
        let set =
            |knob: &simulation::Knob| scenario.params.get(knob.name, knob.default) != knob.default;
        let others_set = mechanism.knobs[shown..].iter().any(set);
        let (before, after) = kept(mechanism, scenario);
        Self {
            action: format!("/lab/{}", mechanism.name),
            at_ms,
            fields,
            others,
            others_set,
            more: vec![seed(scenario), until(scenario)],
            before,
            after,
            load: load(scenario),
        }
    }
}

/// The curated runs of a mechanism.
pub(super) fn choices(mechanism: &Mechanism, scenario: &Scenario) -> Vec<Choice> {
    let here = query::link(mechanism, scenario, 0);
    let choice = |curated: simulation::Curated| Choice {
        title: curated.title,
        link: query::link(mechanism, &curated.scenario, curated.at_ms),
        current: query::link(mechanism, &curated.scenario, 0) == here,
    };
    (mechanism.curated)().into_iter().map(choice).collect()
}

fn load(scenario: &Scenario) -> Field {
    let random = scenario.arrivals.iter().find_map(|source| match source {
        Arrivals::Poisson { per_second } => Some(u64::from(*per_second)),
        _ => None,
    });
    let max = u64::from(query::LOAD_MAX);
    Field {
        name: "load",
        label: "Arrivals per second",
        min: 0,
        max,
        value: random.unwrap_or(0),
        choices: &[],
    }
}

fn seed(scenario: &Scenario) -> Field {
    Field { name: "seed", label: "Seed", min: 0, max: u64::MAX, value: scenario.seed, choices: &[] }
}

fn until(scenario: &Scenario) -> Field {
    let (min, max) = (1, limits::UNTIL_MS_MAX);
    Field { name: "until", label: "Length, ms", min, max, value: scenario.until_ms, choices: &[] }
}

type Pairs = Vec<(String, String)>;

/// What has no field of its own, split where the random arrivals stand.
fn kept(mechanism: &Mechanism, scenario: &Scenario) -> (Pairs, Pairs) {
    let shown = |key: &str| {
        key == "seed" || key == "until" || mechanism.knobs.iter().any(|knob| knob.name == key)
    };
    let pairs = query::pairs_of(mechanism, scenario);
    let mut pairs: Pairs = pairs.into_iter().filter(|(key, _)| !shown(key)).collect();
    let Some(load) = pairs.iter().position(|(key, _)| key == "load") else {
        return (pairs, Vec::new());
    };
    let after = pairs.split_off(load + 1);
    pairs.pop();
    (pairs, after)
}
