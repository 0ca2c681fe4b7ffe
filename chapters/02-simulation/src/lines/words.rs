//! The words of a line.

use std::fmt::Write as _;
use std::str::{FromStr, SplitWhitespace};

use clock::Moment;

use crate::{RequestId, Setting};

/// The words of one line. Every reader gives `None` for a word that is missing
/// or of the wrong kind.
pub(crate) struct Words<'l>(SplitWhitespace<'l>);

impl<'l> Words<'l> {
    pub(crate) fn new(line: &'l str) -> Self {
        Self(line.split_whitespace())
    }

    pub(super) fn word(&mut self) -> Option<&'l str> {
        self.0.next()
    }

    pub(super) fn number<T: FromStr>(&mut self) -> Option<T> {
        self.word()?.parse().ok()
    }

    pub(crate) fn text(&mut self) -> Option<String> {
        unescape(self.word()?)
    }

    /// `Some` if nothing is left of the line.
    pub(super) fn end(&mut self) -> Option<()> {
        self.word().is_none().then_some(())
    }

    pub(super) fn moment(&mut self) -> Option<Moment> {
        self.number().map(Moment::from_nanos)
    }

    pub(super) fn id(&mut self) -> Option<RequestId> {
        self.number().map(RequestId)
    }

    /// A number, or `-` for none.
    #[expect(clippy::option_option, reason = "unreadable, or none, or a number: three cases")]
    pub(super) fn optional<T: FromStr>(&mut self) -> Option<Option<T>> {
        match self.word()? {
            "-" => Some(None),
            word => word.parse().ok().map(Some),
        }
    }
}

pub(super) fn setting_words(setting: &Setting) -> String {
    format!("{} {}", escape(&setting.name), setting.value)
}

pub(super) fn setting(words: &mut Words<'_>) -> Option<Setting> {
    Some(Setting { name: words.text()?, value: words.number()? })
}

pub(super) fn dash<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// One word out of any text: whatever would end a word or a line becomes `%` and
/// its number in four hexadecimal digits; an empty text is a lone `%`.
pub(crate) fn escape(text: &str) -> String {
    if text.is_empty() {
        return "%".to_owned();
    }
    let mut word = String::new();
    for c in text.chars() {
        if c == '%' || c.is_whitespace() || c.is_control() {
            let _ = write!(word, "%{:04x}", u32::from(c));
        } else {
            word.push(c);
        }
    }
    word
}

pub(super) fn unescape(word: &str) -> Option<String> {
    if word == "%" {
        return Some(String::new());
    }
    let mut parts = word.split('%');
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let (code, rest) = part.split_at_checked(4)?;
        text.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
        text.push_str(rest);
    }
    Some(text)
}
