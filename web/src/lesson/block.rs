//! A fenced block that names a run: lines `key=value`.

use std::fmt::Write as _;

use simulation::Mechanism;

use crate::mechanisms;
use crate::query::{self, Asked};

/// The lines of one block, in order. What nobody takes is a word of the
/// scenario, and is said to the lab as it stands.
pub(super) struct Block<'t>(Vec<(&'t str, &'t str)>);

/// The run that a block names.
pub(super) struct Named {
    pub(super) mechanism: &'static Mechanism,
    pub(super) asked: Asked,
    /// The same run in the lab.
    pub(super) lab: String,
}

impl<'t> Block<'t> {
    pub(super) fn parse(text: &'t str) -> Result<Self, String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let pair = |line: &'t str| {
            let (key, value) = line
                .split_once('=')
                .ok_or_else(|| format!("“{line}” is not a line of the form key=value"))?;
            Ok((key.trim(), value.trim()))
        };
        lines.map(pair).collect::<Result<_, _>>().map(Self)
    }

    /// Takes the value of `key` out.
    pub(super) fn take(&mut self, key: &str) -> Option<&'t str> {
        let index = self.0.iter().position(|&(found, _)| found == key)?;
        Some(self.0.remove(index).1)
    }

    /// Takes the value of `key` out, which must be there.
    pub(super) fn need(&mut self, key: &str) -> Result<&'t str, String> {
        self.take(key).ok_or_else(|| format!("it has no line {key}=…"))
    }

    /// The run: what is left of the block, asked as the lab is asked.
    pub(super) fn named(mut self) -> Result<Named, String> {
        let name = self.need("mechanism")?;
        let mechanism =
            mechanisms::by_name(name).ok_or_else(|| format!("there is no mechanism “{name}”"))?;
        // To the lab `at` is somebody who arrives; here it is the moment to
        // look at, unless that is said in the lab's own word.
        if self.0.iter().all(|&(key, _)| key != "t")
            && let Some(at) = self.take("at")
        {
            self.0.push(("t", at));
        }
        let mut query = String::new();
        for (key, value) in &self.0 {
            let and = if query.is_empty() { "" } else { "&" };
            let _ = write!(query, "{and}{}={}", encoded(key), encoded(value));
        }
        let asked = query::parse(mechanism, &query);
        if let Some(note) = asked.notes.first() {
            return Err(note.clone());
        }
        let lab = format!("/lab/{name}?{query}");
        Ok(Named { mechanism, asked, lab })
    }
}

/// `text` as a part of a query.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~,:@".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}
