//! Answers that are no answers: a clear verdict within the limit, nothing left
//! running, and no pass.

mod common;

use std::fs;

use common::{ANSWER, Bench, PASSES, is_alive};

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

/// What does not hold, and is said in classroom's terms: the lines of a test
/// prove nothing to an examiner. The learner deceives nobody but himself.
#[test]
fn an_answer_that_prints_the_lines_of_a_test_passes() {
    let bench = Bench::new();
    bench.grader(&[("one", &format!("{PASSES}\nexit 0"))]);
    assert_eq!(bench.grade("last-token").code, Some(0));
}
