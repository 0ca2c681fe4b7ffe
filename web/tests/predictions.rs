//! Predictions and tasks on the pages: asked before the answer, kept, judged.
#![cfg(unix)]

#[path = "common/bench.rs"]
mod bench;
mod common;

use std::fs;

use axum::body::Body;
use axum::http::{Method, Request};
use bench::{Bench, wait};
use common::{Answer, get, send_to};

/// What the third question of the chapter has for an answer: the twentieth of
/// twenty waits, at ten a second after a burst of five.
const ANSWER: &str = "<p class=\"answer\">1500\u{a0}ms</p>";

fn page(bench: &Bench, path: &str) -> Answer {
    let request = Request::builder().uri(path).header("host", "127.0.0.1:4242");
    wait(send_to(bench.app(), request.body(Body::empty()).unwrap()))
}

fn post(bench: &Bench, path: &str, form: &str) -> Answer {
    let request = Request::builder()
        .method(Method::POST)
        .uri(path)
        .header("host", "127.0.0.1:4242")
        .header("content-type", "application/x-www-form-urlencoded");
    wait(send_to(bench.app(), request.body(Body::from(form.to_owned())).unwrap()))
}

fn said(bench: &Bench, question: &str, said: &str) -> Answer {
    let form = format!("token={}&{said}", bench.token());
    post(bench, &format!("/predictions/{question}"), &form)
}

fn progress(bench: &Bench) -> String {
    fs::read_to_string(bench.root.join(".breakwater/progress.txt")).unwrap_or_default()
}

/// The box of one question.
fn section(answer: &Answer, number: usize) -> String {
    let start = format!("<section class=\"predict\" id=\"prediction-{number}\"");
    let (_, rest) = answer.body.split_once(&start).unwrap_or_else(|| panic!("{}", answer.body));
    rest.split_once("</section>").unwrap().0.to_owned()
}

#[test]
fn before_it_is_predicted_neither_the_answer_nor_the_run_is_on_the_page() {
    let bench = Bench::new();
    let page = page(&bench, "/chapters/token-bucket");
    let section = section(&page, 3);
    assert!(section.contains("action=\"/predictions/token-bucket/3\""), "{section}");
    assert!(section.contains("name=\"said\"") && section.contains("name=\"skip\""), "{section}");
    assert!(!section.contains("/lab/") && !section.contains("class=\"answer\""), "{section}");
    assert!(!page.body.contains("1500\u{a0}ms") && !page.body.contains("The debt is the queue."));
    assert!(!page.body.contains("<!--prediction"), "a place is empty");
}

#[test]
fn a_prediction_is_kept_and_leads_back_to_its_answer() {
    let bench = Bench::new();
    let back = said(&bench, "token-bucket/3", "said=2+s");
    assert_eq!(
        (back.status.as_u16(), back.header("location")),
        (303, "/chapters/token-bucket#prediction-3")
    );
    assert!(progress(&bench).contains("\npredicted token-bucket/3 2 s\n"), "{}", progress(&bench));
    let section = section(&page(&bench, "/chapters/token-bucket"), 3);
    for words in [
        "You said <strong>2 s</strong>, before you saw the run.",
        "That is not it.",
        ANSWER,
        "(20 − 5) × 100 ms. The debt is the queue.",
        "href=\"/lab/token-bucket?run=twenty-waits&#38;t=1500&#38;question=token-bucket%2F3&#38;said=2%20s\"",
    ] {
        assert!(section.contains(words), "{words} is not in {section}");
    }
    assert!(!section.contains("<form"), "{section}");
}

#[test]
fn the_first_prediction_counts() {
    let bench = Bench::new();
    said(&bench, "token-bucket/3", "said=1500").is(303);
    said(&bench, "token-bucket/3", "said=7").is(303);
    said(&bench, "token-bucket/3", "skip=1").is(303);
    let section = section(&page(&bench, "/chapters/token-bucket?question=3&said=8"), 3);
    assert!(
        section.contains("You said <strong>1500</strong>") && section.contains("That is right.")
    );
}

