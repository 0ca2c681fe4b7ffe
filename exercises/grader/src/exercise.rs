//! The exercises of a workbook: what their manifests say of them.

use std::fs;
use std::path::Path;

/// One exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// Its folder under `exercises/`: `06a-last-token`.
    pub folder: String,
    /// Its package, and its name in links: `last-token`.
    pub name: String,
    /// The package of its chapter: `token-bucket`.
    pub chapter: String,
    /// Its name in headings.
    pub title: String,
    /// What it is about, in one line.
    pub description: String,
    /// How long it takes.
    pub minutes: Option<u32>,
    /// The tests of its grader, in learning order: `grade::one_token_is_taken`.
    pub tests: Vec<String>,
    /// Whether an answer to it can be run and drawn, beside being graded.
    pub has_run: bool,
}

impl Exercise {
    /// Reads the manifest of the exercise in `folder`; the error says what is missing.
    pub fn read(folder: &str, manifest: &str) -> Result<Self, String> {
        let manifest: toml::Table =
            manifest.parse().map_err(|error: toml::de::Error| error.message().to_owned())?;
        let package = manifest.get("package").ok_or("no [package]")?;
        let about = package.get("metadata").and_then(|metadata| metadata.get("exercise"));
        let about = about.ok_or("no [package.metadata.exercise]")?;
        let text = |of: &toml::Value, key: &str| {
            of.get(key).and_then(toml::Value::as_str).map(str::to_owned)
        };
        let name = text(package, "name").ok_or("no name")?;
        let tests = about.get("tests").and_then(toml::Value::as_array).ok_or("no list of tests")?;
        let bins = manifest.get("bin").and_then(toml::Value::as_array);
        let probe = format!("{name}-probe");
        Ok(Self {
            folder: folder.to_owned(),
            chapter: text(about, "chapter").ok_or("no chapter")?,
            title: text(about, "title").unwrap_or_else(|| name.clone()),
            description: text(package, "description").unwrap_or_default(),
            minutes: about
                .get("minutes")
                .and_then(toml::Value::as_integer)
                .and_then(|minutes| u32::try_from(minutes).ok()),
            tests: tests.iter().filter_map(|test| test.as_str().map(str::to_owned)).collect(),
            has_run: bins.is_some_and(|bins| {
                bins.iter().any(|bin| text(bin, "name").as_deref() == Some(&probe))
            }),
            name,
        })
    }

    /// The file to edit, from the workspace.
    pub fn answer(&self) -> String {
        format!("exercises/{}/src/answer.rs", self.folder)
    }
}

/// All exercises of the workbook in `root`, in learning order. A folder whose
/// manifest cannot be read is left out: an exercise that is half made must not
/// stop the others.
pub fn exercises(root: &Path) -> Vec<Exercise> {
    let Ok(folders) = fs::read_dir(root.join("exercises")) else { return Vec::new() };
    let mut exercises: Vec<Exercise> = folders
        .filter_map(|folder| {
            let folder = folder.ok()?;
            let manifest = fs::read_to_string(folder.path().join("Cargo.toml")).ok()?;
            Exercise::read(&folder.file_name().to_string_lossy(), &manifest).ok()
        })
        .collect();
    exercises.sort_by(|one, other| one.folder.cmp(&other.folder));
    exercises
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_says_all_of_it() {
        let manifest = "[package]\nname = \"last-token\"\ndescription = \"Two threads\"\n\
             [package.metadata.exercise]\nchapter = \"token-bucket\"\ntitle = \"The last token\"\n\
             minutes = 20\ntests = [\"grade::a\", \"interleavings::b\"]\n\
             [[bin]]\nname = \"last-token-probe\"\npath = \"src/probe.rs\"\n";
        let exercise = Exercise::read("06a-last-token", manifest).unwrap();
        assert_eq!(
            (exercise.name.as_str(), exercise.title.as_str()),
            ("last-token", "The last token")
        );
        assert_eq!((exercise.minutes, exercise.has_run), (Some(20), true));
        assert_eq!(exercise.tests, ["grade::a", "interleavings::b"]);
        assert_eq!(exercise.answer(), "exercises/06a-last-token/src/answer.rs");
        assert!(!Exercise::read("x", manifest.split("[[bin]]").next().unwrap()).unwrap().has_run);
    }

    #[test]
    fn what_is_missing_is_said() {
        let said = |manifest: &str| Exercise::read("x", manifest).unwrap_err();
        assert_eq!(said("[workspace]"), "no [package]");
        assert_eq!(said("[package]\nname = \"x\""), "no [package.metadata.exercise]");
        assert!(!said("[package").is_empty());
    }

    #[test]
    fn all_exercises_are_found_in_learning_order() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let all = exercises(root);
        let names: Vec<&str> = all.iter().map(|exercise| exercise.name.as_str()).collect();
        let at = |name: &str| names.iter().position(|&known| known == name).unwrap();
        assert!(at("late-waker") < at("last-token") && at("last-token") < at("lost-fraction"));
        assert!(
            all.iter().all(|exercise| !exercise.tests.is_empty() && exercise.minutes.is_some())
        );
        assert_eq!(exercises(Path::new("/nowhere")), []);
    }

    /// The files of the exercise that are not the learner's.
    fn sources(exercise: &Exercise) -> Vec<(String, String)> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let files = fs::read_dir(root.join("exercises").join(&exercise.folder).join("src"));
        let files = files.unwrap().map(|file| file.unwrap().path());
        let files = files.filter(|file| file.file_stem().is_some_and(|name| name != "answer"));
        files
            .filter(|file| file.extension().is_some_and(|end| end == "rs"))
            .map(|file| (file.display().to_string(), fs::read_to_string(&file).unwrap()))
            .collect()
    }

    #[test]
    fn a_grader_speaks_of_a_loop_before_it_is_ended() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let mut heard = 0;
        for exercise in exercises(root) {
            for (file, text) in sources(&exercise) {
                let limits = text.split("const LIMIT: Duration = Duration::").skip(1);
                let inline = text.split("within(Duration::").skip(1);
                for limit in limits.chain(inline) {
                    let seconds = limit
                        .strip_prefix("from_secs(")
                        .and_then(|limit| limit.split_once(')')?.0.parse::<u64>().ok());
                    // A process has to start, and the tests of one may follow each other.
                    let most = crate::Limits::default().test.as_secs() - 5;
                    assert!(seconds.is_some_and(|limit| limit <= most), "{file}: {seconds:?}");
                    heard += 1;
                }
            }
        }
        assert!(heard > 20, "{heard}");
    }

    #[test]
    fn every_test_stands_in_the_file_of_its_module() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        for exercise in exercises(root) {
            let sources = sources(&exercise);
            for test in &exercise.tests {
                let (module, name) = test.split_once("::").unwrap();
                let file = format!("/src/{module}.rs");
                let source =
                    sources.iter().find(|(path, _)| path.replace('\\', "/").ends_with(&file));
                let (_, text) = source.unwrap_or_else(|| panic!("{test}: no {file}"));
                assert!(text.contains(&format!("fn {name}(")), "{}: {test}", exercise.folder);
            }
        }
    }
}
