//! What was found as lines of text, for another process to read.
//!
//! ```text
//! found 1
//! counted EXECUTIONS SCHEDULES BROKEN FRESH FRESH_BROKEN whole|cut
//! outcome keeps|breaks DEBUG TEXT
//! failed deadlock|endless|panicked|unsupported|too-many WORDS
//! show broken|stale|typical
//! …the lines of these lanes, from `lanes 1` to `end`…
//! over
//! ```
//!
//! There is one line `counted` or one `failed`. Outcomes and words reach to the
//! end of their line, in which line breaks and backslashes are escaped.

use super::super::lanes::{escape, unescape};
use super::{Counted, Found, Lanes, Outcome, ParseError, Shown, Trouble, Which};

impl Found {
    /// One line for each fact, each ended by a line break.
    pub fn to_lines(&self) -> String {
        let body = match self {
            Self::Counted(counted) => counted.to_lines(),
            Self::Failed { trouble, words, lanes } => {
                let lanes = lanes.as_ref().map(|lanes| show(Which::Broken, lanes));
                let lanes = lanes.unwrap_or_default();
                format!("failed {} {}\n{lanes}", trouble.word(), escape(words))
            }
        };
        format!("{HEAD}\n{body}{TAIL}\n")
    }

    /// Reads back what [`Found::to_lines`] wrote.
    ///
    /// # Errors
    ///
    /// With the first line that is not understood.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut lines = text.lines();
        let mut read = Reading::default();
        if lines.next() != Some(HEAD) {
            return Err(error(text.lines().next().unwrap_or("(no lines)")));
        }
        while let Some(line) = lines.next() {
            match line.split_once(' ').unwrap_or((line, "")) {
                ("show", which) => {
                    let which = Which::parse(which).ok_or_else(|| error(line))?;
                    let lanes = Lanes::parse(&block(&mut lines))?;
                    read.counted.shown.push(Shown { which, lanes });
                }
                (TAIL, "") => return read.found().ok_or_else(|| error("(nothing was counted)")),
                (fact, rest) => read.fact(fact, rest).ok_or_else(|| error(line))?,
            }
        }
        Err(error("(the end is missing)"))
    }
}

impl Counted {
    fn to_lines(&self) -> String {
        let Self { executions, schedules, broken, fresh, fresh_broken, cut, .. } = self;
        let cut = if *cut { "cut" } else { "whole" };
        let first = format!("{executions} {schedules} {broken} {fresh} {fresh_broken} {cut}");
        let outcomes = self.outcomes.iter().map(|outcome| {
            let word = if outcome.keeps { "keeps" } else { "breaks" };
            format!("outcome {word} {}\n", escape(&outcome.text))
        });
        let shown = self.shown.iter().map(|shown| show(shown.which, &shown.lanes));
        format!("counted {first}\n") + &outcomes.chain(shown).collect::<String>()
    }
}

fn show(which: Which, lanes: &Lanes) -> String {
    format!("show {}\n{}", which.word(), lanes.to_lines())
}

/// What was read so far.
#[derive(Default)]
struct Reading {
    is_counted: bool,
    counted: Counted,
    failed: Option<(Trouble, String)>,
}

impl Reading {
    fn fact(&mut self, fact: &str, rest: &str) -> Option<()> {
        match fact {
            "counted" if !self.is_counted => {
                self.count(rest)?;
                self.is_counted = true;
            }
            "outcome" => {
                let (word, text) = rest.split_once(' ')?;
                let keeps = ["breaks", "keeps"].iter().position(|known| *known == word)? == 1;
                self.counted.outcomes.push(Outcome { text: unescape(text), keeps });
            }
            "failed" => {
                let (word, words) = rest.split_once(' ')?;
                self.failed = Some((Trouble::parse(word)?, unescape(words)));
            }
            _ => return None,
        }
        Some(())
    }

    fn count(&mut self, rest: &str) -> Option<()> {
        let mut words = rest.split(' ');
        let counted = &mut self.counted;
        for number in [
            &mut counted.executions,
            &mut counted.schedules,
            &mut counted.broken,
            &mut counted.fresh,
            &mut counted.fresh_broken,
        ] {
            *number = words.next()?.parse().ok()?;
        }
        counted.cut =
            ["whole", "cut"].iter().position(|word| Some(*word) == words.clone().next())? == 1;
        (words.count() == 1).then_some(())
    }

    fn found(mut self) -> Option<Found> {
        match self.failed {
            Some(_) if self.is_counted => None,
            Some((trouble, words)) => {
                let lanes = self.counted.shown.pop().map(|shown| shown.lanes);
                Some(Found::Failed { trouble, words, lanes })
            }
            None => self.is_counted.then_some(Found::Counted(self.counted)),
        }
    }
}

/// The lines of one block of lanes.
fn block<'l>(lines: &mut impl Iterator<Item = &'l str>) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(line);
        text.push('\n');
        if line == "end" {
            break;
        }
    }
    text
}

fn error(at: &str) -> ParseError {
    ParseError { at: at.to_owned() }
}

const HEAD: &str = "found 1";
const TAIL: &str = "over";