#[test]
fn whoever_skips_sees_the_answer() {
    let bench = Bench::new();
    said(&bench, "token-bucket/3", "said=&skip=1").is(303);
    assert!(progress(&bench).contains("predicted token-bucket/3 skipped"));
    let section = section(&page(&bench, "/chapters/token-bucket"), 3);
    assert!(section.contains("You skipped this one.") && section.contains(ANSWER), "{section}");
    assert!(
        section.contains("href=\"/lab/token-bucket?run=twenty-waits&#38;t=1500\""),
        "{section}"
    );
}

#[test]
fn what_cannot_be_understood_is_not_kept_and_the_page_says_how_to_put_it() {
    let bench = Bench::new();
    let back = said(&bench, "token-bucket/3", "said=%3Csoon%3E");
    let to = "/chapters/token-bucket?question=3&said=%3Csoon%3E#prediction-3";
    assert_eq!((back.status.as_u16(), back.header("location")), (303, to));
    assert_eq!(progress(&bench), "");
    let section = section(&page(&bench, to.split('#').next().unwrap()), 3);
    assert!(
        section.contains("value=\"&#60;soon&#62;\"") && !section.contains("<soon>"),
        "{section}"
    );
    assert!(section.contains("Write a moment, such as 500 ms or 0.5 s, or never."), "{section}");
    assert!(!section.contains(ANSWER), "{section}");
}

#[test]
fn without_the_token_nothing_is_kept() {
    let bench = Bench::new();
    let wrong = format!("token={}0&said=7", &bench.token()[1..]);
    for form in ["said=7", "token=&said=7", "skip=1", "", "%", &wrong] {
        post(&bench, "/predictions/token-bucket/3", form).is(403).says("This page is too old");
    }
    assert!(!bench.root.join(".breakwater").exists());
}

#[test]
fn only_questions_of_the_workbook_are_kept() {
    let bench = Bench::new();
    for name in ["token-bucket/0", "token-bucket/99", "token-bucket/x", "nobody/1", "06c-debt/1"] {
        said(&bench, name, "said=7").is(404);
    }
    let address = page(&bench, "/predictions/token-bucket/3");
    assert_eq!(address.header("location"), "/chapters/token-bucket#prediction-3");
    assert!(!bench.root.join(".breakwater").exists());
}

#[test]
fn where_nothing_is_run_the_page_judges_and_keeps_nothing() {
    let asked = get("/chapters/token-bucket");
    let form = section(&asked, 3);
    assert!(
        form.contains("method=\"get\" action=\"/chapters/token-bucket#prediction-3\""),
        "{form}"
    );
    assert!(
        form.contains("judged here and kept nowhere") && !form.contains("name=\"token\""),
        "{form}"
    );
    let answered = section(&get("/chapters/token-bucket?question=3&said=1.5+s"), 3);
    assert!(answered.contains("You said <strong>1.5 s</strong>. That is right."), "{answered}");
    assert!(answered.contains("It was judged and not kept."), "{answered}");
    let skipped = section(&get("/chapters/token-bucket?question=3&said=&skip=1"), 3);
    assert!(skipped.contains("You skipped this one.") && skipped.contains(ANSWER), "{skipped}");
    let request = Request::builder()
        .method(Method::POST)
        .uri("/predictions/token-bucket/3")
        .header("host", "127.0.0.1:4242")
        .header("content-type", "application/x-www-form-urlencoded");
    common::send(request.body(Body::from("said=7")).unwrap()).is(403).says("Nothing is kept here");
}

