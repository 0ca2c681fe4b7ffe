//! What each command of `cargo grade` says and keeps, by the real program.

mod common;

use std::fs::{self, File};

use common::{ANSWER, Bench, OTHER, RIGHT, STUB, panics};
use insta::assert_snapshot;

const LESSON: &str = "\n\nWhat your code did:\n  1. at 0 ms   request 1 → admitted\n\n\
    expected: refused\n     got: admitted\n\nThe rule: a token is given away once.";

#[test]
fn a_fresh_workbook_says_what_to_read_and_which_file_to_open() {
    let bench = Bench::new();
    assert_snapshot!(bench.grade("").all());
    assert_eq!(bench.grade("next").all(), bench.grade("").all());
    assert!(bench.progress().is_empty(), "it only says so");
}

#[test]
fn next_is_what_has_not_passed_and_goes_on_only_when_it_has() {
    let bench = Bench::new();
    bench.grader(&[("two", &panics("a/grade.rs:1:1", LESSON))]);
    bench.grade("last-token");
    let said = bench.grade("next").out;
    assert!(said.starts_with("last-token"), "{said}");
    assert!(said.contains("So far 1 of 3 tests passed."), "{said}");
    bench.grader(&[]);
    bench.grade("last-token");
    assert!(bench.grade("next").out.starts_with("debt"));
    bench.grade("debt");
    assert_snapshot!(bench.grade("next").all());
}

#[test]
fn an_answer_that_passes_gets_its_debrief() {
    let bench = Bench::new();
    assert_snapshot!(bench.grade("06a").all());
    assert_eq!(bench.progress(), ["passed last-token", "tests last-token 3 of 3"]);
}

#[test]
fn of_a_failure_the_first_is_told_and_what_comes_after_it_is_not_run() {
    let bench = Bench::new();
    bench.grader(&[
        ("two", &panics("a/grade.rs:1:1", LESSON)),
        ("three", "echo asked > \"$0.third\"; exit 3"),
    ]);
    assert_snapshot!(bench.grade("last-token").all());
    assert_eq!(bench.progress(), ["tests last-token 1 of 3"]);
    assert!(!bench.root.join("grader.third").exists(), "it was not asked");
}

#[test]
fn a_todo_says_what_it_wants() {
    let bench = Bench::new();
    let words = "not yet implemented: say true";
    bench.grader(&[("one", &panics("exercises/06a-last-token/src/answer.rs:2:5", words))]);
    assert_snapshot!(bench.grade("last-token").all());
}

#[test]
fn a_mistake_is_told_in_two_lines_before_the_compilers_own() {
    let bench = Bench::new();
    bench.script("cargo", &Bench::mistake());
    assert_snapshot!(bench.grade("last-token").all());
    assert!(bench.progress().is_empty(), "nothing was graded");
}

#[test]
fn a_panic_in_the_answer_says_where_and_what_it_printed_is_shown() {
    let bench = Bench::new();
    let panic = panics("exercises/06a-last-token/src/answer.rs:2:5", "attempt to subtract");
    bench.grader(&[("one", &format!("echo my own words\n{panic}"))]);
    assert_snapshot!(bench.grade("last-token").all());
}

/// The panics of a test that the learner wrote: in it, and then of the grader that
/// caught the first one.
fn fails_where_it_must_pass() -> String {
    let answers = "\nthread 'x' (1) panicked at exercises/06a-last-token/src/answer.rs:7:9:\n\
         my own words";
    let graders = panics(
        "exercises/06a-last-token/src/grade.rs:40:5",
        "\n\nYour test fails on a right bucket.\n\nWhat it did, up to where it failed:\n  \
         1. at 0 ms, take 5 → passes\n\nExpected: your test passes\n\
         Got:      it fails: my own words\n\
         Rule:     A test that always fails is as blind as one that never does.",
    );
    format!("cat >&2 <<'END'\n{answers}\nEND\n{graders}")
}

#[test]
fn of_a_test_that_fails_where_it_must_pass_the_grader_tells_what_it_did() {
    let bench = Bench::new();
    bench.grader(&[("one", &fails_where_it_must_pass())]);
    assert_snapshot!(bench.grade("last-token").all());
}

#[test]
fn a_later_failure_takes_no_pass_away() {
    let bench = Bench::new();
    bench.grade("last-token");
    bench.grader(&[("one", "exit 3")]);
    assert_eq!(bench.grade("last-token").code, Some(1));
    assert_eq!(bench.progress(), ["passed last-token", "tests last-token 0 of 3"]);
}

#[test]
fn hints_come_one_at_a_time_and_are_counted() {
    let bench = Bench::new();
    let said: Vec<String> = ["hint 06a", "hint 06a --again", "hint 06a", "hint 06a", "hint 06a"]
        .iter()
        .map(|words| format!("$ cargo grade {words}\n{}", bench.grade(words).all()))
        .collect();
    assert_snapshot!(said.join("\n"));
    assert_eq!(bench.progress(), ["hints last-token 3"]);
}

