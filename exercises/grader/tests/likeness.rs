//! Whom a learner's answer behaves like.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use clock::{Clock, SystemClock};
use common::{Bench, PASSES, RIGHT, panics};
use grader::likeness::{Signature, Signatures, corpus};
use grader::{
    Captured, End, Ended, Exercise, Graded, Keep, Known, Leash, Likeness, Limits, Manner, Outcome,
    Panic, Verdict, Workbook, exercises,
};

/// What each test of the bench says.
type Says = [(&'static str, &'static str)];

/// A run of two requests.
const RUN: &str = "@bw trace 1\n@bw event 0 arrive 1 1 -\n@bw event 0 admit 1\n@bw end 600000000\n";
const DIVIDES: &str = "attempt to divide by zero";
/// How a grader says that a test does not end.
const ENDLESS: &str = "still running after 5 s";
const HEADER: &str = "// Caught by: one_is_taken\n// Shipped by: limitador\n// Ask: Who reads?\n\
                      // What was read is old.\n\npub struct Gate;\n";

/// The bench's exercise with a probe, and three wrong answers that are known by
/// their second test: one says `got: 2`, one panics, and one never ends.
fn bench() -> (Bench, Exercise) {
    let bench = Bench::new();
    let manifest = bench.read("exercises/06a-last-token/Cargo.toml")
        + "[[bin]]\nname = \"last-token-probe\"\npath = \"src/probe.rs\"\n";
    bench.write("exercises/06a-last-token/Cargo.toml", &manifest);
    let yours = bench.root.join("yours").display().to_string();
    let probe = format!(
        r#"echo '{{"reason":"compiler-artifact","target":{{"name":"last-token-probe"}},"executable":"{yours}"}}'"#
    );
    bench.script("cargo", &format!("{probe}\n{}", bench.builds()));
    runs(&bench, RUN);
    for name in ["load_then_store", "divides", "waits"] {
        bench.write(&format!("solutions/06a-last-token/wrong/{name}.rs"), HEADER);
    }
    bench
        .write("exercises/06a-last-token/src/answer.rs", "pub fn take() -> bool {\n    false\n}\n");
    let exercise = Exercise::read("06a-last-token", &manifest).unwrap();
    let signature = |says: &Says| {
        let ask = |test: &str| match says.iter().find(|(name, _)| test.ends_with(name)) {
            Some((_, ENDLESS)) => Verdict::Endless(String::new()),
            Some((_, words)) => failed(words),
            None => Verdict::Passed,
        };
        let run = |_: &_| Some(ended(RUN));
        Signature::take(&corpus("last-token"), &exercise.tests, run, ask)
    };
    let wrong = [("load_then_store", "got: 2"), ("divides", DIVIDES), ("waits", ENDLESS)];
    let wrong = wrong.map(|(name, says)| (name.to_owned(), signature(&[("two_is_taken", says)])));
    let known = Signatures::new(signature(&[]), wrong);
    bench.write("solutions/06a-last-token/signatures.txt", &known.text());
    (bench, exercise)
}

fn failed(words: &str) -> Verdict {
    Verdict::Failed(Panic { place: "src/grade.rs:1".to_owned(), words: words.to_owned() })
}

fn ended(stdout: &str) -> Ended {
    let mut captured = Captured::new(Keep { head_bytes: 4000, tail_bytes: 0 });
    captured.push(stdout.as_bytes());
    Ended { end: End::Code(0), stdout: captured, stderr: Captured::default(), closed: true }
}

/// Every run of the learner's answer is this one.
fn runs(bench: &Bench, lines: &str) {
    bench.script("yours", &format!("cat >/dev/null; cat <<'END'\n{lines}END"));
}

fn workbook(root: PathBuf, cargo: PathBuf) -> Workbook {
    Workbook { root, cargo: cargo.into_os_string(), limits: Limits::default() }
}

fn graded(workbook: &Workbook, exercise: &Exercise, manner: Manner) -> Graded {
    let report = workbook.run(exercise, manner, &Leash::default(), &mut |_| ());
    match report.outcome {
        Outcome::Graded(graded) => *graded,
        Outcome::Stopped(stopped) => panic!("{stopped:?}"),
    }
}

fn like(bench: &Bench, exercise: &Exercise) -> Option<Likeness> {
    let workbook = workbook(bench.root.clone(), bench.root.join("cargo"));
    let graded = graded(&workbook, exercise, Manner::ToTheFirst);
    workbook.likeness(exercise, &graded, &Leash::default())
}