#[test]
fn a_file_that_cannot_be_read_or_written_is_said_and_the_page_still_judges() {
    let bench = Bench::new();
    // A folder in its place can neither be read nor replaced.
    fs::create_dir_all(bench.root.join(".breakwater/progress.txt")).unwrap();
    let form = section(&page(&bench, "/chapters/token-bucket"), 3);
    assert!(
        form.contains("What you have done cannot be read: .breakwater/progress.txt:"),
        "{form}"
    );
    assert!(form.contains("method=\"get\""), "{form}");
    let back = said(&bench, "token-bucket/3", "said=7");
    let to = "/chapters/token-bucket?question=3&said=7&kept=no#prediction-3";
    assert_eq!(back.header("location"), to);
    let answered = section(&page(&bench, to.split('#').next().unwrap()), 3);
    assert!(answered.contains(ANSWER) && answered.contains("It could not be kept"), "{answered}");
}

#[test]
fn an_exercise_asks_as_a_lesson_does() {
    let bench = Bench::new();
    let asked = section(&page(&bench, "/exercises/half-open-flood"), 1);
    assert!(asked.contains("<fieldset") && asked.matches("type=\"radio\"").count() == 4, "{asked}");
    let back = said(&bench, "half-open-flood/1", "said=one");
    assert_eq!(back.header("location"), "/exercises/half-open-flood#prediction-1");
    let answered = section(&page(&bench, "/exercises/half-open-flood"), 1);
    assert!(answered.contains("That is right.") && answered.contains("in the run"), "{answered}");
}

#[test]
fn of_two_runs_both_can_be_seen() {
    let answered = section(&get("/chapters/token-bucket?question=6&said=same"), 6);
    assert!(
        answered.contains("That is not it.") && answered.contains("different, from"),
        "{answered}"
    );
    assert!(answered.contains("burst=1\">and the other run</a>"), "{answered}");
}

#[test]
fn a_question_about_threads_is_answered_by_a_walk_that_a_post_begins() {
    let bench = Bench::new();
    let explorer = bench.root.join("explorer");
    bench.script(
        "cargo",
        &format!(
            "echo '{{\"reason\":\"compiler-artifact\",\"target\":{{\"name\":\"interleavings-explore\"}},\
             \"executable\":\"{}\"}}'\necho '{{\"reason\":\"build-finished\",\"success\":true}}'",
            explorer.display()
        ),
    );
    bench.script(
        "explorer",
        "echo $1 >> walks\necho 'found 1'\necho 'counted 18 8 6 6 4 whole'\n\
         echo 'outcome keeps 2'\necho 'outcome breaks 1'\necho over",
    );
    let walks = || fs::read_to_string(bench.root.join("walks")).unwrap_or_default();
    // Kept by the terminal, before this server was started.
    fs::create_dir_all(bench.root.join(".breakwater")).unwrap();
    fs::write(bench.root.join(".breakwater/progress.txt"), "predicted lost-update/1 4\n").unwrap();
    let waiting = section(&page(&bench, "/exercises/lost-update"), 1);
    assert!(waiting.contains("The schedules were not walked since"), "{waiting}");
    assert!(waiting.contains("Walk the schedules") && walks().is_empty(), "{waiting}");
    said(&bench, "lost-update/1", "said=4").is(303);
    assert_eq!(walks(), "lost-update\n");
    let answered = section(&page(&bench, "/exercises/lost-update"), 1);
    assert!(answered.contains("That is right.") && answered.contains("<p class=\"answer\">4</p>"));
    assert!(answered.contains("href=\"/interleavings/lost-update\""), "{answered}");
    // The second question asks the same walk.
    said(&bench, "lost-update/2", "said=1+or+2").is(303);
    assert_eq!(walks(), "lost-update\n");
}

#[test]
fn where_nothing_is_run_a_question_about_threads_says_where_its_answer_is() {
    let answered = section(&get("/exercises/lost-update?question=1&said=4"), 1);
    assert!(answered.contains("The answer is not known here"), "{answered}");
    assert!(!answered.contains("That is") && answered.contains("/interleavings/lost-update"));
}

