//! Lanes as text.

use super::{Lanes, Op, Step};
use std::fmt;

/// More steps than this are counted, not drawn; a precision, as in `{lanes:.8}`,
/// draws fewer.
const STEPS_DRAWN_MAX: usize = 24;

impl fmt::Display for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = f.precision().unwrap_or(STEPS_DRAWN_MAX);
        let shown = self.steps.len().min(most);
        let words: Vec<String> = (0..shown).map(|index| self.words(index)).collect();
        let columns = self.columns(&words);
        self.head(f, &columns)?;
        for (index, (step, words)) in self.steps.iter().zip(&words).enumerate() {
            write!(f, "{:>4}  ", index + 1)?;
            for &(lane, width) in &columns {
                let cell = if lane == step.lane { words } else { "" };
                write!(f, "{cell:width$}  ")?;
            }
            writeln!(f, "{}:{}", file_name(&step.file), step.line)?;
        }
        match self.steps.len() - shown {
            0 => Ok(()),
            1 => writeln!(f, "      … 1 more step"),
            more => writeln!(f, "      … {more} more steps"),
        }
    }
}

impl Lanes {
    /// The lanes that have a step, with the width of what stands in them. Main
    /// is last: it sets up and looks at the end, the threads are the story.
    fn columns(&self, words: &[String]) -> Vec<(usize, usize)> {
        let lanes = (1..self.threads.len()).chain([0]);
        lanes
            .filter_map(|lane| {
                let own = self.steps.iter().zip(words);
                let own = own.filter(|(step, _)| step.lane == lane);
                let widest = own.map(|(_, words)| words.chars().count()).max();
                let name = self.threads.get(lane)?.chars().count();
                Some((lane, widest?.max(name)))
            })
            .collect()
    }

    fn head(&self, f: &mut fmt::Formatter<'_>, columns: &[(usize, usize)]) -> fmt::Result {
        write!(f, "      ")?;
        for &(lane, width) in columns {
            write!(f, "{:width$}  ", self.threads[lane])?;
        }
        writeln!(f, "line")
    }
}

/// A step in words. `numbered`: say which memory.
pub(super) fn words(step: &Step, numbered: bool) -> String {
    let number = if numbered { format!(" #{}", step.object) } else { String::new() };
    let stale = if step.fresh { "" } else { " (an old value)" };
    match step.op {
        Op::Want => format!("wants the lock{number}"),
        Op::Lock => format!("locks{number}"),
        Op::Unlock => format!("unlocks{number}"),
        Op::ExchangeRefused => {
            format!("compare_exchange{number}: {}{stale}", values(step))
        }
        op => format!("{}{number}: {}{stale}", op.word(), values(step)),
    }
}

fn values(step: &Step) -> String {
    match (step.read, step.wrote, step.expected) {
        (Some(read), Some(wrote), _) => format!("{read} → {wrote}"),
        (Some(read), None, Some(expected)) => {
            format!("{read}, not {expected}")
        }
        (Some(value), None, None) | (None, Some(value), _) => value.to_string(),
        (None, None, _) => "?".to_owned(),
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