#[test]
fn an_answer_that_does_the_same_is_recognised_and_led_out_by_one_question() {
    let (bench, exercise) = bench();
    bench.grader(&[("two", &panics("src/grade.rs", "got: 2"))]);
    let likeness = like(&bench, &exercise).expect("it is known");
    let [known] = likeness.answers.as_slice() else { panic!("{likeness:?}") };
    assert_eq!(known, &Known::of("load_then_store", HEADER).unwrap());
    assert_eq!((known.name.as_str(), known.ask.as_str()), ("load then store", "Who reads?"));
}

#[test]
fn another_outcome_another_test_or_another_run_is_another_answer() {
    let (bench, exercise) = bench();
    bench.grader(&[("two", &panics("src/grade.rs", "got: 3"))]);
    assert_eq!(like(&bench, &exercise), None, "another outcome");
    bench.grader(&[("one", &panics("src/grade.rs", "got: 2"))]);
    assert_eq!(like(&bench, &exercise), None, "another test");
    // The tests after the first that fails are asked here, too.
    let says = panics("src/grade.rs", "got: 2");
    bench.grader(&[("two", &says), ("three", &says)]);
    assert_eq!(like(&bench, &exercise), None, "one more test");
    bench.grader(&[("two", &says)]);
    runs(&bench, &RUN.replace("admit 1", "hold 1 -"));
    assert_eq!(like(&bench, &exercise), None, "another run");
    runs(&bench, RUN);
    assert!(like(&bench, &exercise).is_some());
}

#[test]
fn a_panic_is_recognised_by_its_words_and_what_never_ends_not_at_all() {
    let (bench, exercise) = bench();
    bench.grader(&[("two", &panics("src/answer.rs", "a rate is no zero"))]);
    assert_eq!(like(&bench, &exercise), None, "another panic");
    bench.grader(&[("two", &panics("src/answer.rs", DIVIDES))]);
    let named = like(&bench, &exercise).expect("it is known").answers;
    assert_eq!(named.iter().map(|known| &*known.name).collect::<Vec<_>>(), ["divides"]);
    bench.grader(&[("two", &panics("src/grade.rs", ENDLESS))]);
    assert_eq!(like(&bench, &exercise), None, "any loop does the same");
}

#[test]
fn an_answer_that_is_right_unwritten_or_untouched_is_like_nobody() {
    let (bench, exercise) = bench();
    bench.script("grader", PASSES);
    assert_eq!(like(&bench, &exercise), None, "right");
    let todo = panics("src/answer.rs", "not yet implemented: say true");
    bench.grader(&[("two", &panics("src/grade.rs", "got: 2")), ("three", &todo)]);
    assert_eq!(like(&bench, &exercise), None, "half of it is not written");
    bench.grader(&[("two", &panics("src/grade.rs", "got: 2"))]);
    bench.write("solutions/06a-last-token/stub.rs", &bench.read(common::ANSWER));
    assert_eq!(like(&bench, &exercise), None, "the mistake is that of the stub");
}

#[test]
fn a_run_that_never_ends_costs_a_second_or_two_and_no_more() {
    let (bench, exercise) = bench();
    bench.grader(&[("two", &panics("src/grade.rs", "got: 2"))]);
    bench.script("yours", "sleep 600");
    let clock = SystemClock::new();
    let began = clock.now();
    assert_eq!(like(&bench, &exercise), None);
    // One second is the limit of a run; the rest is for a busy machine.
    assert!(clock.now().since(began) < Duration::from_secs(20));
}

#[test]
fn without_signatures_nothing_is_said() {
    let (bench, exercise) = bench();
    bench.grader(&[("two", &panics("src/grade.rs", "got: 2"))]);
    bench.write("solutions/06a-last-token/signatures.txt", "right: x\n");
    assert_eq!(like(&bench, &exercise), None);
    fs::remove_file(bench.root.join("solutions/06a-last-token/signatures.txt")).unwrap();
    assert_eq!(like(&bench, &exercise), None);
    assert_eq!(bench.read("solutions/06a-last-token/right.rs"), RIGHT);
}

/// A copy of the workbook in which answers may be written; the page's own tests
/// build in the same one.
fn copy() -> Workbook {
    let real = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("real");
    fs::create_dir_all(&root).unwrap();
    for part in ["chapters", "exercises", "solutions", "web", "Cargo.toml", "Cargo.lock"] {
        let copied = Command::new("cp").arg("-R").arg(real.join(part)).arg(&root).status();
        assert!(copied.unwrap().success());
    }
    workbook(root, env!("CARGO").into())
}

