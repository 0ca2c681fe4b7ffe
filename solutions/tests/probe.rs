//! The program that runs any answer for the page.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use simulation::{Arrivals, Params, Scenario, first_divergence, receive, scenario_lines};

fn probe(arguments: &[&str], stdin: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_solutions-probe"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the probe");
    // A probe that refuses its arguments does not read; that is its right.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin.as_bytes());
    child.wait_with_output().expect("its output")
}

/// The names after "there are:" in the last line.
fn offered(output: &Output) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let (_, names) = text.trim_end().rsplit_once("there are: ").expect("a list of names");
    names.split(", ").map(str::to_owned).collect()
}

#[test]
fn it_offers_every_answer_that_there_is() {
    let solutions = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = fs::read_dir(solutions).expect("solutions").map(|entry| entry.expect("one"));
    // An exercise whose answer is a test has nothing that could run on the stage.
    let runs = |name: &std::ffi::OsStr| {
        solutions.join("../exercises").join(name).join("src/probe.rs").exists()
    };
    let folders: Vec<_> = folders
        .filter(|entry| entry.path().join("right.rs").exists() && runs(&entry.file_name()))
        .collect();
    let mut exercises = BTreeSet::new();
    for folder in folders {
        let file_name = folder.file_name().to_string_lossy().into_owned();
        let (_, exercise) = file_name.split_once('-').expect("number and name");
        let wrong = fs::read_dir(folder.path().join("wrong")).expect("wrong answers");
        let wrong = wrong.map(|entry| entry.expect("one").path());
        let stem = |path: std::path::PathBuf| path.file_stem().map(|s| s.to_string_lossy().into());
        let mut expected: BTreeSet<String> = wrong.filter_map(stem).collect();
        expected.insert("right".to_owned());
        assert_eq!(offered(&probe(&[exercise, "no-such-answer"], "")), expected, "{exercise}");
        exercises.insert(exercise.to_owned());
    }
    assert_eq!(offered(&probe(&["no-such-exercise"], "")), exercises);
}

#[test]
fn a_wrong_answer_parts_from_the_right_one_at_the_first_step_that_it_gets_wrong() {
    let scenario = Scenario {
        params: Params::new().with("tokens", 2),
        until_ms: 1000,
        arrivals: vec![Arrivals::Even { per_second: 4 }],
        ..Scenario::default()
    };
    let run = |answer| {
        let output = probe(&["last-token", answer], &scenario_lines(&scenario));
        let received = receive(&String::from_utf8_lossy(&output.stdout)).expect("a trace");
        assert!(received.whole && output.status.success());
        received.trace
    };
    let (right, wrong) = (run("right"), run("leaves_one_behind"));
    // Requests at 0 and 250 ms take the two tokens; the wrong answer keeps the second.
    let parting = first_divergence(&right, &wrong).expect("they differ");
    assert_eq!(parting.at.as_millis(), 250);
}

#[test]
fn what_cannot_be_read_is_said_with_its_line() {
    let output = probe(&["last-token", "right"], "@bw scenario 1\n@bw arrive sometimes\n");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("line 2 cannot be read: \"arrive sometimes\""), "{text}");
}
