//! What there is to say after a pass: the debrief, and the reference beside
//! the learner's file.

use grader::{Debrief, DiffLine, diff};

use super::{Report, Runs};
use crate::contents::Exercise;
use crate::lesson;

/// A longer difference is not drawn.
const LINES_MAX: usize = 2000;

/// What the page shows below a result that passed.
#[derive(Debug)]
pub(crate) struct After {
    /// Titles, and texts as HTML.
    pub(crate) sections: Vec<(String, String)>,
    /// The learner's file and the reference; empty if there is none.
    pub(crate) lines: Vec<Line>,
}

/// One line of both files.
#[derive(Debug)]
pub(crate) struct Line {
    /// Its class, its sign and the words for it.
    pub(crate) class: &'static str,
    pub(crate) sign: &'static str,
    pub(crate) whose: &'static str,
    pub(crate) text: String,
}

impl Runs {
    /// What there is to say after `report`, if it passed.
    pub(crate) fn after(&self, exercise: &Exercise, report: &Report) -> Option<After> {
        let root = self.root().filter(|_| report.ran.is_passed())?;
        let debrief = Debrief::read(root, &exercise.about).ok().flatten().unwrap_or_default();
        let section =
            |section: &grader::Section| (section.title.clone(), lesson::blocks(&section.text));
        let right = root.join("solutions").join(exercise.folder).join("right.rs");
        let right = std::fs::read_to_string(right).unwrap_or_default();
        let lines = compared(&String::from_utf8_lossy(&report.ran.answer), &right);
        let sections: Vec<_> = debrief.sections.iter().map(section).collect();
        (!sections.is_empty() || !lines.is_empty()).then_some(After { sections, lines })
    }
}

fn compared(yours: &str, right: &str) -> Vec<Line> {
    let lines = diff(yours, right);
    if right.is_empty() || lines.len() > LINES_MAX {
        return Vec::new();
    }
    lines.into_iter().map(Line::of).collect()
}

impl Line {
    fn of(line: DiffLine<'_>) -> Self {
        let (class, sign, whose, text) = match line {
            DiffLine::Both(text) => ("both", " ", "", text),
            DiffLine::Yours(text) => ("yours", "\u{2212}", "only yours: ", text),
            DiffLine::Right(text) => ("rights", "+", "only right.rs: ", text),
        };
        Self { class, sign, whose, text: text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_one_of_them_has_is_marked_with_a_sign() {
        let lines = compared("a\nmine\nz\n", "a\nits\nz\n");
        let drawn: Vec<String> =
            lines.iter().map(|line| format!("{}{}", line.sign, line.text)).collect();
        assert_eq!(drawn, [" a", "\u{2212}mine", "+its", " z"]);
        assert!(compared("a", "").is_empty());
        assert!(compared(&"a\n".repeat(LINES_MAX), "b\n").is_empty());
    }
}
