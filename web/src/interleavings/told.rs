//! A schedule that a grader's text tells, drawn as swimlanes.

use askama::Template;

use super::swim::Swim;
use super::table::Table;
use grader::Lanes;

/// The text of a failure with its lanes taken out of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// What stands above them.
    pub(crate) before: String,
    /// The lanes as HTML.
    pub(crate) table: String,
    /// What stands below: what was got, and what was expected.
    pub(crate) after: String,
}

impl Told {
    /// The lanes in `text`, if there are any. Steps in `file` lead to its lines,
    /// whose ids begin with `code`.
    pub(crate) fn read(text: &str, file: &str, code: &str) -> Option<Self> {
        let drawing = Lanes::read(text)?;
        let lines: Vec<&str> = text.lines().collect();
        let before = lines[..drawing.lines.start].join("\n");
        let after = lines[drawing.lines.end..].join("\n");
        let swim = Swim::new(&drawing.lanes, &[], drawing.more);
        let table = Table { swim: &swim, stops: None, file, code }.render().ok()?;
        Some(Self {
            before: before.trim().to_owned(),
            table,
            after: after.trim_matches('\n').to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshots() -> Vec<(String, String)> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../solutions/tests/snapshots");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        files
            .map(|file| (file.display().to_string(), std::fs::read_to_string(file).unwrap()))
            .collect()
    }

    #[test]
    fn the_lanes_of_every_wrong_answer_are_drawn() {
        let mut drawn = 0;
        for (file, text) in snapshots() {
            let told = Told::read(&text, "answer.rs", "answer-");
            let has = text.contains("The simplest one:");
            assert!(told.is_some() || !has, "{file} is not read:\n{text}");
            let Some(told) = told else { continue };
            drawn += 1;
            let numbered = |line: &&str| {
                line.split_whitespace().next().is_some_and(|word| word.parse::<usize>().is_ok())
                    && line.contains(".rs:")
            };
            let steps = text.lines().filter(numbered).count();
            let rows = told.table.matches("<tr class=\"done\">").count();
            let more = usize::from(text.contains(" more step"));
            assert_eq!(rows, steps + more, "{file}");
            let stale = text.matches("(an old value)").count();
            assert_eq!(told.table.matches("<em>an old value</em>").count(), stale, "{file}");
            assert!(told.before.ends_with("The simplest one:") || !has, "{}", told.before);
            assert!(told.after.contains("expected") || !has, "{}", told.after);
        }
        assert!(drawn >= 10, "only {drawn} texts have lanes");
    }

    #[test]
    fn only_steps_in_the_learners_file_lead_there() {
        let text = "It broke.\n\n      A        main     line\n   1  load: 1           answer.rs:17\n   2           load: 0  interleavings.rs:29\n\n  got       0\n  expected  1";
        let told = Told::read(text, "answer.rs", "answer-").unwrap();
        assert_eq!(
            (told.before.as_str(), told.after.as_str()),
            ("It broke.", "  got       0\n  expected  1")
        );
        assert!(told.table.contains("href=\"#answer-17\""), "{}", told.table);
        assert_eq!(told.table.matches("href=").count(), 1, "{}", told.table);
        assert!(told.table.contains("interleavings.rs:29"));
    }

    #[test]
    fn a_text_without_lanes_stays_as_it_is() {
        assert_eq!(Told::read("What your code did:\n  1. at 0 ms", "answer.rs", "a"), None);
    }
}
