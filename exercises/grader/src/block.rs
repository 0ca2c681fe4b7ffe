//! A fenced block of a README that names a run: lines `key=value`.

use std::fmt::Write as _;

use simulation::Mechanism;

use crate::mechanisms;
use crate::query::{self, Asked};

/// The lines of one block, in order. What nobody takes is a word of the
/// scenario, and is said to the lab as it stands.
#[derive(Clone, Debug)]
pub struct Block<'t>(Vec<(&'t str, &'t str)>);

/// The run that a block names.
#[derive(Debug)]
pub struct Named {
    /// What runs.
    pub mechanism: &'static Mechanism,
    /// What is asked of it.
    pub asked: Asked,
    /// The same run in the lab.
    pub lab: String,
}

impl Named {
    /// The same run in the lab at `at_ms`, unless the block says when to look.
    pub fn lab_at(&self, at_ms: u64) -> String {
        let at_ms = at_ms.min(self.asked.scenario.until_ms);
        let said = self.lab.split(['?', '&']).any(|pair| pair.starts_with("t="));
        if said || at_ms == self.asked.at_ms {
            return self.lab.clone();
        }
        let and = if self.lab.contains('?') { '&' } else { '?' };
        format!("{}{and}t={at_ms}", self.lab)
    }
}

impl<'t> Block<'t> {
    /// Reads the lines between the fences.
    pub fn parse(text: &'t str) -> Result<Self, String> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let pair = |line: &'t str| {
            let (key, value) = line
                .split_once('=')
                .ok_or_else(|| format!("“{line}” is not a line of the form key=value"))?;
            Ok((key.trim(), value.trim()))
        };
        lines.map(pair).collect::<Result<_, _>>().map(Self)
    }

    /// The blocks of `markdown` whose fence says `info`, in order.
    pub fn texts(markdown: &str, info: &str) -> Vec<String> {
        let (mut texts, mut open) = (Vec::new(), None::<String>);
        for line in markdown.lines() {
            match open.as_mut() {
                Some(_) if line.trim_end() == "```" => texts.extend(open.take()),
                Some(text) => {
                    let _ = writeln!(text, "{line}");
                }
                None if line.strip_prefix("```").is_some_and(|word| word.trim() == info) => {
                    open = Some(String::new());
                }
                None => {}
            }
        }
        texts
    }

    /// Takes the value of `key` out.
    pub fn take(&mut self, key: &str) -> Option<&'t str> {
        let index = self.0.iter().position(|&(found, _)| found == key)?;
        Some(self.0.remove(index).1)
    }

    /// Takes the value of `key` out, which must be there.
    pub fn need(&mut self, key: &str) -> Result<&'t str, String> {
        self.take(key).ok_or_else(|| format!("it has no line {key}=…"))
    }

    /// Takes out what is said of another run: lines that begin with `other.`,
    /// which change what the rest of the block says.
    pub fn other(&mut self) -> Option<Self> {
        let of = |&(key, value): &(&'t str, &'t str)| Some((key.strip_prefix("other.")?, value));
        let changes: Vec<_> = self.0.iter().filter_map(of).collect();
        if changes.is_empty() {
            return None;
        }
        self.0.retain(|(key, _)| !key.starts_with("other."));
        let kept = self.0.iter().filter(|(key, _)| changes.iter().all(|(new, _)| new != key));
        Some(Self(kept.copied().chain(changes.iter().copied()).collect()))
    }

    /// The run: what is left of the block, asked as the lab is asked.
    pub fn named(mut self) -> Result<Named, String> {
        let name = self.need("mechanism")?;
        let mechanism =
            mechanisms::by_name(name).ok_or_else(|| format!("there is no mechanism “{name}”"))?;
        let mut query = String::new();
        for (key, value) in &self.0 {
            let and = if query.is_empty() { "" } else { "&" };
            let _ = write!(query, "{and}{}={}", encoded(key), encoded(value));
        }
        let asked = query::parse(mechanism, &query);
        if let Some(note) = asked.notes.first() {
            return Err(note.clone());
        }
        let mark = if query.is_empty() { "" } else { "?" };
        let lab = format!("/lab/{name}{mark}{query}");
        Ok(Named { mechanism, asked, lab })
    }

    /// As [`named`](Self::named), of a figure: to the lab `at` is somebody who
    /// arrives, and here the moment to look at, unless that is said in the
    /// lab's own word.
    pub fn pictured(mut self) -> Result<Named, String> {
        if self.0.iter().all(|&(key, _)| key != "t")
            && let Some(at) = self.take("at")
        {
            self.0.push(("t", at));
        }
        self.named()
    }
}

/// `text` as a part of a query.
pub fn encoded(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_by_the_word_of_their_fence() {
        let text =
            "a\n\n```predict\nask=?\n```\n```text\nask=no\n```\n\n```predict\nb=1\nc=2\n```\n";
        assert_eq!(Block::texts(text, "predict"), ["ask=?\n", "b=1\nc=2\n"]);
        assert_eq!(Block::texts("```predict\nnever closed\n", "predict"), [""; 0]);
    }

    #[test]
    fn another_run_is_the_same_but_for_what_is_said_of_it() {
        let mut block =
            Block::parse("mechanism=breaker\nrun=stampede\nprobes=1\nother.probes=3").unwrap();
        let other = block.other().unwrap();
        assert_eq!(block.named().unwrap().lab, "/lab/breaker?run=stampede&probes=1");
        assert_eq!(other.named().unwrap().lab, "/lab/breaker?run=stampede&probes=3");
        assert!(Block::parse("mechanism=breaker").unwrap().other().is_none());
    }

    #[test]
    fn a_run_is_seen_at_the_moment_that_is_asked_for_and_never_after_its_end() {
        let at = |block: &str| Block::parse(block).unwrap().named().unwrap().lab_at(700);
        assert_eq!(at("mechanism=breaker"), "/lab/breaker?t=700");
        assert_eq!(at("mechanism=breaker\nuntil=600"), "/lab/breaker?until=600&t=600");
        assert_eq!(at("mechanism=breaker\nat=5\nt=20"), "/lab/breaker?at=5&t=20");
    }
}
