//! Whether the known answers are recognised.
//!
//! What `signatures.txt` says is checked in each `cargo test`. Whether the answers
//! still do what it says takes all of them, each with all of its tests: that is
//! `just caught`. With `BREAKWATER_SIGNATURES` set, that test writes the files anew.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use grader::likeness::{Signature, Signatures, corpus};
use grader::{Built, Exercise, Keep, Known, Leash, Verdict, contained, exercises};
use simulation::{Scenario, scenario_lines};

const WRITE: &str = "BREAKWATER_SIGNATURES";
const ANEW: &str = "\nIf graders, stages, answers or the corpus were meant to change, write it anew:\n    \
    BREAKWATER_SIGNATURES=write cargo test -p grader --test signatures -- --ignored";
/// Longer than a learner's answer has, however busy the machine is: a run takes
/// milliseconds, and of a test that does not end its own limit shall speak.
const RUN: Duration = Duration::from_secs(5);
const TEST: Duration = Duration::from_secs(30);
const KEEP: Keep = Keep { head_bytes: 1 << 20, tail_bytes: 1 << 14 };

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("a workspace").to_owned()
}

fn file(exercise: &Exercise) -> PathBuf {
    solutions(exercise).join("signatures.txt")
}

fn solutions(exercise: &Exercise) -> PathBuf {
    root().join("solutions").join(&exercise.folder)
}

/// The names of the wrong answers, in order.
fn wrong(exercise: &Exercise) -> Vec<String> {
    let files = fs::read_dir(solutions(exercise).join("wrong")).expect("wrong answers");
    let stem = |path: PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let names: BTreeSet<String> = files.map(|file| stem(file.expect("one").path())).collect();
    names.into_iter().collect()
}

fn written(exercise: &Exercise) -> Signatures {
    let text = fs::read_to_string(file(exercise)).unwrap_or_default();
    Signatures::read(&text).unwrap_or_else(|| panic!("{}: {ANEW}", file(exercise).display()))
}

/// All that these do wrong is that they do not end. Any other mistake that never
/// ends looks the same, so nobody is named.
const ONLY_HANG: [&str; 10] = [
    "late-waker: wakes_without_end",
    "stale-previous: one_window_after_another",
    "last-token: waits_for_better_times",
    "lost-fraction: one_period_after_another",
    "debt: spins",
    "two-probes: the_guard_lives_to_the_end_of_the_match",
    "lifetime-ratio: goes_round_for_ever",
    "on-change: a_second_lock",
    "on-change: under_the_lock",
    "on-change: waits_for_its_turn",
];

#[test]
fn every_wrong_answer_that_comes_to_an_end_is_recognised_and_the_right_one_is_like_none() {
    let (mut recognised, mut hang) = (0, BTreeSet::new());
    for exercise in exercises(&root()) {
        let known = written(&exercise);
        let (right, all) = known.all();
        let names: Vec<&String> = all.keys().collect();
        let listed = wrong(&exercise);
        assert_eq!(names, listed.iter().collect::<Vec<_>>(), "{}{ANEW}", exercise.folder);
        assert_eq!(known.like(right), [""; 0], "{}", exercise.folder);
        for (name, signature) in all {
            let like = known.like(signature);
            if like.is_empty() {
                hang.insert(format!("{}: {name}", exercise.name));
                continue;
            }
            assert!(like.contains(&name.as_str()), "{}, {name}: {like:?}", exercise.folder);
            recognised += 1;
        }
    }
    assert_eq!(hang, ONLY_HANG.map(str::to_owned).into());
    assert!(recognised >= 40, "{recognised}");
}

/// Who is named for an answer to `exercise` that does what `name` does, but for
/// `change` in each word that differs from those of the right answer.
fn like_changed(exercise: &str, name: &str, change: impl Fn(&str) -> String) -> Vec<String> {
    let exercise = exercises(&root()).into_iter().find(|known| known.name == exercise).unwrap();
    let text = fs::read_to_string(file(&exercise)).unwrap();
    let line =
        |name: &str| text.lines().find(|line| line.starts_with(&format!("{name}:"))).unwrap();
    let (_, words) = line(name).split_once(':').unwrap();
    let words = words.split_whitespace().map(|word| {
        let (name, word) = word.split_once('=').unwrap();
        format!(" {name}={}", change(word))
    });
    let yours = format!("{}\nyours:{}\n", line("right"), words.collect::<String>());
    let yours = Signatures::read(&yours).unwrap();
    let known = written(&exercise);
    known.like(&yours.all().1["yours"]).into_iter().map(str::to_owned).collect()
}

/// A panic that comes at the same place, with other words.
fn says_otherwise(word: &str) -> String {
    match word.strip_prefix("failed.") {
        Some(rest) => format!("failed.{}.00000000", rest.split_once('.').unwrap().0),
        None => word.to_owned(),
    }
}

#[test]
fn a_right_answer_with_a_loop_without_end_in_it_is_like_nobody() {
    for (exercise, hangs) in [
        ("two-probes", "the_guard_lives_to_the_end_of_the_match"),
        ("late-waker", "wakes_without_end"),
    ] {
        assert_eq!(like_changed(exercise, hangs, str::to_owned), [""; 0], "{exercise}");
    }
}

#[test]
fn a_panic_is_like_that_of_another_only_if_it_says_the_same() {
    let divides = "rate_zero_divides";
    assert_eq!(like_changed("lost-fraction", divides, str::to_owned), [divides]);
    assert_eq!(like_changed("lost-fraction", divides, says_otherwise), [""; 0]);
}

