//! What every exercise must have before it is shown to a learner.
//!
//! That each stub fails cleanly, each right answer passes and each wrong one
//! fails its test, with the words of its snapshot, is the table in `solutions`;
//! that wrong answers are recognised is in `signatures.rs`, and that a run answers
//! each prediction in `predictions.rs`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use grader::likeness::corpus;
use grader::{Debrief, Exercise, exercises, hints};
use serde_json::Value;

/// The names of the steps, from the smallest to the largest.
const HINTS: [&str; 3] = ["A nudge", "The concept", "A sketch"];
const DEBRIEF: [&str; 3] = ["What was learned", "What libraries do", "The next question"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("a workspace").to_owned()
}

/// All of them; a folder that cannot be read as one is a mistake here.
fn all() -> Vec<Exercise> {
    let all = exercises(&root());
    let folders = fs::read_dir(root().join("exercises")).expect("exercises");
    let folders = folders.map(|folder| folder.expect("one").path().join("src/answer.rs"));
    assert_eq!(all.len(), folders.filter(|answer| answer.exists()).count(), "{all:?}");
    all
}

fn readme(exercise: &Exercise) -> String {
    let path = root().join("exercises").join(&exercise.folder).join("README.md");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_exercise_has_hints_in_three_steps() {
    for exercise in all() {
        let hints = hints(&root(), &exercise).expect("a README");
        let titles: Vec<&str> = hints.iter().map(|hint| hint.title.as_str()).collect();
        assert_eq!(titles, HINTS, "{}", exercise.folder);
        for hint in hints {
            assert!(hint.text.len() > 40, "{}, {}: {:?}", exercise.folder, hint.title, hint.text);
        }
    }
}

#[test]
fn every_exercise_names_its_minutes_and_its_readme_says_the_same() {
    for exercise in all() {
        let minutes = exercise.minutes.unwrap_or_else(|| panic!("{}", exercise.folder));
        let words = format!("· {minutes} minutes");
        assert!(readme(&exercise).contains(&words), "{}: {words:?}", exercise.folder);
    }
}

#[test]
fn every_exercise_has_its_debrief() {
    for exercise in all() {
        let debrief = Debrief::read(&root(), &exercise).expect("it can be read");
        let debrief = debrief.unwrap_or_else(|| panic!("{}: no debrief.md", exercise.folder));
        let titles: Vec<&str> =
            debrief.sections.iter().map(|section| section.title.as_str()).collect();
        assert_eq!(titles, DEBRIEF, "{}", exercise.folder);
        for section in debrief.sections {
            assert!(!section.text.is_empty(), "{}, {}", exercise.folder, section.title);
        }
    }
}

#[test]
fn every_exercise_with_a_probe_has_a_corpus() {
    for exercise in all() {
        assert_eq!(!corpus(&exercise.name).is_empty(), exercise.has_run, "{}", exercise.folder);
    }
}

#[test]
fn every_exercise_has_at_least_five_wrong_answers() {
    for exercise in all() {
        let wrong = root().join("solutions").join(&exercise.folder).join("wrong");
        let wrong = fs::read_dir(&wrong).expect("wrong answers").count();
        assert!(wrong >= 5, "{}: {wrong}", exercise.folder);
    }
}

#[test]
#[ignore = "holds in a fresh clone only: a learner's answer may have warnings"]
fn every_stub_compiles_without_a_warning() {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root()).args(["check", "--all-targets", "--message-format=json"]);
    for exercise in all() {
        command.args(["-p", &exercise.name]);
    }
    let output = command.output().expect("cargo");
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let messages = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let said: Vec<String> = messages
        .filter(|message| message["reason"] == "compiler-message")
        .filter(|message| {
            let path = message["manifest_path"].as_str().unwrap_or_default();
            path.contains("/exercises/") && !path.contains("/exercises/grader/")
        })
        .map(|message| message["message"]["rendered"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert!(said.is_empty(), "{}", said.concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
