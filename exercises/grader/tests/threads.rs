//! The questions about threads, asked of the models themselves: each has an
//! answer, and of the options of a choice one is right.

use std::fs;
use std::path::Path;

use grader::Found;
use grader::predict::{Kind, Question, read};
use interleavings::{Explorer, models};

/// All questions that a model answers.
fn questions() -> Vec<Question> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let folders = ["chapters", "exercises"].into_iter().flat_map(|parent| {
        let entries = fs::read_dir(root.join(parent)).expect("a folder");
        entries.map(|entry| entry.expect("a folder").path())
    });
    let read = |folder: std::path::PathBuf| {
        let text = fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        read(name.split_once('-').map_or(name, |(_, name)| name), &text)
    };
    folders.flat_map(read).filter_map(Result::ok).filter(|one| one.model().is_some()).collect()
}

/// What the model of a question ends in, as the page reads it from the explorer.
fn found(question: &Question) -> Found {
    let name = question.model().expect("a model");
    let model = models::by_name(name).unwrap_or_else(|| panic!("there is no model {name}"));
    let lines = model.explore(&Explorer::new()).to_lines();
    Found::parse(&lines).expect("lines of the explorer")
}

#[test]
fn every_question_about_threads_has_an_answer_and_one_right_option() {
    let mut asked = Vec::new();
    for question in questions() {
        let found = found(&question);
        let judged = question.judge_found("?", &found);
        assert!(judged.known && !judged.right, "{}: {}", question.key(), judged.answer);
        assert!(judged.why.ends_with('.'), "{}: {}", question.key(), judged.why);
        assert!(question.judge_found(&judged.answer, &found).right, "{}", question.key());
        if let Kind::Choice(choices) = &question.kind {
            let is = |label: &str| question.judge_found(label, &found).right;
            let right = choices.iter().filter(|choice| is(&choice.label)).count();
            assert_eq!(right, 1, "{}", question.key());
        }
        asked.push(question.name);
    }
    for name in
        ["lost-update", "check-then-act", "one-outcome", "last-token", "two-probes", "on-change"]
    {
        assert!(asked.iter().any(|asked| asked == name), "{name} asks nothing: {asked:?}");
    }
}

/// Two threads of two steps each go in six orders, and four of them have both
/// first steps before both second ones.
#[test]
fn a_gap_between_two_steps_breaks_four_orders_of_six() {
    let shares = ["lost-update", "check-then-act", "last-token", "two-probes"];
    for question in questions().iter().filter(|one| shares.contains(&one.name.as_str())) {
        if question.number == 1 {
            let answer = question.judge_found("?", &found(question)).answer;
            assert!(answer == "4" || answer == "in four", "{}: {answer}", question.key());
        }
    }
}