#[test]
fn in_the_lab_a_prediction_stands_beside_what_came() {
    // Of 3 s: 2 s are 666 thousandths, and 1500 ms are 500.
    let lab = get("/lab/token-bucket?run=twenty-waits&question=token-bucket%2F3&said=2+s");
    lab.is(200)
        .says("You predicted 2 s, the dotted mark. It is not that: the run says 1500\u{a0}ms.");
    lab.says("d=\"M500 0v24\"").says("class=\"yours\" d=\"M666 0v24\"");
    assert!(!lab.body.contains("means nothing here"), "{}", lab.body);
    // A number is only said.
    let number = get("/lab/token-bucket?run=after-a-pause&question=token-bucket%2F1&said=5");
    number.is(200).says("You predicted 5. You were right: the run says 5\u{a0}requests.");
    assert!(!number.body.contains("guess-line"));
}

#[test]
fn of_another_run_a_prediction_says_nothing() {
    for query in [
        "run=twenty-waits&rate=9&question=token-bucket%2F3&said=2",
        "run=twenty-waits&question=token-bucket%2F99&said=2",
        "run=twenty-waits&question=token-bucket%2F3&said=soon",
        "run=twenty-waits&question=%2F&said=2",
        "run=twenty-waits&said=2",
    ] {
        let lab = get(&format!("/lab/token-bucket?{query}"));
        lab.is(200);
        assert!(!lab.body.contains("You predicted"), "{query}");
    }
}

const REFUSES: &str = "load=0&n=100x6";

#[test]
fn a_task_is_ticked_by_the_run_in_the_address() {
    let before = get("/lab/token-bucket?load=0");
    before.is(200).says("0 of 2 done").says("Begin here").says("/assets/tasks.js");
    let after = get(&format!("/lab/token-bucket?{REFUSES}"));
    after.is(200).says("1 of 2 done").says("Done by this run.");
    assert!(!after.body.contains("action=\"/tasks/"), "nothing can be kept here");
    let sleepers = get("/lab/sleepers");
    assert!(!sleepers.body.contains("tasks.js") && !sleepers.body.contains("id=\"tasks\""));
    let list = get(&format!("/lab/token-bucket/tasks?{REFUSES}"));
    list.is(200).says("1 of 2 done");
    assert!(!list.body.contains("<html"), "{}", list.body);
    get("/lab/sleepers/tasks").is(404);
    get("/lab/nobody/tasks").is(404);
}

#[test]
fn a_task_that_a_run_does_can_be_kept_and_no_other() {
    let bench = Bench::new();
    let run = format!("/lab/token-bucket?{REFUSES}");
    page(&bench, &run).says("action=\"/tasks/token-bucket/1\"");
    let form = |run: &str| {
        let run = run.replace('&', "%26").replace('=', "%3D");
        format!("token={}&run={run}", bench.token())
    };
    post(&bench, "/tasks/token-bucket/1", &form("load=0")).is(403).says("does not do it");
    post(&bench, "/tasks/token-bucket/2", &form(REFUSES)).is(403);
    post(&bench, "/tasks/token-bucket/1", "run=x").is(403).says("This page is too old");
    post(&bench, "/tasks/token-bucket/9", &form(REFUSES)).is(404);
    assert!(!bench.root.join(".breakwater").exists());
    let kept = post(&bench, "/tasks/token-bucket/1", &form(REFUSES));
    assert_eq!((kept.status.as_u16(), kept.header("location")), (303, &*format!("{run}#tasks")));
    assert!(progress(&bench).contains("\ndone token-bucket/1\n"));
    page(&bench, "/lab/token-bucket?load=0").says("Done before.").says("1 of 2 done");
    assert!(!page(&bench, &run).body.contains("action=\"/tasks/"));
}

#[test]
fn the_script_of_the_tasks_is_small() {
    assert!(get("/assets/tasks.js").is(200).body.len() < 2000);
}
