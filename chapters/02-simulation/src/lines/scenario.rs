//! A scenario as lines.

use std::fmt::Write as _;

use super::words::{Words, dash, escape, setting, setting_words};
use super::{MARKER, ParseError};
use crate::{Arrivals, Intervention, Planned, Press, Scenario};

/// A scenario as lines, ended by `@bw end`.
pub fn scenario_lines(scenario: &Scenario) -> String {
    let mut lines = format!(
        "{MARKER}scenario 1\n{MARKER}seed {}\n{MARKER}until-ms {}\n",
        scenario.seed, scenario.until_ms
    );
    for (name, value) in scenario.params.iter() {
        let _ = writeln!(lines, "{MARKER}param {} {value}", escape(name));
    }
    for source in &scenario.arrivals {
        let _ = writeln!(lines, "{MARKER}arrive {}", arrivals_words(source));
    }
    for Intervention { at_ms, press } in &scenario.interventions {
        let _ = writeln!(lines, "{MARKER}press {at_ms} {}", press_words(press));
    }
    lines + MARKER + "end\n"
}

/// The scenario of [`scenario_lines`]; lines without the marker are skipped.
///
/// Without its end it is an error: half a scenario is another scenario.
pub fn parse_scenario(lines: &str) -> Result<Scenario, ParseError> {
    let mut scenario = Scenario::default();
    for (number, line) in (1..).zip(lines.lines()) {
        let Some(line) = line.strip_prefix(MARKER) else { continue };
        if line == "end" {
            return Ok(scenario);
        }
        let mut words = Words::new(line);
        scenario_line(&mut scenario, &mut words)
            .and_then(|()| words.end())
            .ok_or_else(|| ParseError { number, line: line.to_owned() })?;
    }
    Err(ParseError { number: lines.lines().count() + 1, line: String::new() })
}

fn scenario_line(scenario: &mut Scenario, words: &mut Words<'_>) -> Option<()> {
    match words.word()? {
        "scenario" => (words.number::<u32>()? == 1).then_some(())?,
        "seed" => scenario.seed = words.number()?,
        "until-ms" => scenario.until_ms = words.number()?,
        "param" => {
            let (name, value) = (words.text()?, words.number()?);
            scenario.params = std::mem::take(&mut scenario.params).with(&name, value);
        }
        "arrive" => scenario.arrivals.push(arrivals(words)?),
        "press" => {
            let at_ms = words.number()?;
            scenario.interventions.push(Intervention { at_ms, press: press(words, at_ms)? });
        }
        _ => return None,
    }
    Some(())
}

fn arrivals_words(source: &Arrivals) -> String {
    match source {
        Arrivals::Even { per_second } => format!("even {per_second}"),
        Arrivals::Burst { at_ms, count } => format!("burst {at_ms} {count}"),
        Arrivals::Poisson { per_second } => format!("poisson {per_second}"),
        Arrivals::Spike { from_ms, until_ms, per_second } => {
            format!("spike {from_ms} {until_ms} {per_second}")
        }
        Arrivals::List(list) => {
            let words = list.iter().map(|one| format!(" {} {}", one.at_ms, planned_words(one)));
            format!("list{}", words.collect::<String>())
        }
    }
}

fn arrivals(words: &mut Words<'_>) -> Option<Arrivals> {
    Some(match words.word()? {
        "even" => Arrivals::Even { per_second: words.number()? },
        "burst" => Arrivals::Burst { at_ms: words.number()?, count: words.number()? },
        "poisson" => Arrivals::Poisson { per_second: words.number()? },
        "spike" => Arrivals::Spike {
            from_ms: words.number()?,
            until_ms: words.number()?,
            per_second: words.number()?,
        },
        "list" => {
            let mut list = Vec::new();
            while let Some(word) = words.word() {
                list.push(planned(words, word.parse().ok()?)?);
            }
            Arrivals::List(list)
        }
        _ => return None,
    })
}

fn planned_words(one: &Planned) -> String {
    format!("{} {}", one.cost, dash(one.patience_ms))
}

fn planned(words: &mut Words<'_>, at_ms: u64) -> Option<Planned> {
    Some(Planned { at_ms, cost: words.number()?, patience_ms: words.optional()? })
}

fn press_words(press: &Press) -> String {
    match press {
        Press::Send(count) => format!("send {count}"),
        Press::SendOne(one) => format!("send-one {}", planned_words(one)),
        Press::Drop(id) => format!("drop {id}"),
        Press::Set(setting) => format!("set {}", setting_words(setting)),
    }
}

fn press(words: &mut Words<'_>, at_ms: u64) -> Option<Press> {
    Some(match words.word()? {
        "send" => Press::Send(words.number()?),
        "send-one" => Press::SendOne(planned(words, at_ms)?),
        "drop" => Press::Drop(words.id()?),
        "set" => Press::Set(setting(words)?),
        _ => return None,
    })
}