/// The mistake of `load_then_store` of `last-token`, by somebody who writes otherwise.
const TAKES: &str = "use super::sync::atomic::{AtomicU32, Ordering::{Acquire, Relaxed, Release}};\n\
     pub struct Gate { left: AtomicU32, }\n\
     impl Gate {\n\
         pub fn new(tokens: u32) -> Self { Self { left: AtomicU32::new(tokens) } }\n\
         pub fn try_take(&self, n: u32) -> bool {\n\
             let rest = self.left.load(Acquire).checked_sub(n);\n\
             if let Some(rest) = rest { self.left.store(rest, Release); }\n\
             rest.is_some()\n\
         }\n\
         pub fn left(&self) -> u32 { self.left.load(Relaxed) }\n\
     }\n";

/// A test that is wrong about a right bucket: at ten a second the next comes at 100 ms.
const ASKS_TOO_EARLY: &str = "use super::versions::{Bucket, Limit};\n\
     pub fn test(new: &dyn Fn(Limit) -> Box<dyn Bucket>) {\n\
         let mut bucket = new(Limit::new(10, 1));\n\
         assert!(bucket.take(1, 0));\n\
         assert!(bucket.take(1, 50), \"too early\");\n\
     }\n";

/// A test that is wrong about a right counter, in a way of its own.
const ASSERTS: &str = "use super::counter::Counter;\n\
     pub fn no_hit_is_lost<C: Counter>() {\n\
         let c = C::new(); c.hit(); c.hit(); assert_eq!(c.take_all(), 3);\n\
     }\n";

#[test]
#[ignore = "builds answers: minutes when cold"]
fn real_answers_are_recognised_however_they_are_written() {
    let workbook = copy();
    let all = exercises(&workbook.root);
    let named = |name: &str| all.iter().find(|exercise| exercise.name == name).unwrap();
    let file = |name: &str, file: &str| {
        let folder = workbook.root.join("solutions").join(&named(name).folder);
        fs::read_to_string(folder.join(file)).unwrap()
    };
    let likes = |name: &str, answer: &str, manner: Manner| -> Vec<String> {
        let exercise = named(name);
        fs::write(workbook.root.join(exercise.answer()), answer).unwrap();
        let leash = Leash::default();
        let graded = graded(&workbook, exercise, manner);
        let likeness = workbook.likeness(exercise, &graded, &leash);
        likeness.map_or_else(Vec::new, |likeness| {
            likeness.answers.into_iter().map(|known| known.name).collect()
        })
    };
    assert_eq!(likes("last-token", TAKES, Manner::All), ["load then store"]);
    assert_eq!(likes("last-token", TAKES, Manner::ToTheFirst), ["load then store"]);
    for name in ["last-token", "half-open-flood", "lost-update"] {
        assert_eq!(likes(name, &file(name, "right.rs"), Manner::All), [""; 0], "{name}");
        assert_eq!(likes(name, &file(name, "stub.rs"), Manner::All), [""; 0], "{name}");
    }
    // A right answer in which something does not end or panics is like nobody.
    let changed = |name: &str, at: &str, with: &str| {
        let right = file(name, "right.rs");
        assert!(right.contains(at), "{name}: {at}");
        right.replacen(at, &format!("{at}{with}"), 1)
    };
    for (name, at, with) in [
        ("two-probes", "-> Result<Result<T, E>, Refused> {", " loop {} "),
        ("late-waker", "now: Moment) -> bool {", " loop {} "),
        ("lost-fraction", "now: Moment) -> Self {", " assert!(rate_per_s > 0); "),
        ("last-token", "-> bool {", " loop {} "),
    ] {
        assert_eq!(likes(name, &changed(name, at, with), Manner::All), [""; 0], "{name}");
    }
    assert_eq!(likes("one-outcome", ASSERTS, Manner::All), [""; 0]);
    // Of a test that fails where it must pass the grader tells what it did, and where.
    let exercise = named("free-burst");
    fs::write(workbook.root.join(exercise.answer()), ASKS_TOO_EARLY).unwrap();
    let graded = graded(&workbook, exercise, Manner::ToTheFirst);
    let Verdict::Failed(panic) = &graded.tests[0].verdict else { panic!("{graded:?}") };
    for words in ["take(1) → refused", "it fails: too early", "src/answer.rs:5"] {
        assert!(panic.words.contains(words), "{words} is not in\n{}", panic.words);
    }
    // One of threads, one of time, and one without a run.
    for (name, wrong) in [
        ("last-token", "load_then_store"),
        ("half-open-flood", "half_open_admits_everyone"),
        ("lost-update", "load_then_store"),
    ] {
        let answer = file(name, &format!("wrong/{wrong}.rs"));
        assert_eq!(likes(name, &answer, Manner::All), [wrong.replace('_', " ")], "{name}");
    }
}
