//! Answers that are no answers: a clear verdict within the limit, nothing left
//! running, and no pass.

mod common;

use std::fs;

use common::{ANSWER, Bench, PASSES, STUB, is_alive};

/// The grader's first test is such an answer.
fn hostile(script: &str) -> (Bench, common::Said) {
    let bench = Bench::new();
    bench.grader(&[("one", script)]);
    let said = bench.grade("last-token --limit 1");
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    assert_eq!(bench.progress(), ["tests last-token 0 of 3"]);
    (bench, said)
}

#[test]
fn a_loop_without_an_end_is_ended_with_its_children() {
    let (bench, said) =
        hostile("sh -c 'echo $$ > \"$0.child\"; while :; do :; done' \"$0\" & while :; do :; done");
    assert!(said.out.contains("✗ one is taken: did not end"), "{}", said.out);
    assert!(said.out.contains("Still running after 1 s: ended."), "{}", said.out);
    assert!(!is_alive(&bench.read("grader.child")));
}

#[test]
fn one_that_prints_for_ever_is_cut_off() {
    let (_bench, said) = hostile("while :; do echo spam; done");
    assert!(said.out.contains("did not end"), "{}", said.out);
    let spam = said.out.lines().filter(|line| line.contains("spam")).count();
    assert_eq!(spam, 20, "{}", said.out.len());
}

#[test]
fn an_exit_with_0_is_no_pass() {
    let (_bench, said) = hostile("echo 'running 1 test'; exit 0");
    assert!(said.out.contains("Does the answer call `exit`?"), "{}", said.out);
}

#[test]
fn tests_that_were_deleted_are_not_passed() {
    let none =
        "echo 'running 0 tests'; echo; echo 'test result: ok. 0 passed; 0 failed; 0 ignored;'";
    let (_bench, said) = hostile(none);
    assert!(said.out.contains("✗ one is taken: no result"), "{}", said.out);
}

#[test]
fn an_order_to_the_terminal_is_not_passed_on() {
    let (_bench, said) = hostile("printf '\\033[2Jhello\\033]0;title\\007\\n'; exit 3");
    assert!(said.out.contains("│ hello"), "{}", said.out);
    assert!(!said.out.contains('\u{1b}'));
}

#[test]
fn a_file_that_is_no_text_or_no_file_is_said_to_be_so() {
    let bench = Bench::new();
    fs::write(bench.root.join(ANSWER), [0xff, 0xfe]).unwrap();
    let said = bench.grade("last-token");
    assert!(said.out.contains("is not UTF-8 text"), "{}", said.out);
    fs::remove_file(bench.root.join(ANSWER)).unwrap();
    fs::create_dir(bench.root.join(ANSWER)).unwrap();
    let said = bench.grade("last-token");
    assert!(said.out.contains("cannot be read"), "{}", said.out);
    assert_eq!((said.code, bench.progress()), (Some(2), vec![]));
}

/// Whoever opens a pipe waits for its writer, and here there is none.
#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_the_file_holds_nobody_up_and_can_be_reset() {
    let bench = Bench::new();
    let answer = bench.root.join(ANSWER);
    let old = bench.root.join(format!("{ANSWER}.old"));
    fs::remove_file(&answer).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&answer).status().unwrap().success());
    assert_eq!(bench.grade("last-token").code, Some(2));
    let said = bench.grade("reset last-token");
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(bench.read(ANSWER), STUB);
    assert!(fs::symlink_metadata(&old).is_ok_and(|kept| !kept.is_file()), "it is put aside");
    fs::remove_file(&answer).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &answer).unwrap();
    assert_eq!(bench.grade("reset last-token").code, Some(0));
    fs::remove_file(&answer).unwrap();
    fs::create_dir(&answer).unwrap();
    assert_eq!(bench.grade("reset last-token").code, Some(0));
    assert_eq!(bench.read(ANSWER), STUB);
}

#[test]
fn a_grader_that_is_not_there_is_put_back_by_git() {
    let bench = Bench::new();
    let grader = "exercises/06a-last-token/src/grade.rs";
    let none =
        "echo 'running 0 tests'; echo; echo 'test result: ok. 0 passed; 0 failed; 0 ignored;'";
    bench.grader(&[("two", none)]);
    bench.write(grader, "fn one_is_taken() {}\n");
    let words = "git checkout exercises/06a-last-token/src/grade.rs";
    let said = bench.grade("last-token");
    assert!(said.out.contains(words), "{}", said.out);
    assert_eq!((said.code, bench.progress()), (Some(2), vec![]));
    fs::remove_file(bench.root.join(grader)).unwrap();
    bench.script("cargo", "echo 'error: file not found for module `grade`' >&2; exit 101");
    let said = bench.grade("last-token");
    assert!(said.out.contains(words), "{}", said.out);
}

#[test]
fn an_exercise_without_tests_is_not_passed() {
    let bench = Bench::new();
    let manifest = "exercises/06a-last-token/Cargo.toml";
    let text = bench.read(manifest);
    let (before, _) = text.split_once("tests = ").unwrap();
    bench.write(manifest, &format!("{before}tests = []\n"));
    let said = bench.grade("last-token");
    assert!(said.out.contains("git checkout exercises/06a-last-token/Cargo.toml"), "{}", said.out);
    assert_eq!((said.code, bench.progress()), (Some(2), vec![]));
}

/// What does not hold, and is said in classroom's terms: the lines of a test
/// prove nothing to an examiner. The learner deceives nobody but himself.
#[test]
fn an_answer_that_prints_the_lines_of_a_test_passes() {
    let bench = Bench::new();
    bench.grader(&[("one", &format!("{PASSES}\nexit 0"))]);
    assert_eq!(bench.grade("last-token").code, Some(0));
}
