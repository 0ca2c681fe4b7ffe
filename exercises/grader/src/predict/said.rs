//! What somebody predicted, out of his own spelling.

use std::time::Duration;

use clock::Moment;

use super::spell::{number, numbers, plain};
use super::{Choice, Kind, Question};

/// A prediction.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Said {
    /// So many.
    Number(f64),
    /// At this moment.
    At(Moment),
    /// It does not happen.
    Never,
    /// The option of this index.
    Option(usize),
    /// The two runs are the same, or they are not.
    Same(bool),
}

/// What is said of something that does not happen.
const NEVER: [&str; 7] = ["never", "refused", "not at all", "no", "none", "not", "-"];
const SAME: [&str; 5] = ["same", "the same", "equal", "no difference", "s"];
const DIFFERENT: [&str; 4] = ["different", "differs", "not the same", "d"];

impl Said {
    /// What `words` say; if nothing, how it can be said.
    pub(super) fn read(words: &str, question: &Question) -> Result<Self, String> {
        let text = plain(words);
        let read = match &question.kind {
            Kind::Number => {
                Self::number(&text, &question.unit).or_else(|| counted(&text, question))
            }
            Kind::Time => Self::time(&text, &question.unit),
            Kind::Same => Self::same(&text),
            Kind::Choice(choices) => {
                let is = |choice: &Choice| plain(&choice.label) == text;
                let named = choices.iter().position(is).or_else(|| letter(&text, choices.len()));
                named.or_else(|| only_with(&text, choices)).map(Self::Option)
            }
        };
        read.ok_or_else(|| match &question.kind {
            Kind::Number => "Write a number, such as 7 or 2.5.".to_owned(),
            Kind::Time => "Write a moment, such as 500 ms or 0.5 s, or never.".to_owned(),
            Kind::Same => "Say same or different.".to_owned(),
            Kind::Choice(choices) => {
                let labels: Vec<&str> = choices.iter().map(|choice| &*choice.label).collect();
                format!("Say one of: {}; or its letter.", labels.join(" | "))
            }
        })
    }

    /// A number, with or without the word for what it counts. What is more is
    /// not understood: “5 not” is no five.
    pub(super) fn number(text: &str, unit: &str) -> Option<Self> {
        if text == "never" {
            return Some(Self::Never);
        }
        let (number, rest) = number(text)?;
        let is_one = |many: &str| many.strip_suffix('s').is_some_and(|one| one == rest);
        if rest.is_empty() || rest == unit || is_one(unit) {
            return Some(Self::Number(number));
        }
        // What is measured in a unit of time may be said in another one.
        let number = seconds(number, &rest)? / seconds(1.0, unit)?;
        Some(Self::Number(number))
    }

    /// A moment in the unit that stands with it, or else in `unit`.
    pub(super) fn time(text: &str, unit: &str) -> Option<Self> {
        if NEVER.contains(&text) {
            return Some(Self::Never);
        }
        let text = text.strip_prefix("at ").unwrap_or(text);
        let text = text.strip_prefix("after ").unwrap_or(text);
        let (number, rest) = number(text)?;
        let unit = match (rest.as_str(), unit) {
            ("", "") => "ms",
            ("", unit) | (unit, _) => unit,
        };
        let seconds = seconds(number, unit)?;
        let after = Duration::try_from_secs_f64(seconds).ok()?;
        Some(Self::At(Moment::ZERO + after))
    }

    fn same(text: &str) -> Option<Self> {
        if SAME.contains(&text) {
            return Some(Self::Same(true));
        }
        DIFFERENT.contains(&text).then_some(Self::Same(false))
    }
}

/// A number with the word that the question has for what it counts.
fn counted(text: &str, question: &Question) -> Option<Said> {
    let (number, rest) = number(text)?;
    let ask = question.ask.to_lowercase();
    let mut asked = ask.split(|letter: char| !letter.is_alphabetic());
    let is_it = |many: &str| many == rest || many.strip_suffix('s').is_some_and(|one| one == rest);
    asked
        .any(|word| word.len() > 3 && word.ends_with('s') && is_it(word))
        .then_some(Said::Number(number))
}

fn seconds(number: f64, unit: &str) -> Option<f64> {
    match unit {
        "ms" | "msec" | "millisecond" | "milliseconds" => Some(number / 1000.0),
        "s" | "sec" | "second" | "seconds" => Some(number),
        "min" | "minute" | "minutes" => Some(number * 60.0),
        _ => None,
    }
}

/// The option that alone speaks of the number in `text`, and of no other: “4”
/// or “four” of “in four”, and never the fourth.
fn only_with(text: &str, choices: &[Choice]) -> Option<usize> {
    let (number, rest) = number(text)?;
    let speaks = |label: &str| numbers(label).contains(&number);
    let mut speaking = choices.iter().enumerate().filter(|(_, choice)| speaks(&choice.label));
    let (index, choice) = speaking.next()?;
    let fits = rest.is_empty() || plain(&choice.label).split(' ').any(|word| word == rest);
    let alone = speaking.next().is_none() && numbers(&choice.label).len() == 1;
    (alone && fits).then_some(index)
}

/// The option that a letter names: the first is `a`.
fn letter(text: &str, options: usize) -> Option<usize> {
    let letter = text.strip_suffix(')').unwrap_or(text);
    let &[letter @ b'a'..=b'z'] = letter.as_bytes() else { return None };
    Some(usize::from(letter - b'a')).filter(|&index| index < options)
}
