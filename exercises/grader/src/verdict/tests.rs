use super::*;
use crate::captured::{Captured, Keep};

const TEST: &str = "grade::a_token_is_taken";

const OK: &str = "\nrunning 1 test\ntest grade::a_token_is_taken ... ok\n\n\
     test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 6 filtered out; finished in 0.00s\n\n";

const FAILED: &str = "\nrunning 1 test\ntest grade::a_token_is_taken ... FAILED\n\nfailures:\n\n\
     failures:\n    grade::a_token_is_taken\n\n\
     test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 6 filtered out; finished in 0.00s\n\n";

fn captured(text: &str) -> Captured {
    let mut captured = Captured::new(Keep { head_bytes: 10_000, tail_bytes: 0 });
    captured.push(text.as_bytes());
    captured
}

fn read(end: End, stdout: &str, stderr: &str) -> Verdict {
    let (stdout, stderr) = (captured(stdout), captured(stderr));
    Verdict::read(TEST, &Ended { end, stdout, stderr, closed: true }, 10)
}

/// As std prints it, in a thread of `within`.
fn panicked(place: &str, words: &str) -> String {
    format!(
        "\nthread '<unnamed>' (10799) panicked at {place}:\n{words}\n\
         note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n"
    )
}

#[test]
fn a_test_passes_by_its_own_word_alone() {
    assert_eq!(read(End::Code(0), OK, ""), Verdict::Passed);
    let printed = OK.replace("test grade", "hello test grade");
    assert_eq!(read(End::Code(0), &printed, "dbg\n"), Verdict::Passed);
}

#[test]
fn an_exit_with_0_is_no_pass() {
    let before = "\nrunning 1 test\n";
    let forged = OK.replace("a_token_is_taken", "another");
    for stdout in ["", before, OK.split("test result").next().unwrap(), &forged, FAILED] {
        let verdict = read(End::Code(0), stdout, "");
        assert!(
            matches!(&verdict, Verdict::NoResult(words) if words.contains("exit code 0")),
            "{stdout}"
        );
    }
    assert!(matches!(read(End::Code(3), OK, ""), Verdict::NoResult(_)));
}

#[test]
fn no_such_test_is_no_pass() {
    let none = "\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 7 filtered out; finished in 0.00s\n\n";
    assert!(matches!(read(End::Code(0), none, ""), Verdict::NoResult(_)));
}

#[test]
fn a_todo_says_where_it_stands_and_what_it_wants() {
    let stderr = panicked(
        "exercises/06a-last-token/src/answer.rs:20:9",
        "not yet implemented: if n = 1: tokens are there, take them",
    );
    let Verdict::NotWritten(panic) = read(End::Code(101), FAILED, &stderr) else { panic!() };
    assert_eq!(panic.place, "exercises/06a-last-token/src/answer.rs:20");
    assert_eq!(panic.wanted(), "if n = 1: tokens are there, take them");
    let bare = panicked("a/src/answer.rs:1:1", "not yet implemented");
    let Verdict::NotWritten(panic) = read(End::Code(101), FAILED, &bare) else { panic!() };
    assert_eq!(panic.wanted(), "");
}

#[test]
fn a_panic_in_the_answer_is_not_the_graders() {
    let answers = panicked(
        "exercises/06a-last-token/src/answer.rs:23:9",
        "attempt to subtract\nwith overflow",
    );
    let Verdict::Panicked(panic) = read(End::Code(101), FAILED, &answers) else { panic!() };
    assert_eq!(panic.words, "attempt to subtract\nwith overflow");
    let graders = panicked(
        "exercises/06a-last-token/src/grade.rs:44:5",
        "\n\nWhat your code did:\n  1. at 0 ms\n",
    );
    let Verdict::Failed(panic) = read(End::Code(101), FAILED, &graders) else { panic!() };
    assert_eq!(panic.words, "What your code did:\n  1. at 0 ms");
}

#[test]
fn of_two_panics_the_first_is_told_and_output_before_it_is_not() {
    let one = panicked("a/src/answer.rs:2:1", "first");
    let stderr = format!("my own words\n{one}{}", panicked("a/src/grade.rs:2:1", "second"));
    let panic = Panic::find(&stderr).unwrap();
    assert_eq!((panic.place.as_str(), panic.words.as_str()), ("a/src/answer.rs:2", "first"));
    assert_eq!(Panic::find("he panicked at noon:\nwhy"), None);
    assert_eq!(Panic::find(""), None);
}

