//! What a wrong answer says of itself, in the first lines of its file.

use std::fs;
use std::path::Path;

use crate::report::sentence;

/// A wrong answer that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its mistake in a few words, from the name of its file: `load then store`.
    pub name: String,
    /// The mistake in a sentence or two.
    pub idea: String,
    /// Which library shipped it, if any is known.
    pub shipped_by: String,
    /// The one question that leads out.
    pub ask: String,
    /// Which test catches it: `the_last_token_goes_to_one_thread`.
    pub caught_by: String,
    /// Whether that test finds that it never ends.
    pub never_ends: bool,
}

const NEVER_ENDS: &str = " (never ends)";

impl Known {
    /// The wrong answer `name` of the exercise whose solutions are in `folder`.
    pub fn read(folder: &Path, name: &str) -> Option<Self> {
        let text = fs::read_to_string(folder.join("wrong").join(format!("{name}.rs"))).ok()?;
        Self::of(name, &text)
    }

    /// From its file name and its text. `None` if the header is not whole: who
    /// catches it, who shipped it, the question, the idea.
    pub fn of(name: &str, text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mut said = |what: &str| {
            let line = lines.next()?.strip_prefix("// ")?.strip_prefix(what)?.strip_prefix(": ")?;
            Some(line.trim().to_owned()).filter(|words| !words.is_empty())
        };
        let (caught_by, shipped_by, ask) = (said("Caught by")?, said("Shipped by")?, said("Ask")?);
        let idea = lines.map_while(|line| line.strip_prefix("// ")).map(str::trim);
        let idea = idea.collect::<Vec<_>>().join(" ");
        Some(Self {
            name: name.replace('_', " "),
            never_ends: caught_by.ends_with(NEVER_ENDS),
            caught_by: caught_by.trim_end_matches(NEVER_ENDS).to_owned(),
            shipped_by,
            ask,
            idea,
        })
        .filter(|known| !known.idea.is_empty())
    }

    /// What an answer that does the same is told first. Where the answer is a
    /// test, the test that catches it says what it does not see.
    pub fn headline(&self) -> String {
        let caught = sentence(&self.caught_by);
        let said =
            |before: &str, said: &str| Some(format!("{said} {}.", caught.strip_prefix(before)?));
        said("it fails on ", "Your test does not see")
            .or_else(|| said("it fails when ", "Your test does not see it when"))
            .or_else(|| said("it passes on ", "Your test fails on"))
            .unwrap_or_else(|| format!("Your code behaves like “{}”.", self.name))
    }

    /// Whether it is a test.
    pub fn is_a_test(&self) -> bool {
        ["it_fails_", "it_passes_on_"].iter().any(|start| self.caught_by.starts_with(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "// Caught by: two_hits (never ends)\n// Shipped by: limitador\n\
        // Ask: Who waits?\n// It waits for itself.\n// For ever.\n\nuse super::sync::Mutex;\n";

    #[test]
    fn a_header_says_all_of_it() {
        let known = Known::of("locks_twice", FILE).unwrap();
        assert_eq!(known.name, "locks twice");
        assert_eq!(known.idea, "It waits for itself. For ever.");
        assert_eq!((known.shipped_by.as_str(), known.ask.as_str()), ("limitador", "Who waits?"));
        assert_eq!((known.caught_by.as_str(), known.never_ends), ("two_hits", true));
    }

    #[test]
    fn of_a_test_it_is_said_what_it_does_not_see() {
        let headline = |caught_by: &str| {
            let known = Known::of("only_ones", &FILE.replace("two_hits", caught_by)).unwrap();
            (known.headline(), known.is_a_test())
        };
        for (caught_by, says) in [
            (
                "it_fails_on_one_that_never_refuses",
                "Your test does not see one that never refuses.",
            ),
            ("it_fails_when_a_hit_is_lost", "Your test does not see it when a hit is lost."),
            ("it_passes_on_right_pairs", "Your test fails on right pairs."),
        ] {
            assert_eq!(headline(caught_by), (says.to_owned(), true));
        }
        let code = ("Your code behaves like “only ones”.".to_owned(), false);
        assert_eq!(headline("two_hits"), code);
        assert_eq!(headline("it_drains_evenly"), code);
    }

    #[test]
    fn a_header_in_which_something_is_missing_is_none() {
        for line in FILE.lines().take(3) {
            assert_eq!(Known::of("x", &FILE.replace(&format!("{line}\n"), "")), None, "{line}");
        }
        let idea = "// It waits for itself.\n// For ever.\n";
        assert_eq!(Known::of("x", &FILE.replace(idea, "")), None);
        assert_eq!(Known::of("x", &FILE.replace("Who waits?", " ")), None);
        assert_eq!(Known::read(Path::new("/nowhere"), "x"), None);
    }
}
