//! What a run of an answer shows, whatever the answer does.
#![cfg(unix)]

#[path = "common/bench.rs"]
mod bench;
mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use bench::{Bench, EXERCISE, FAILS, MINUTE, PASSES, RIGHT, reading, request, wait};
use common::{Answer, send_to};
use web::app::running;
use web::contents;
use web::run::{Limits, Runs, Workbook};
use web::safety::Hosts;

fn count(page: &Answer, words: &str) -> usize {
    page.body.matches(words).count()
}

/// How many tests the exercise has.
fn all() -> usize {
    contents::exercise(EXERCISE).expect("an exercise").1.tests().len()
}

/// How often a test has this word on the page.
fn tests(page: &Answer, word: &str) -> usize {
    count(page, &format!("<span class=\"verdict\">{word}</span>"))
}

/// A grader that panics at `place` with `words`, and fails as libtest does.
fn panics(place: &str, words: &str) -> String {
    format!(
        "cat >&2 <<'END'\n\nthread '<unnamed>' (7) panicked at {place}:\n{words}\n\
         note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\nEND\n{FAILS}"
    )
}

#[test]
fn a_right_answer_passes_and_does_what_the_reference_does() {
    let page = Bench::new().press();
    page.says(&format!("All {} tests pass", all()))
        .says("They do the same from the beginning to the end.");
    assert_eq!((tests(&page, "passed"), count(&page, "<pre class=\"output")), (all(), 0));
    let list = page.body.split("<ol class=\"tests\">").nth(1).unwrap();
    let at = |sentence: &str| list.find(sentence).unwrap();
    assert!(at("a token that is there is taken") < at("the last token goes to one thread"));
}

#[test]
fn an_answer_that_ends_the_process_with_0_has_no_result() {
    let bench = Bench::new();
    bench.script("grader", "echo; echo 'running 1 test'; exit 0");
    let page = bench.press();
    page.says(&format!("None of the {} tests passes", all())).says("exit code 0");
    assert_eq!((tests(&page, "no result"), tests(&page, "passed")), (all(), 0));
}

#[test]
fn a_grader_that_says_ok_to_another_test_has_no_result() {
    let bench = Bench::new();
    bench.script("grader", &PASSES.replace("$2", "grade::a_token_that_is_there_is_taken"));
    let page = bench.press();
    page.says(&format!("1 of {} tests passes", all()));
    assert_eq!(tests(&page, "no result"), all() - 1);
}

#[test]
fn a_todo_is_not_written_yet_and_says_what_is_wanted() {
    let bench = Bench::new();
    let place = "exercises/06a-last-token/src/answer.rs:20:9";
    bench.script("grader", &panics(place, "not yet implemented: take n = 1 & say <true>"));
    bench.script(
        "yours",
        &format!(
            "echo '@bw trace 1'; echo '@bw event 0 arrive 1 1 -'\n{}",
            panics(place, "not yet implemented: x")
        ),
    );
    let page = bench.press();
    page.says("Not written yet")
        .says("answer.rs, line 20")
        .says("What is wanted there: take n = 1 &#38; say &#60;true&#62;.")
        .says("as soon as something is written");
    assert_eq!((tests(&page, "not written"), count(&page, "<figure")), (all(), 0));
}

#[test]
fn the_first_failure_is_told_at_once_and_the_next_when_asked_for() {
    let bench = Bench::new();
    let one = "case $2 in *taken|*nothing) ";
    let failing = panics(
        "exercises/06a-last-token/src/grade.rs:29:11",
        "\n\nWhat your code did:\n  1. <b>$2</b>",
    );
    let failing = failing.replace("<<'END'", "<<END").replace('`', "\\`");
    bench.script("grader", &format!("{one}{failing};;\n*) {PASSES};;\nesac"));
    let page = bench.press();
    page.says(&format!("{} of {} tests pass", all() - 2, all()));
    let text = |test| {
        format!(
            "\n<pre class=\"output\" tabindex=\"0\">What your code did:\n  1. &#60;b&#62;grade::{test}&#60;/b&#62;</pre>"
        )
    };
    page.says(&text("a_token_that_is_there_is_taken"));
    page.says(&format!(
        "<summary>What it says</summary>{}",
        text("it_takes_all_that_it_asks_for_or_nothing")
    ));
    assert_eq!(count(&page, "<summary>What it says</summary>"), 1);
}

