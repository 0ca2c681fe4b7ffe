//! Finds what somebody means: an exercise or a chapter, by any of its names.

use std::fs;
use std::path::Path;

use crate::exercise::Exercise;
use crate::nearest::nearest;

/// A chapter that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Its folder under `chapters/`: `06-token-bucket`.
    pub folder: String,
    /// Its package, and its name in links: `token-bucket`.
    pub name: String,
    /// Its name in headings.
    pub title: String,
}

/// All chapters of the workbook in `root`, in order: the folders of `chapters/`
/// that have a number, a name and a lesson.
pub fn chapters(root: &Path) -> Vec<Chapter> {
    let Ok(folders) = fs::read_dir(root.join("chapters")) else { return Vec::new() };
    let mut chapters: Vec<Chapter> = folders
        .filter_map(|folder| {
            let folder = folder.ok()?;
            let lesson = fs::read_to_string(folder.path().join("README.md")).ok()?;
            Chapter::read(&folder.file_name().to_string_lossy(), &lesson)
        })
        .collect();
    chapters.sort_by(|one, other| one.folder.cmp(&other.folder));
    chapters
}

impl Chapter {
    fn read(folder: &str, lesson: &str) -> Option<Self> {
        let (number, name) = folder.split_once('-')?;
        number.parse::<u32>().ok()?;
        let title = lesson.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(name);
        let (folder, name, title) = (folder.to_owned(), name.to_owned(), title.trim().to_owned());
        Some(Self { folder, name, title })
    }
}

/// The exercise that `said` means: by its name, its folder, the number of its
/// folder, or the path of a file in it. Else the nearest name.
pub fn exercise_named<'e>(
    exercises: &'e [Exercise],
    said: &str,
) -> Result<&'e Exercise, Option<&'e str>> {
    let plain = normal(said);
    let means = |exercise: &&Exercise| is(&plain, &exercise.folder, &exercise.name);
    let names = exercises.iter().map(|exercise| exercise.name.as_str());
    exercises.iter().find(means).ok_or_else(|| nearest(without_number(&plain), names))
}

/// The chapter that `said` means, by its name, its folder or its number.
pub fn chapter_named<'c>(chapters: &'c [Chapter], said: &str) -> Option<&'c Chapter> {
    let said = normal(said);
    chapters.iter().find(|chapter| is(&said, &chapter.folder, &chapter.name))
}

fn is(said: &str, folder: &str, name: &str) -> bool {
    let number = folder.split_once('-').map_or(folder, |(number, _)| number);
    [folder, name, number, number.trim_start_matches('0')].contains(&said)
}

/// As folders are written. Of a path, the part that names a folder of ours.
fn normal(said: &str) -> String {
    let said = said.to_lowercase().replace(['_', ' '], "-").replace('\\', "/");
    let mut parts = said.split('/').filter(|part| !part.is_empty());
    let under = parts.clone().skip_while(|part| !["exercises", "chapters"].contains(part)).nth(1);
    under.or_else(|| parts.next()).unwrap_or_default().to_owned()
}

/// `06a-lost-token` without its `06a-`.
fn without_number(said: &str) -> &str {
    match said.split_once('-') {
        Some((number, name)) if number.starts_with(|c: char| c.is_ascii_digit()) => name,
        _ => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exercises() -> Vec<Exercise> {
        let manifest = |name: &str| {
            format!(
                "[package]\nname = '{name}'\n[package.metadata.exercise]\nchapter = 'c'\ntests = []"
            )
        };
        let read = |folder: &str, name: &str| Exercise::read(folder, &manifest(name)).unwrap();
        vec![read("06a-last-token", "last-token"), read("06c-debt", "debt")]
    }

    #[test]
    fn an_exercise_answers_to_each_of_its_names() {
        let exercises = exercises();
        for said in [
            "last-token",
            "06a",
            "6a",
            "06A",
            "06a-last-token",
            "last_token",
            "Last Token",
            "exercises/06a-last-token",
            "exercises/06a-last-token/src/answer.rs",
            "/home/x/breakwater/exercises/06a-last-token/",
        ] {
            let found = exercise_named(&exercises, said).unwrap();
            assert_eq!(found.name, "last-token", "{said}");
        }
    }

    #[test]
    fn what_is_no_name_gets_the_nearest() {
        let exercises = exercises();
        let nearest = |said| exercise_named(&exercises, said).unwrap_err();
        assert_eq!(nearest("lost-token"), Some("last-token"));
        assert_eq!(nearest("06a-lost-token"), Some("last-token"));
        assert_eq!(nearest("dept"), Some("debt"));
        for far in ["", "6", "a", "breaker", "exercises"] {
            assert_eq!(nearest(far), None, "{far}");
        }
    }

    #[test]
    fn a_chapter_has_a_number_a_name_and_a_title() {
        let chapter = Chapter::read("06-token-bucket", "\n# Token bucket\ntext\n").unwrap();
        assert_eq!(
            (chapter.name.as_str(), chapter.title.as_str()),
            ("token-bucket", "Token bucket")
        );
        assert_eq!(Chapter::read("benches", "# Benches"), None);
        assert_eq!(Chapter::read("a-b", "# B"), None);
        let chapters = [chapter];
        for said in ["06", "6", "token-bucket", "06-token-bucket", "chapters/06-token-bucket"] {
            assert!(chapter_named(&chapters, said).is_some(), "{said}");
        }
        assert!(chapter_named(&chapters, "06a").is_none());
    }
}
