//! What somebody predicted, out of his own spelling.

use std::time::Duration;

use clock::Moment;

use super::spell::{number, plain};
use super::{Kind, Question};

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
            Kind::Number => Self::number(&text),
            Kind::Time => Self::time(&text, &question.unit),
            Kind::Same => Self::same(&text),
            Kind::Choice(choices) => {
                let is = |label: &str| plain(label) == text;
                let named = choices.iter().position(|choice| is(&choice.label));
                named.or_else(|| letter(&text, choices.len())).map(Self::Option)
            }
        };
        read.ok_or_else(|| match &question.kind {
            Kind::Number => "Write a number, such as 7 or 2.5.".to_owned(),
            Kind::Time => "Write a moment, such as 500 ms or 0.5 s, or never.".to_owned(),
            Kind::Same => "Say same or different.".to_owned(),
            Kind::Choice(choices) => {
                let labels: Vec<&str> = choices.iter().map(|choice| &*choice.label).collect();
                format!("Say one of: {}.", labels.join(" | "))
            }
        })
    }

    /// A number, with or without the word for what it counts.
    pub(super) fn number(text: &str) -> Option<Self> {
        if text == "never" {
            return Some(Self::Never);
        }
        let (number, rest) = number(text)?;
        let word = rest.chars().all(|letter| letter.is_alphabetic() || " -.".contains(letter));
        word.then_some(Self::Number(number))
    }

    /// A moment in the unit that stands with it, or else in `unit`.
    pub(super) fn time(text: &str, unit: &str) -> Option<Self> {
        if NEVER.contains(&text) {
            return Some(Self::Never);
        }
        let text = text.strip_prefix("at ").unwrap_or(text);
        let text = text.strip_prefix("after ").unwrap_or(text);
        let (number, rest) = number(text)?;
        let unit = if rest.is_empty() { unit } else { rest };
        let seconds = match unit {
            "" | "ms" | "msec" | "millisecond" | "milliseconds" => number / 1000.0,
            "s" | "sec" | "second" | "seconds" => number,
            "min" | "minute" | "minutes" => number * 60.0,
            _ => return None,
        };
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

/// The option that a letter names: the first is `a`.
fn letter(text: &str, options: usize) -> Option<usize> {
    let letter = text.strip_suffix(')').unwrap_or(text);
    let &[letter @ b'a'..=b'z'] = letter.as_bytes() else { return None };
    Some(usize::from(letter - b'a')).filter(|&index| index < options)
}