#[test]
fn the_right_answer_comes_after_a_question_and_is_kept() {
    let bench = Bench::new();
    for no in ["", "n\n", "\n", "yeah\n"] {
        let said = bench.typing("solution last-token", no);
        assert_eq!(said.code, Some(1), "{no:?}");
        assert!(!said.out.contains("true"), "{no:?}: {}", said.out);
    }
    assert!(bench.progress().is_empty());
    assert_snapshot!(bench.typing("solution last-token", "y\n").all());
    assert_eq!(bench.progress(), ["solution last-token"]);
}

#[test]
fn who_has_passed_is_not_asked_and_it_is_no_help_that_was_taken() {
    let bench = Bench::new();
    bench.write(ANSWER, "pub fn take() -> bool {\n    !false\n}\n");
    bench.grade("last-token");
    assert_snapshot!(bench.grade("solution last-token --diff").all());
    assert_eq!(bench.progress(), ["passed last-token", "tests last-token 3 of 3"]);
}

#[test]
fn reset_keeps_every_answer_beside_the_stub() {
    let bench = Bench::new();
    assert!(bench.grade("reset last-token").out.contains("is the stub already"));
    for text in ["first", "second"] {
        bench.write(ANSWER, text);
        let said = bench.grade("reset last-token");
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert_eq!(bench.read(ANSWER), STUB);
    }
    assert_eq!(bench.read(&format!("{ANSWER}.old")), "first");
    assert_eq!(bench.read(&format!("{ANSWER}.old.2")), "second");
    bench.write(ANSWER, "second");
    assert_snapshot!(bench.grade("reset last-token").all());
    let files = fs::read_dir(bench.root.join(ANSWER).parent().unwrap()).unwrap().count();
    assert_eq!(files, 4, "beside the grader: the same text is kept once, and nothing else is left");
}

#[test]
fn a_file_that_is_gone_can_be_reset_and_says_so_until_then() {
    let bench = Bench::new();
    fs::remove_file(bench.root.join(ANSWER)).unwrap();
    assert_snapshot!(bench.grade("last-token").all());
    assert_eq!(bench.grade("reset last-token").code, Some(0));
    assert_eq!(bench.read(ANSWER), STUB);
}

#[test]
fn status_has_every_chapter_with_its_exercises() {
    let bench = Bench::new();
    bench.write("chapters/01-clock/README.md", "# Clock\n");
    bench.grade("last-token");
    bench.grade("hint debt");
    bench.grade("solution debt --yes");
    assert_snapshot!(bench.grade("status").all());
}

#[test]
fn an_unknown_name_gets_the_nearest() {
    let bench = Bench::new();
    assert_snapshot!(bench.grade("lost-token").all());
    assert!(bench.grade("stats").err.contains("Did you mean status?"));
    assert!(bench.grade("hint dept").err.contains("Did you mean debt?"));
    assert!(!bench.grade("zzzzz").err.contains("Did you mean"));
}

#[test]
fn a_folder_without_a_workbook_below_it_is_trouble_only_for_what_needs_one() {
    let bench = Bench::new();
    let help = bench.grade("--help");
    assert_eq!(help.code, Some(0));
    assert_snapshot!(help.out);
    assert_eq!(bench.grade("--nonsense").code, Some(2));
}

#[test]
fn a_program_reads_an_object_also_of_what_went_wrong() {
    let bench = Bench::new();
    for words in ["zzzzz --json", "--json --nonsense", "hint --json", "solution nobody --json"] {
        let said = bench.grade(words);
        assert_eq!(said.code, Some(2), "{words}");
        assert!(said.json()["error"].as_str().is_some_and(|error| !error.is_empty()), "{words}");
    }
    let said = bench.grade("solution debt --json");
    assert_eq!((said.code, &said.json()["error"]), (Some(1), &"Not shown: it takes --yes".into()));
    assert_eq!(bench.grade("--json --help").code, Some(0));
}

#[test]
fn the_number_of_a_chapter_names_its_exercises() {
    let bench = Bench::new();
    let said = bench.grade("06");
    let words = "“Token bucket” is a chapter. Its exercises:\n  06a-last-token\n  06c-debt\n";
    assert_eq!((said.code, said.err.as_str()), (Some(2), words));
}