#[test]
fn a_panic_says_where_it_was() {
    let bench = Bench::new();
    let place = "exercises/06a-last-token/src/answer.rs:23:9";
    bench.script("grader", &panics(place, "attempt to subtract with overflow"));
    let page = bench.press();
    page.says("At exercises/06a-last-token/src/answer.rs:23:")
        .says("attempt to subtract with overflow");
    assert_eq!(tests(&page, "panicked"), all());
}

#[test]
fn an_abort_is_told_with_its_signal() {
    let bench = Bench::new();
    bench.script("grader", "kill -ABRT $$");
    bench.script("yours", "kill -SEGV $$");
    let page = bench.press();
    page.says("signal 6 (SIGABRT)").says("Your run was ended by signal 11 (SIGSEGV).");
    assert_eq!(tests(&page, "killed"), all());
}

#[test]
fn an_answer_without_an_end_is_ended_and_the_rest_is_not_asked() {
    let limits = Limits { build: MINUTE, test: Duration::ZERO, probe: MINUTE };
    let bench = Bench::with(limits);
    bench.script("grader", "while :; do :; done");
    let page = bench.press();
    page.says("Still running after 0 s: ended.").says("since the tests before it did not end");
    assert_eq!((tests(&page, "did not end"), tests(&page, "not run")), (2, all() - 2));
}

#[test]
fn a_run_without_an_end_is_drawn_as_far_as_it_came() {
    let bench =
        Bench::with(Limits { build: MINUTE, test: MINUTE, probe: Duration::from_millis(500) });
    bench.script(
        "yours",
        &format!("{}\nwhile :; do :; done", RIGHT.lines().take(2).collect::<Vec<_>>().join("\n")),
    );
    bench.script("rights", RIGHT);
    let page = bench.press();
    page.says("Your run did not end").says("They part at 400 ms.").says("did not come so far");
}

#[test]
fn a_flood_of_output_is_cut_and_counted() {
    let bench = Bench::new();
    bench.script("grader", &format!("head -c 3000000 /dev/zero | tr '\\0' x\n{PASSES}"));
    let page = bench.press();
    page.says(&format!("All {} tests pass", all()))
        .says("What your code printed, of which 2.9 MB are left out");
    assert!(page.body.len() < 150_000, "{}", page.body.len());
}

#[test]
fn what_an_answer_prints_is_shown_as_text() {
    let bench = Bench::new();
    bench.script("grader", &format!("printf '\\033[31m<i>red</i>\\033[0m'\n{PASSES}"));
    let page = bench.press();
    page.says("What your code printed</summary>").says("&#60;i&#62;red&#60;/i&#62;");
    assert!(!page.body.contains('\u{1b}'));
}

#[test]
fn where_two_runs_part_is_told_and_drawn() {
    let bench = Bench::new();
    bench.script("yours", &RIGHT.replace("admit 2", "refuse 2 - none%0020left"));
    let page = bench.press();
    page.says("They part at 400 ms.")
        .says("<dd>request 2 asks: refused, none left</dd>")
        .says("<dd>request 2 asks: admitted</dd>")
        .says("<tr class=\"parts\"><th scope=\"row\">400 ms");
    // 4 % on both sides, and between them 400 of 600 ms.
    page.says("<svg x=\"65.33%\" overflow=\"visible\"><path class=\"s-ink w2 dashes\"");
    assert_eq!(
        count(&page, "<path class=\"mark refused\""),
        2,
        "one in the picture, one in its legend"
    );
}

#[test]
fn a_compile_error_is_told_with_its_line() {
    let bench = Bench::new();
    bench.script(
        "cargo",
        r#"cat <<'END'
{"reason":"compiler-message","message":{"rendered":"error[E0308]: mismatched types\n --> exercises/06a-last-token/src/answer.rs:20:9\n","code":{"code":"E0308"},"level":"error","message":"mismatched types","spans":[{"file_name":"exercises/06a-last-token/src/answer.rs","line_start":20,"line_end":20,"column_start":9,"column_end":11,"is_primary":true,"label":"expected `bool`, found `Vec<u8>`","text":[{"text":"        no"}]}]}}
{"reason":"build-finished","success":false}
END
exit 101"#,
    );
    let page = bench.press();
    page.says("It does not compile yet")
        .says("<strong>answer.rs, line 20</strong>: mismatched types <code>E0308</code>")
        .says("        ^^ expected `bool`, found `Vec&#60;u8&#62;`")
        .says("<summary>All that the compiler says about it</summary>")
        .says("error[E0308]: mismatched types\n --&#62; exercises");
    assert_eq!(count(&page, "<ol class=\"tests\">"), 0);
}

