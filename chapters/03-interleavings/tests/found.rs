//! What was found, carried to another process; and lanes read from a text.

use interleavings::models;
use interleavings::{Counted, Explorer, Found, Lanes, Outcome, Trouble, Which};
use std::process::Command;

fn every_kind() -> Vec<Found> {
    let mut all: Vec<Found> =
        models::all().iter().map(|model| model.explore(&Explorer::new().preemptions(2))).collect();
    let words = "the model panicked: a\\b\nc".to_owned();
    for trouble in [Trouble::Panicked, Trouble::Endless, Trouble::Unsupported, Trouble::TooMany] {
        all.push(Found::Failed { trouble, words: words.clone(), lanes: None });
    }
    let outcome = Outcome { text: "over\nend".to_owned(), keeps: false };
    all.push(Found::Counted(Counted { cut: true, outcomes: vec![outcome], ..Counted::default() }));
    all
}

#[test]
fn what_was_found_can_be_read_back() {
    for found in every_kind() {
        let lines = found.to_lines();
        assert_eq!(Found::parse(&lines).as_ref(), Ok(&found), "{lines}");
    }
    for which in [Which::Broken, Which::Stale, Which::Typical] {
        assert_eq!(Which::parse(which.word()), Some(which));
    }
}

#[test]
fn a_text_that_was_cut_off_or_spoiled_is_refused() {
    for found in every_kind() {
        let lines = found.to_lines();
        for (cut, _) in lines.char_indices().skip(1).filter(|(at, _)| at % 7 == 0) {
            if cut < lines.len() - 1 {
                assert!(Found::parse(&lines[..cut]).is_err(), "cut at {cut}: {lines}");
            }
        }
    }
    for (text, at) in [
        ("", "(no lines)"),
        ("found 2\nover\n", "found 2"),
        ("found 1\nover\n", "(nothing was counted)"),
        ("found 1\ncounted 1 2 3 4 whole\nover\n", "counted 1 2 3 4 whole"),
        ("found 1\ncounted 1 2 3 4 5 half\nover\n", "counted 1 2 3 4 5 half"),
        ("found 1\ncounted 1 2 3 4 5 whole 6\nover\n", "counted 1 2 3 4 5 whole 6"),
        ("found 1\ncounted 1 2 3 4 5 cut\noutcome maybe 1\nover\n", "outcome maybe 1"),
        ("found 1\nfailed slowly x\nover\n", "failed slowly x"),
        ("found 1\nshow all\nover\n", "show all"),
        ("found 1\nlanes 1\nover\n", "lanes 1"),
    ] {
        assert_eq!(Found::parse(text).expect_err(text).at, at);
    }
    let both = "found 1\ncounted 1 2 3 4 5 cut\nfailed deadlock x\nover\n";
    assert!(Found::parse(both).is_err(), "it is one or the other");
}

fn explorer(words: &[&str]) -> (String, Option<i32>) {
    let program = env!("CARGO_BIN_EXE_interleavings-explore");
    let output = Command::new(program).args(words).output().expect("it runs");
    let printed = if output.status.success() { output.stdout } else { output.stderr };
    (String::from_utf8(printed).expect("UTF-8"), output.status.code())
}

#[test]
fn the_program_writes_what_the_model_finds() {
    for model in models::all() {
        let (lines, code) = explorer(&[model.name, "--preemptions", "2"]);
        let found = model.explore(&Explorer::new().preemptions(2));
        assert_eq!((Found::parse(&lines), code), (Ok(found), Some(0)), "{}", model.name);
        assert_eq!(explorer(&[model.name, "--code"]), (model.code.to_owned(), Some(0)));
    }
    let (lines, _) = explorer(&["three-threads", "--permutations", "7"]);
    let cut = Found::parse(&lines).expect("what was found");
    assert!(matches!(cut, Found::Counted(Counted { cut: true, executions: 7, .. })), "{lines}");
    let (list, _) = explorer(&["--list"]);
    assert_eq!(list.lines().count(), models::all().len());
}

#[test]
fn what_the_program_does_not_understand_it_refuses_with_its_usage() {
    for words in [
        &[][..],
        &["no-such"],
        &["racy-last-token", "--preemptions"],
        &["racy-last-token", "--preemptions", "-1"],
        &["racy-last-token", "--slowly", "1"],
    ] {
        let (said, code) = explorer(words);
        assert!(code == Some(2) && said.contains("usage: "), "{words:?}: {said}");
    }
}

fn all_lanes() -> Vec<Lanes> {
    let lanes = every_kind().into_iter().flat_map(|found| match found {
        Found::Counted(seen) => seen.shown.into_iter().map(|shown| shown.lanes).collect(),
        Found::Failed { lanes, .. } => Vec::from_iter(lanes),
    });
    lanes.collect()
}

#[test]
fn lanes_read_from_their_drawing_draw_the_same_again() {
    for lanes in all_lanes() {
        let text =
            format!("2 of 3 schedules\n\n{lanes}\n  got       {}\n  expected  x", lanes.outcome);
        let read = Lanes::read(&text).unwrap_or_else(|| panic!("not read:\n{text}"));
        assert_eq!(read.lanes.to_string(), lanes.to_string());
        assert_eq!((&read.lanes.outcome, read.more), (&lanes.outcome, 0));
        assert_eq!(read.lines, 2..3 + lanes.steps.len(), "a head, and a line for each step");
        let facts = |lanes: &Lanes| -> Vec<_> {
            let steps = lanes.steps.iter();
            steps.map(|s| (s.lane, s.op, s.read, s.wrote, s.expected, s.fresh, s.line)).collect()
        };
        assert_eq!(facts(&read.lanes), facts(&lanes));
        // What is cut off is counted.
        let short = Lanes::read(&format!("{lanes:.1}")).expect("one step");
        assert_eq!((short.lanes.steps.len(), short.more), (1, lanes.steps.len() - 1));
    }
}

#[test]
fn a_text_without_lanes_has_none() {
    for text in [
        "",
        "      A    B    line\n",
        "      A    B    line\n   1  looks         a.rs:1\n",
        "      A    B    line\n   1  load: x       a.rs:1\n",
        "      Alice  line\n   1  load: 1  a.rs:1\n",
        "What your code did:\n  1. at 0 ms  request 1 asks",
    ] {
        assert_eq!(Lanes::read(text), None, "{text}");
    }
}
