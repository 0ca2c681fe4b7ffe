//! What cargo says about a build, as JSON lines.

use std::path::PathBuf;

use serde_json::Value;

/// What a build made, and what the compiler said.
#[derive(Debug, Default)]
pub struct Built {
    /// The programs, by the name of their target.
    pub programs: Vec<(String, PathBuf)>,
    /// All errors, in the compiler's order.
    pub errors: Vec<Mistake>,
    /// Whether cargo came to the end, and everything could be built.
    pub whole: bool,
}

/// One error of the compiler.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mistake {
    /// `mismatched types`.
    pub words: String,
    /// `E0308`, if it has a number.
    pub code: Option<String>,
    /// Where; some errors are about nothing in particular.
    pub place: Option<Place>,
    /// The compiler's own words, with all that belongs to them.
    pub rendered: String,
}

/// A place in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// From the workspace: `exercises/06a-last-token/src/answer.rs`.
    pub file: String,
    /// From 1.
    pub line: u64,
    /// The line as it stands there.
    pub text: String,
    /// Where the compiler points in it: the first column from 1, and the one
    /// after the last.
    pub columns: (u64, u64),
    /// What the compiler writes under it.
    pub label: String,
}

impl Place {
    /// The file alone: `answer.rs`.
    pub fn name(&self) -> &str {
        self.file.rsplit_once('/').map_or(&self.file, |(_, name)| name)
    }

    /// As wide as the number of the line.
    pub fn gutter(&self) -> String {
        " ".repeat(self.line.to_string().len())
    }

    /// `^^^^` under what the compiler points at.
    pub fn carets(&self) -> String {
        let room = self.text.chars().count();
        let column =
            |column: u64| usize::try_from(column.saturating_sub(1)).map_or(room, |c| c.min(room));
        let (from, until) = (column(self.columns.0), column(self.columns.1));
        let before = self.text.chars().take(from).map(|c| if c == '\t' { c } else { ' ' });
        before.collect::<String>() + &"^".repeat(until.saturating_sub(from).max(1))
    }
}

impl Built {
    /// Reads what cargo printed. Lines that are no JSON, and messages of kinds
    /// that are not known, are passed over.
    pub fn read(lines: &str) -> Self {
        let mut built = Self::default();
        for line in lines.lines() {
            let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
            match message["reason"].as_str() {
                Some("compiler-artifact") => built.programs.extend(program(&message)),
                Some("compiler-message") => built.errors.extend(mistake(&message["message"])),
                Some("build-finished") => built.whole = message["success"] == true,
                _ => {}
            }
        }
        built
    }

    /// The program of the target `name`.
    pub fn program(&self, name: &str) -> Option<&PathBuf> {
        self.programs.iter().find(|(target, _)| target == name).map(|(_, path)| path)
    }
}

impl Mistake {
    /// Whether it is in the file that the learner edits.
    pub fn is_in_answer(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.file.ends_with("src/answer.rs"))
    }
}

fn program(message: &Value) -> Option<(String, PathBuf)> {
    let path = PathBuf::from(message["executable"].as_str()?);
    Some((message["target"]["name"].as_str()?.to_owned(), path))
}

fn mistake(message: &Value) -> Option<Mistake> {
    let words = message["message"].as_str()?;
    // The last error only counts the others.
    if message["level"] != "error" || words.starts_with("aborting due to") {
        return None;
    }
    let spans = message["spans"].as_array().map_or(&[][..], Vec::as_slice);
    Some(Mistake {
        words: words.to_owned(),
        code: message["code"]["code"].as_str().map(str::to_owned),
        place: spans.iter().find(|span| span["is_primary"] == true).map(place),
        rendered: message["rendered"].as_str().unwrap_or_default().to_owned(),
    })
}

fn place(span: &Value) -> Place {
    let text = span["text"][0]["text"].as_str().unwrap_or_default();
    let one_line = span["line_start"] == span["line_end"];
    let column = |name: &str| match name {
        "column_end" if !one_line => u64::MAX,
        _ => span[name].as_u64().unwrap_or_default(),
    };
    Place {
        file: span["file_name"].as_str().unwrap_or_default().replace('\\', "/"),
        line: span["line_start"].as_u64().unwrap_or_default(),
        text: text.to_owned(),
        columns: (column("column_start"), column("column_end")),
        label: span["label"].as_str().unwrap_or_default().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = r#"   Compiling last-token v0.0.0
{"reason":"compiler-artifact","target":{"kind":["lib"],"name":"clock"},"profile":{"test":false},"executable":null}
{"reason":"something-new","a":[1]}
{"reason":"compiler-message","message":{"rendered":"warning: unused\n","code":null,"level":"warning","message":"unused","spans":[]}}
{"reason":"compiler-message","message":{"rendered":"error[E0308]: mismatched types\n --> a\n","code":{"code":"E0308"},"level":"error","message":"mismatched types","spans":[{"file_name":"exercises/06a-last-token/src/answer.rs","line_start":19,"is_primary":false,"label":"expected because of this","text":[{"text":"    pub fn try_take(&self, n: u32) -> bool {"}]},{"file_name":"exercises/06a-last-token/src/answer.rs","line_start":20,"is_primary":true,"label":"expected `bool`, found integer","text":[{"text":"        1"}]}]}}
{"reason":"compiler-message","message":{"rendered":"error: linking with `cc` failed\n","code":null,"level":"error","message":"linking with `cc` failed","spans":[]}}
{"reason":"compiler-message","message":{"rendered":"error: aborting due to 2 previous errors\n","code":null,"level":"error","message":"aborting due to 2 previous errors","spans":[]}}
{"reason":"build-finished","success":false}
"#;

    #[test]
    fn errors_have_the_place_that_the_compiler_points_at() {
        let built = Built::read(LINES);
        assert!(!built.whole && built.programs.is_empty());
        let [first, second] = built.errors.as_slice() else { panic!("{:?}", built.errors) };
        assert_eq!(first.words, "mismatched types");
        assert_eq!(first.code.as_deref(), Some("E0308"));
        assert!(first.rendered.ends_with(" --> a\n") && first.is_in_answer());
        let place = first.place.clone().unwrap();
        assert_eq!((place.line, place.text.as_str()), (20, "        1"));
        assert_eq!(place.label, "expected `bool`, found integer");
        assert_eq!((second.place.as_ref(), second.is_in_answer()), (None, false));
    }

    #[test]
    fn a_build_names_its_programs() {
        let built = Built::read(
            r#"{"reason":"compiler-artifact","target":{"kind":["lib"],"name":"last_token"},"profile":{"test":true},"executable":"/t/last_token-1"}
{"reason":"build-finished","success":true}"#,
        );
        assert!(built.whole && built.errors.is_empty());
        assert_eq!(built.program("last_token"), Some(&PathBuf::from("/t/last_token-1")));
        assert_eq!(built.program("last"), None);
    }

    #[test]
    fn a_build_that_was_cut_off_is_not_whole() {
        assert!(!Built::read("").whole);
        assert!(!Built::read(r#"{"reason":"build-finished","succ"#).whole);
    }
}
