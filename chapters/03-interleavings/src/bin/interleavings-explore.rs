//! Explores one of the shipped models and writes what it found as lines.
//!
//!     interleavings-explore MODEL [--preemptions N] [--permutations N]
//!     interleavings-explore MODEL --code
//!     interleavings-explore --list

use interleavings::models::{self, Model};
use interleavings::{Explorer, Found};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let said = asked(&words).and_then(|text| {
        let written = std::io::stdout().write_all(text.as_bytes());
        written.map_err(|error| format!("cannot write: {error}"))
    });
    match said {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            eprintln!("{words}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn asked(words: &[String]) -> Result<String, String> {
    let (first, rest) = words.split_first().ok_or("which model?")?;
    if first == "--list" {
        return Ok(models::all().iter().map(line).collect());
    }
    let model = models::by_name(first).ok_or_else(|| format!("there is no model “{first}”"))?;
    match rest {
        [word] if word == "--code" => Ok(model.code.to_owned()),
        _ => Ok(explored(model, &bounds(rest)?).to_lines()),
    }
}

fn line(model: &Model) -> String {
    let Model { name, title, teaches, threads, .. } = model;
    format!("{name:22}  {threads} threads  {title}. {teaches}\n")
}

fn bounds(words: &[String]) -> Result<Explorer, String> {
    words.chunks(2).try_fold(Explorer::new(), |explorer, option| {
        let number = |most: &String| most.parse().map_err(|_| format!("“{most}” is no number"));
        match option {
            [name, most] if name == "--preemptions" => Ok(explorer.preemptions(number(most)?)),
            [name, most] if name == "--permutations" => {
                Ok(explorer.permutations_max(number(most)?))
            }
            _ => Err(format!("“{}” cannot be understood", option.join(" "))),
        }
    })
}

/// A panic of the model is a result: it is not printed as well.
fn explored(model: &Model, explorer: &Explorer) -> Found {
    std::panic::set_hook(Box::new(|_| {}));
    model.explore(explorer)
}

const USAGE: &str = "usage: interleavings-explore MODEL [--preemptions N] [--permutations N]\n       \
     interleavings-explore MODEL --code\n       interleavings-explore --list";