#[test]
fn a_build_that_fails_for_another_reason_says_what_cargo_said() {
    let bench = Bench::new();
    bench.script(
        "cargo",
        "printf '\\033[1merror\\033[0m: no matching package named `loom`' >&2; exit 101",
    );
    bench.press().says("It could not be built").says("error: no matching package named `loom`");
}

#[test]
fn a_build_without_an_end_is_ended() {
    let bench = Bench::with(Limits { build: Duration::ZERO, test: MINUTE, probe: MINUTE });
    bench.script("cargo", "while :; do :; done");
    bench.press().says("The build was still going on after 0 s, and was ended");
}

#[test]
fn without_cargo_nothing_is_built_and_it_is_said() {
    let bench = Bench::new();
    fs::remove_file(bench.root.join("cargo")).unwrap();
    bench.press().says("It cannot be built here").says("It comes with Rust");
}

#[test]
fn without_an_answer_it_is_said_how_to_get_one() {
    let bench = Bench::new();
    fs::remove_file(bench.root.join("exercises/06a-last-token/src/answer.rs")).unwrap();
    bench.press().says("There is no answer to run").says("solutions/06a-last-token/stub.rs");
}

#[test]
fn an_answer_that_is_no_text_or_no_file_is_said_and_not_waited_for() {
    let bench = Bench::new();
    let answer = bench.root.join("exercises/06a-last-token/src/answer.rs");
    fs::write(&answer, [0xff, 0xfe, b'x']).unwrap();
    bench.press().says("exercises/06a-last-token/src/answer.rs is not UTF-8 text");
    // To open a pipe is to wait for whoever writes to it, and nobody does.
    fs::remove_file(&answer).unwrap();
    fifo(&bench, "exercises/06a-last-token/src/answer.rs");
    let page = bench.press();
    page.says("There is no answer to run").says("it is not a file");
    assert_eq!(count(&page, "Your file has changed since this run."), 0);
}

#[test]
#[cfg(target_os = "linux")]
fn the_compiler_has_a_limit_on_memory() {
    let bench = Bench::new();
    // The limit comes a moment after the start.
    let waits = "until [ \"$(ulimit -v)\" != unlimited ]; do :; done";
    bench.script("cargo", &format!("{waits}; echo \"error: $(ulimit -v) KiB\" >&2; exit 101"));
    bench.press().says("error: 8388608 KiB");
    let died = "echo 'memory allocation of 12 bytes failed' >&2; exit 101";
    bench.script("cargo", died);
    bench.press().says("The compiler ran out of memory");
}

#[test]
fn a_result_of_another_text_says_so() {
    let bench = Bench::new();
    let stale = "Your file has changed since this run.";
    assert_eq!(count(&bench.press(), stale), 0);
    bench.answer("another text");
    bench.page().says(stale).says(&format!("All {} tests pass", all()));
    assert_eq!(count(&bench.press(), stale), 0);
}

#[test]
fn a_learners_code_sees_nothing_of_the_environment() {
    let bench = Bench::new();
    // `pwd` and the shell's own variables are its own.
    bench.script("grader", &format!("export -p\n{PASSES}"));
    let page = bench.press();
    page.says("RUST_BACKTRACE=").says("What your code printed");
    for name in ["CARGO", "HOME=", "USER=", "PATH=&#39;/"] {
        assert_eq!(count(&page, name), 0, "{name}");
    }
}

#[test]
fn cargo_builds_into_a_folder_of_its_own_without_colours() {
    let bench = Bench::new();
    bench.script("cargo", &format!("echo \"$@\" >> calls; export -p >> calls\n{}", bench.builds()));
    bench.press();
    let calls = fs::read_to_string(bench.root.join("calls")).unwrap();
    let target = bench.root.join("target/breakwater");
    let options = format!("--message-format=json --color=never --target-dir {}", target.display());
    assert!(calls.contains(&format!("test -p last-token --lib --no-run {options}")), "{calls}");
    assert!(
        calls.contains(&format!("build -p last-token -p solutions --bins {options}")),
        "{calls}"
    );
    for name in ["CARGO_PKG_NAME", "CARGO_MANIFEST_DIR", "CARGO_TARGET_DIR", "RUST_BACKTRACE"] {
        assert!(!calls.contains(name), "{name} in {calls}");
    }
}

