//! What a run holds besides its parameters, in words, each with a link to the
//! run without it.

use clock::Moment;
use simulation::{Arrivals, Intervention, Mechanism, Press, Scenario, text};

use crate::query;

/// So many are listed; the others are in the link all the same.
const LISTED_MAX: usize = 20;

/// One thing in a run.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) words: String,
    /// The run without it.
    pub(super) without: String,
}

/// What has no field in the form.
pub(super) fn parts(mechanism: &Mechanism, scenario: &Scenario, at_ms: u64) -> Vec<Part> {
    let link = |scenario: &Scenario| query::link(mechanism, scenario, at_ms);
    let sources = scenario.arrivals.iter().enumerate().filter_map(|(i, source)| {
        let mut without = scenario.clone();
        without.arrivals.remove(i);
        Some(Part { words: source_words(source)?, without: link(&without) })
    });
    let presses = scenario.interventions.iter().enumerate().map(|(i, press)| {
        let mut without = scenario.clone();
        without.interventions.remove(i);
        Part { words: press_words(mechanism, press), without: link(&without) }
    });
    sources.chain(presses).take(LISTED_MAX).collect()
}

fn at(ms: u64) -> String {
    text::seconds(Moment::from_millis(ms))
}

fn source_words(source: &Arrivals) -> Option<String> {
    Some(match source {
        // It has a field.
        Arrivals::Poisson { .. } => return None,
        Arrivals::Even { per_second } => format!("{per_second} a second, evenly"),
        Arrivals::Burst { at_ms, count } => format!("{count} at once at {}", at(*at_ms)),
        Arrivals::Spike { from_ms, until_ms, per_second } => {
            format!("{per_second} a second from {} to {}", at(*from_ms), at(*until_ms))
        }
        Arrivals::List(list) if list.len() == 1 => format!("1 request at {}", at(list[0].at_ms)),
        Arrivals::List(list) => {
            format!("{} requests, each at a moment of its own", list.len())
        }
    })
}

fn press_words(mechanism: &Mechanism, Intervention { at_ms, press }: &Intervention) -> String {
    let what = match press {
        Press::Send(1) => "you send one".to_owned(),
        Press::Send(count) => format!("you send {count}"),
        Press::SendOne(one) => format!("you send one that asks for {}", one.cost),
        Press::Drop(id) => format!("request {id} gives up"),
        Press::Set(setting) => {
            let knob = mechanism.knobs.iter().find(|knob| knob.name == setting.name);
            let label = knob.map_or(setting.name.as_str(), |knob| knob.label);
            let value = knob.map_or(setting.value.to_string(), |knob| knob.words(setting.value));
            format!("\u{201c}{label}\u{201d} becomes {value}")
        }
    };
    format!("{}: {what}", at(*at_ms))
}
