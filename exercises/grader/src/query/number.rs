//! Numbers out of a link: clamped, and said.

use std::borrow::Cow;

use simulation::{Knob, text::NO_BREAK};

/// The values that one key may have.
pub(super) struct Range {
    /// What it is called on the page.
    pub(super) label: Cow<'static, str>,
    pub(super) min: u64,
    pub(super) max: u64,
    /// What it is if the text is no number.
    pub(super) default: u64,
    /// `ms`, or nothing.
    pub(super) unit: &'static str,
}

impl Range {
    pub(super) fn of(knob: &Knob) -> Self {
        let Knob { label, min, max, default, .. } = *knob;
        let label = format!("\u{201c}{label}\u{201d}").into();
        Self { label, min, max, default, unit: "" }
    }

    fn with_unit(&self, value: u64) -> String {
        if self.unit.is_empty() {
            value.to_string()
        } else {
            format!("{value}{NO_BREAK}{}", self.unit)
        }
    }
}

/// The number in `words`, within `range`; if it was not, a note says so.
pub(super) fn number(range: &Range, words: &str, notes: &mut Vec<String>) -> u64 {
    let words = words.trim();
    let Some(asked) = whole(words) else {
        notes.push(format!(
            "{}: \u{201c}{words}\u{201d} is not a whole number, so it is {}.",
            range.label,
            range.with_unit(range.default),
        ));
        return range.default;
    };
    let taken = asked.clamp(i128::from(range.min), i128::from(range.max));
    let value = u64::try_from(taken).unwrap_or(range.default);
    if taken != asked {
        let max = match range.max {
            // A moment, which has the run's own end behind it.
            u64::MAX if range.unit == "ms" => "the end of the run".to_owned(),
            max => range.with_unit(max),
        };
        notes.push(format!(
            "{} goes from {} to {max}: {words} was taken as {value}.",
            range.label, range.min,
        ));
    }
    value
}

/// A whole number of any size, if `words` are one: what does not fit is as large as
/// can be.
pub fn whole(words: &str) -> Option<i128> {
    let digits = words.strip_prefix('-').unwrap_or(words);
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| words.parse().unwrap_or(i128::MAX))
}
