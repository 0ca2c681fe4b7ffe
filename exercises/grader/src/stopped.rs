//! Why an answer could not be run, in words.

use crate::compile::Mistake;
use crate::plain::{plain, short};

/// What the page says instead of results.
#[derive(Debug, Default)]
pub struct Stopped {
    /// In a few words.
    pub title: String,
    /// In sentences.
    pub lines: Vec<String>,
    /// What the compiler found.
    pub mistake: Option<Mistake>,
    /// The words of the tools, as they are.
    pub words: String,
}

impl Stopped {
    /// A reason of one sentence.
    pub fn of(title: &str, line: &str) -> Box<Self> {
        let lines = vec![line.to_owned()];
        Box::new(Self { title: title.to_owned(), lines, ..Self::default() })
    }

    /// A file of an exercise that is not the learner's is not as it was.
    pub fn changed(folder: &str, file: &str) -> Box<Self> {
        let title = "A file of the workbook is missing or changed";
        Self::of(title, "No answer can pass without it. This puts it back:")
            .saying(format!("git checkout exercises/{folder}/{file}"))
    }

    /// With the words of a tool.
    pub fn saying(mut self: Box<Self>, words: String) -> Box<Self> {
        self.words = words;
        self
    }

    /// The compiler found `mistake`, and so many `others`; at most
    /// `words_max` characters of its own words are kept.
    pub fn compiler(mistake: Mistake, others: usize, words_max: usize) -> Box<Self> {
        let mut lines = Vec::new();
        if !mistake.is_in_answer() && mistake.place.is_some() {
            lines.push(
                "The compiler points outside of your file, so a name or a signature in it may \
                 be another than the one that is used there."
                    .to_owned(),
            );
        }
        match others {
            0 => {}
            1 => lines.push("There is one more error.".to_owned()),
            _ => lines.push(format!("There are {others} more errors. Begin with this one.")),
        }
        let words = short(&plain(&mistake.rendered), words_max);
        let title = "It does not compile yet".to_owned();
        Box::new(Self { title, lines, mistake: Some(mistake), words })
    }

    /// Beside results that there are, a sentence must do.
    pub fn in_a_line(&self) -> String {
        let mistake = self.mistake.as_ref().map(|mistake| mistake.words.as_str());
        let why = mistake.or(self.lines.first().map(String::as_str)).unwrap_or_default();
        format!("The run cannot be drawn. {}: {why}", self.title)
    }
}
