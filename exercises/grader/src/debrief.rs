//! What there is to say after an exercise: what was learned, what libraries do,
//! and the next question.

use std::fs;
use std::io;
use std::path::Path;

use crate::exercise::Exercise;

/// The text of `solutions/EX/debrief.md`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Debrief {
    /// In order.
    pub sections: Vec<Section>,
}

/// A part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its heading: `What was learned`.
    pub title: String,
    /// Markdown.
    pub text: String,
}

impl Debrief {
    /// That of `exercise`; `None` where nobody has written one.
    pub fn read(root: &Path, exercise: &Exercise) -> io::Result<Option<Self>> {
        let path = root.join("solutions").join(&exercise.folder).join("debrief.md");
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(Self::parse(&text))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
        }
    }

    fn parse(text: &str) -> Self {
        let text = format!("\n{text}");
        let parts = text.split("\n## ").skip(1);
        let sections = parts.map(|part| {
            let (title, text) = part.split_once('\n').unwrap_or((part, ""));
            Section { title: title.trim().to_owned(), text: text.trim().to_owned() }
        });
        Self { sections: sections.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_heading_begins_a_section_and_what_stands_before_is_left_out() {
        let text = "# The last token\n\n## What was learned\n\nOne.\n\n### Small\n\nTwo.\n\n\
                    ## The next question\nAnd?\n";
        let section = |title: &str, text: &str| Section { title: title.into(), text: text.into() };
        let both = [
            section("What was learned", "One.\n\n### Small\n\nTwo."),
            section("The next question", "And?"),
        ];
        assert_eq!(Debrief::parse(text).sections, both);
        assert_eq!(Debrief::parse("## A\nb").sections, [section("A", "b")]);
    }
}