#[test]
fn a_test_that_panics_before_it_looks_is_like_nobody_who_says_something_else() {
    // The grader's words are the same for all of these; what they say themselves is not.
    let otherwise = |word: &str| {
        if word.starts_with(NO_OUTCOME) { word.to_owned() } else { says_otherwise(word) }
    };
    for fails in ["always_fails", "decides_by_the_name", "made_outside_the_model"] {
        assert_eq!(like_changed("one-outcome", fails, str::to_owned), [fails]);
        assert_eq!(like_changed("one-outcome", fails, otherwise), [fails]);
        assert_eq!(like_changed("one-outcome", fails, |_| says_otherwise(PANICS)), [""; 0]);
    }
}

/// How the word of a test begins that failed and says nothing of what it got.
const NO_OUTCOME: &str = "failed.4fd0bfc1.";
const PANICS: &str = "failed.4fd0bfc1.bbe2d804";

#[test]
fn a_signature_has_a_word_for_each_run_and_each_test() {
    for exercise in exercises(&root()) {
        let runs = (1..=corpus(&exercise.name).len()).map(|number| format!("run-{number:02}"));
        let expected: BTreeSet<String> = runs.chain(exercise.tests.iter().cloned()).collect();
        let known = written(&exercise);
        let names: BTreeSet<String> = known.all().0.names().map(str::to_owned).collect();
        assert_eq!(names, expected, "{}{ANEW}", exercise.folder);
    }
}

#[test]
fn every_wrong_answer_says_what_is_wrong_who_shipped_it_and_asks_one_question() {
    for exercise in exercises(&root()) {
        for name in wrong(&exercise) {
            let known = Known::read(&solutions(&exercise), &name);
            let known = known.unwrap_or_else(|| panic!("{}, {name}: its header", exercise.folder));
            assert!(known.ask.ends_with('?'), "{}, {name}: {}", exercise.folder, known.ask);
            assert_eq!(known.name, name.replace('_', " "));
        }
    }
}

#[test]
#[ignore = "asks every test of every answer: `just caught`, not `cargo test`"]
fn every_answer_does_what_its_signature_says() {
    let built = build();
    let mut differ = Vec::new();
    for exercise in exercises(&root()) {
        let wrong = wrong(&exercise);
        let answers: Vec<&str> =
            ["right", "stub"].into_iter().chain(wrong.iter().map(String::as_str)).collect();
        let mut found = signatures(&built, &exercise, &answers);
        let wrongs = found.split_off(2);
        let [right, stub] = <[Signature; 2]>::try_from(found).expect("two");
        let stub_text = fs::read_to_string(solutions(&exercise).join("stub.rs")).expect("a stub");
        assert_eq!(stub.is_unwritten(), stub_text.contains("todo!("), "{}", exercise.folder);
        let found = Signatures::new(right, wrong.iter().cloned().zip(wrongs));
        if std::env::var_os(WRITE).is_some() {
            fs::write(file(&exercise), found.text()).expect("it can be written");
        }
        let (was, is) = (fs::read_to_string(file(&exercise)).unwrap_or_default(), found.text());
        let lines = is.lines().filter(|line| !was.lines().any(|was| was == *line));
        let names = lines.map(|line| line.split(':').next().unwrap_or_default().to_owned());
        differ.extend(names.map(|name| format!("{}: {name}", exercise.folder)));
    }
    assert!(differ.is_empty(), "these do something else: {differ:#?}{ANEW}");
}

/// The programs of the tables, and the one that runs any answer.
fn build() -> Built {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["test", "-p", "solutions", "--no-run", "--message-format=json"])
        .output()
        .expect("cargo");
    let built = Built::read(&String::from_utf8_lossy(&output.stdout));
    assert!(built.whole, "{}", String::from_utf8_lossy(&output.stderr));
    built
}

/// In the order of `answers`. Each processor works at another one.
fn signatures(built: &Built, exercise: &Exercise, answers: &[&str]) -> Vec<Signature> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((at, answer)) = numbered(answers, next.fetch_add(1, Relaxed)) {
            let signature = signature(built, exercise, answer);
            found.lock().expect("nobody panics with it").push((at, signature));
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut found = found.into_inner().expect("nobody panics with it");
    found.sort_by_key(|&(at, _)| at);
    found.into_iter().map(|(_, signature)| signature).collect()
}

fn numbered<'a>(answers: &[&'a str], at: usize) -> Option<(usize, &'a str)> {
    answers.get(at).map(|&answer| (at, answer))
}

fn signature(built: &Built, exercise: &Exercise, answer: &str) -> Signature {
    let table = built.program(&exercise.name.replace('-', "_")).expect("the exercise's table");
    let probe = built.program("solutions-probe").expect("the probe");
    let leash = Leash::default();
    let run = |scenario: &Scenario| {
        let mut command = Command::new(probe);
        command.args([exercise.name.as_str(), answer]);
        let input = scenario_lines(scenario);
        contained(&solutions(exercise), &mut command, &input, (KEEP, RUN, &leash)).ok()
    };
    let ask = |test: &str| {
        // What is contained hears nothing of our environment; this word it needs.
        let mut command = Command::new("/usr/bin/env");
        command.arg(format!("BREAKWATER_ANSWER_AND_TEST={answer} {test}")).arg(table);
        command.args(["--ignored", "--exact", ONE, "--nocapture", "--test-threads=2"]);
        let ended = contained(&solutions(exercise), &mut command, "", (KEEP, TEST, &leash));
        Verdict::read(ONE, &ended.expect("the table's program"), TEST.as_secs())
    };
    Signature::take(&corpus(&exercise.name), &exercise.tests, run, ask)
}

/// In the programs of the tables, every test of every answer has this name.
const ONE: &str = "one_answer_and_one_test";