/// Waits for `name` to be written to, and answers to it: so a test and a script
/// go in step, and nobody sleeps.
fn fifo(bench: &Bench, name: &str) -> PathBuf {
    let path = bench.root.join(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path
}

#[test]
fn pages_are_answered_while_an_answer_runs() {
    let bench = Bench::new();
    let (began, goes_on) = (fifo(&bench, "began"), fifo(&bench, "goes-on"));
    let wait_once = format!(
        "if [ $2 = grade::when_none_is_left_it_refuses ]; then echo > {}; cat {}; fi",
        began.display(),
        goes_on.display()
    );
    bench.script("grader", &format!("{wait_once}\n{PASSES}"));
    let form = format!("token={}", bench.token());
    wait(async {
        let run = tokio::spawn(send_to(bench.app(), request(EXERCISE, &form, &[])));
        tokio::task::spawn_blocking(move || fs::read(began).unwrap()).await.unwrap();
        assert!(!run.is_finished());
        send_to(bench.app(), reading()).await.is(200);
        tokio::task::spawn_blocking(move || fs::write(goes_on, "").unwrap()).await.unwrap();
        run.await.unwrap().is(303);
    });
    bench.page().says(&format!("All {} tests pass", all()));
}

#[test]
fn a_button_that_is_pressed_twice_runs_once_and_too_many_are_sent_away() {
    let bench = Bench::new();
    let (began, goes_on) = (fifo(&bench, "began"), fifo(&bench, "goes-on"));
    let wait_once = format!(
        "if [ $1 = test ]; then echo x >> calls\n\
         if [ $(wc -l < calls) = 1 ]; then echo > {}; cat {}; fi; fi",
        began.display(),
        goes_on.display()
    );
    bench.script("cargo", &format!("{wait_once}\n{}", bench.builds()));
    let form = format!("token={}", bench.token());
    wait(async {
        let press = || tokio::spawn(send_to(bench.app(), request(EXERCISE, &form, &[])));
        let first = press();
        tokio::task::spawn_blocking(move || fs::read(began).unwrap()).await.unwrap();
        let waiting: Vec<_> = (0..4).map(|_| press()).collect();
        while bench.queued() < 5 {
            tokio::task::yield_now().await;
        }
        press().await.unwrap().is(429).says("One answer is run at a time");
        tokio::task::spawn_blocking(move || fs::write(goes_on, "").unwrap()).await.unwrap();
        for run in [first].into_iter().chain(waiting) {
            run.await.unwrap().is(303);
        }
    });
    assert_eq!(fs::read_to_string(bench.root.join("calls")).unwrap(), "x\n");
}

/// A copy of this workbook, whose answers are nobody's.
fn copy() -> Workbook {
    let real = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("real");
    fs::create_dir_all(&root).unwrap();
    for part in ["chapters", "exercises", "solutions", "web", "Cargo.toml", "Cargo.lock"] {
        let copied = Command::new("cp").arg("-R").arg(real.join(part)).arg(&root).status();
        assert!(copied.unwrap().success());
    }
    Workbook { root, cargo: "cargo".into(), limits: Limits::default() }
}

/// The right answer, with `begins` before all that `try_take` does.
fn beginning(right: &str, begins: &str) -> String {
    let head = "pub fn try_take(&self, n: u32) -> bool {";
    assert!(right.contains(head), "{right}");
    right.replacen(head, &format!("{head} {begins}"), 1)
}

#[test]
#[ignore = "builds an answer: minutes when cold"]
fn the_answers_of_a_real_exercise_are_built_asked_and_drawn() {
    let workbook = copy();
    let (root, runs) = (workbook.root.clone(), Runs::at(workbook));
    let (_, exercise) = contents::exercise(EXERCISE).unwrap();
    let read = |file| fs::read_to_string(root.join("solutions/06a-last-token").join(file)).unwrap();
    let right = read("right.rs");
    for (answer, says) in [
        (read("stub.rs"), &["Not written yet", "say true; else say false."][..]),
        (right.clone(), &["All 9 tests pass", "They do the same"]),
        (
            read("wrong/load_then_store.rs"),
            &["5 of 9 tests pass", "6 of 8 schedules break the rule", "answer.rs:18"],
        ),
        (read("wrong/takes_what_is_there.rs"), &["They part at "]),
        (beginning(&right, "let a: u32 = \"\";"), &["does not compile", "mismatched types"]),
        (beginning(&right, "loop {}"), &["did not end", "Your run did not end"]),
        (beginning(&right, "std::process::exit(0);"), &["None of the 9", "exit code 0"]),
    ] {
        fs::write(root.join(exercise.answer()), answer).unwrap();
        let app = running(Hosts::new(([127, 0, 0, 1], 4242).into()), runs.clone());
        let form = format!("token={}", runs.token());
        wait(send_to(app.clone(), request(EXERCISE, &form, &[]))).is(303);
        let page = wait(send_to(app, reading()));
        for words in says {
            page.says(words);
        }
    }
}
