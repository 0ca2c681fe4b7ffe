//! The hints of an exercise, as its README folds them: from a nudge to a sketch.

use std::fs;
use std::io;
use std::path::Path;

use crate::exercise::Exercise;

/// One hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// `A nudge`.
    pub title: String,
    /// Markdown.
    pub text: String,
}

/// The hints of `exercise`, in the order in which they are given.
pub fn hints(root: &Path, exercise: &Exercise) -> io::Result<Vec<Hint>> {
    let path = root.join("exercises").join(&exercise.folder).join("README.md");
    let readme = fs::read_to_string(&path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    Ok(Hint::all(&readme))
}

impl Hint {
    /// Those under the heading `## Hints`; other parts of a README fold too.
    fn all(readme: &str) -> Vec<Self> {
        let under = readme.split_once("\n## Hints").map_or("", |(_, under)| under);
        let under = under.split("\n## ").next().unwrap_or_default();
        under.split("<details>").skip(1).filter_map(Self::read).collect()
    }

    fn read(details: &str) -> Option<Self> {
        let (title, rest) = details.split_once("</summary>")?;
        let (text, _) = rest.split_once("</details>")?;
        let title = title.trim().strip_prefix("<summary>")?.to_owned();
        Some(Self { title, text: text.trim().to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{exercises, workspace};

    #[test]
    fn only_what_folds_under_hints_is_one() {
        let readme = "# T\n\n## Predict\n\n<details><summary>How to check</summary>\n\nNo.\n\n\
             </details>\n\n## Hints\n\n<details><summary>A nudge</summary>\n\nOne.\nTwo.\n\n\
             </details>\n\n<details>\n<summary>A sketch</summary>\n\n```rust\nx\n```\n\n</details>\n\n\
             ## Later\n\n<details><summary>x</summary>y</details>\n";
        let hint = |title: &str, text: &str| Hint { title: title.into(), text: text.into() };
        let both = [hint("A nudge", "One.\nTwo."), hint("A sketch", "```rust\nx\n```")];
        assert_eq!(Hint::all(readme), both);
        assert_eq!(Hint::all("# T\n"), []);
    }

    #[test]
    fn every_exercise_has_three() {
        let root = workspace::find().unwrap();
        let exercises = exercises(&root);
        assert!(exercises.len() >= 14);
        for exercise in exercises {
            let hints = hints(&root, &exercise).unwrap();
            assert_eq!(hints.len(), 3, "{}", exercise.name);
            assert!(hints.iter().all(|hint| !hint.text.is_empty()), "{}", exercise.name);
        }
    }
}