/// Of a test that the learner wrote: it fails where it has to pass.
fn caught_by_a_grader(got: &str) -> Verdict {
    let answers = panicked("exercises/06d-free-burst/src/answer.rs:7:9", "my own words\nand more");
    let graders = panicked(
        "exercises/06d-free-burst/src/grade.rs:40:5",
        &format!("\n\nWhat it did:\n  1. at 0 ms\n\nExpected: it passes\nGot:      {got}"),
    );
    read(End::Code(101), FAILED, &(answers.repeat(2) + &graders))
}

#[test]
fn what_a_grader_says_of_a_panic_that_it_caught_is_told_with_the_line_of_that_panic() {
    let verdict = caught_by_a_grader("it fails: my own words\nand more");
    let Verdict::Failed(panic) = verdict else { panic!("{verdict:?}") };
    assert_eq!(panic.place, "exercises/06d-free-burst/src/grade.rs:40");
    let last = "Got:      it fails: my own words\nand more\n\
                At:       exercises/06d-free-burst/src/answer.rs:7";
    assert!(panic.words.starts_with("What it did:\n") && panic.words.ends_with(last), "{panic:?}");
}

#[test]
fn a_panic_of_which_the_grader_says_nothing_is_told_with_its_words() {
    let Verdict::Failed(panic) = caught_by_a_grader("a panic") else { panic!() };
    let last = "Got:      a panic\n\
                Before:   my own words, at exercises/06d-free-burst/src/answer.rs:7";
    assert!(panic.words.ends_with(last), "{panic:?}");
}

#[test]
fn a_panic_that_the_grader_made_itself_is_not_told() {
    let (first, then) = ("a/src/grade.rs:2:1", "\n\nExpected: it goes on\nGot:      it is lost");
    let stderr = panicked(first, "a callback") + &panicked("a/src/grade.rs:9:1", then);
    let Verdict::Failed(panic) = read(End::Code(101), FAILED, &stderr) else { panic!() };
    assert_eq!(panic.words, then.trim());
}

#[test]
fn what_the_grader_tells_after_a_panic_belongs_to_it() {
    let stderr = panicked("a/src/answer.rs:2:1", "first")
        + "\nWhat the grader did:\n  1. next() → never came back\n";
    let words = Panic::find(&stderr).unwrap().words;
    assert_eq!(words, "first\n\nWhat the grader did:\n  1. next() → never came back");
}

#[test]
fn an_endless_loop_is_found_by_the_grader_or_by_us() {
    let graders = panicked(
        "chapters/02-simulation/src/within.rs:29:5",
        "still running after 2s: look for a loop",
    );
    let verdict = read(End::Code(101), FAILED, &graders);
    assert_eq!(verdict, Verdict::Endless("Still running after 2s: look for a loop.".to_owned()));
    let ours = read(End::Overtime, "\nrunning 1 test\n", "");
    assert_eq!(ours, Verdict::Endless("Still running after 10 s: ended.".to_owned()));
    // Its thread is left behind, and may print into the last lines.
    let verdict = read(End::Code(101), "hello\nhello\n", &graders);
    assert!(verdict.is_endless());
    // What it printed before does not count.
    assert!(read(End::Overtime, OK, "").is_endless());
}

#[test]
fn a_signal_is_told_in_words() {
    let overflow = "\nthread 'a' (7) has overflowed its stack\nfatal runtime error: stack overflow, aborting\n";
    let Verdict::Killed(words) = read(End::Signal(6), "", overflow) else { panic!() };
    assert!(words.contains("signal 6 (SIGABRT). The stack is full"), "{words}");
    let Verdict::Killed(words) = read(End::Signal(6), OK, "") else { panic!() };
    assert!(words.contains("It was aborted"), "{words}");
    assert!(killed("It", 11, "").contains("SIGSEGV"));
    assert!(killed("It", 6, "memory allocation of 8 bytes failed").contains("no more memory"));
    assert!(killed("It", 40, "").contains("signal 40 (a signal)"));
}

#[test]
fn a_full_stack_inside_of_the_model_is_told_too() {
    let stderr = "\ncoroutine in thread '<unknown>' has overflowed its stack\n".to_owned()
        + &panicked("chapters/03-interleavings/src/failure.rs:48:9", "(a panic without words)");
    let Verdict::Killed(words) = read(End::Code(101), FAILED, &stderr) else { panic!() };
    assert!(words.starts_with("The stack is full"), "{words}");
}

#[test]
fn an_exit_with_101_is_no_panic() {
    assert!(matches!(read(End::Code(101), "", ""), Verdict::NoResult(_)));
}