#[test]
fn where_nothing_can_be_kept_what_was_asked_for_is_shown_all_the_same() {
    let bench = Bench::new();
    // A folder in the place of the lock: to root nothing is forbidden.
    fs::create_dir_all(bench.root.join(".breakwater/progress.lock")).unwrap();
    let said = bench.grade("hint last-token");
    assert_eq!(said.code, Some(0));
    assert!(said.out.contains("Make them one."), "{}", said.out);
    let words = "What you did could not be kept: .breakwater/progress.lock: it is not a file.\n";
    assert_eq!(said.err, words);
    let said = bench.typing("predict last-token", "8\n");
    assert!(said.out.contains("The bucket stops at its burst."), "{}", said.out);
    assert_eq!((said.code, said.err.as_str()), (Some(0), words));
}

#[test]
fn a_prediction_is_kept_before_the_answer_is_told() {
    let bench = Bench::new();
    assert_snapshot!(bench.typing("predict last-token", "many\n8\n").all());
    assert_eq!(bench.progress(), ["predicted last-token/1 8"]);
    let again = bench.typing("predict last-token", "5\n");
    assert!(again.out.contains("You said: 8"), "the first word counts: {}", again.out);
    bench.typing("predict debt", "5\n");
    assert_eq!(bench.progress(), ["predicted debt/1 5", "predicted last-token/1 8"]);
}

#[test]
fn a_question_can_be_skipped_or_left_open() {
    let bench = Bench::new();
    assert_eq!(bench.grade("predict last-token").code, Some(0));
    assert!(bench.progress().is_empty(), "nobody was there");
    let said = bench.typing("predict last-token", "\n").out;
    assert!(said.contains("The bucket stops at its burst."), "{said}");
    assert_eq!(bench.progress(), ["predicted last-token/1 skipped"]);
}

#[test]
fn the_first_build_is_announced_and_shows_cargos_own_progress() {
    let bench = Bench::new();
    fs::remove_dir_all(bench.root.join("target")).unwrap();
    let says = "case $1 in build) echo \"Compiling $*\" >&2;; esac\n";
    bench.script("cargo", &(says.to_owned() + &bench.builds()));
    assert_snapshot!(bench.grade("last-token").all());
    assert_snapshot!(bench.grade("prepare").all());
    bench.script("cargo", "echo 'no network' >&2; exit 1");
    let said = bench.grade("prepare");
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("no network\nIt could not be built"), "{}", said.err);
}

#[test]
fn a_build_that_waits_for_another_says_so() {
    let bench = Bench::new();
    let lock = bench.root.join("target/breakwater/debug/.cargo-lock");
    let lock = File::create(lock).unwrap();
    lock.lock().unwrap();
    let waits = "Another build goes on in target/breakwater; this one waits for it.\n";
    assert!(bench.grade("last-token").out.starts_with(waits));
    drop(lock);
    assert!(!bench.grade("last-token").out.contains("Another build"));
}

#[test]
fn a_link_leads_to_the_server_that_runs() {
    let bench = Bench::new();
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", server.local_addr().unwrap());
    bench.write(".breakwater/address", &format!("{url}\n"));
    bench.grader(&[("one", "exit 3")]);
    let said = bench.grade("last-token").out;
    let link = format!("{url}/exercises/last-token?test=grade::one_is_taken\n");
    assert!(said.contains(&link), "{said}");
    assert!(!said.contains("cargo run"), "it runs: {said}");
}

#[test]
fn a_program_reads_json_and_nothing_else() {
    let bench = Bench::new();
    bench.grader(&[("two", &panics("a/grade.rs:1:1", LESSON))]);
    let failed = bench.grade("last-token --json");
    assert_eq!((failed.code, failed.err.as_str()), (Some(1), ""));
    let json = failed.json();
    assert_eq!(
        (&json["result"], &json["passed"], &json["of"]),
        (&"not-yet".into(), &1.into(), &3.into())
    );
    assert_eq!(json["title"], "1 of 3 tests passes, 1 not run");
    assert_eq!(json["not_run"], 1);
    let verdicts = json["tests"].as_array().unwrap().iter().map(|test| &test["verdict"]);
    assert_eq!(verdicts.collect::<Vec<_>>(), ["passed", "failed", "not-run"]);
    bench.script("cargo", &Bench::mistake());
    let json = bench.grade("last-token --json").json();
    assert_eq!(
        (&json["result"], &json["stopped"]["mistake"]["line"]),
        (&"not-run".into(), &2.into())
    );
    for (words, key) in [
        ("next --json", "task"),
        ("hint debt --json", "hints"),
        ("reset debt --json", "changed"),
        ("status --json", "exercises"),
        ("predict debt --json", "questions"),
    ] {
        let said = bench.grade(words);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{words}");
        assert!(!said.json()[key].is_null(), "{words}: {}", said.out);
    }
    let asked = bench.grade("solution debt --json");
    assert_eq!(asked.code, Some(1), "nobody can be asked");
    assert!(asked.json()["right"].is_null(), "{}", asked.out);
    assert_eq!(bench.grade("solution debt --json --yes").json()["right"], RIGHT);
    assert_eq!(bench.read(OTHER), STUB);
}
