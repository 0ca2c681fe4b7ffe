//! What is kept of a run, and what can be seen of one test of it.
#![cfg(unix)]

#[path = "common/bench.rs"]
mod bench;
mod common;

use std::fs;

use axum::body::Body;
use axum::http::Request;
use bench::{Bench, COUNTS, EXERCISE, FAILS, PASSES, RIGHT, wait};
use common::{Answer, send_to};
use simulation::scenario_lines;
use web::app::running;
use web::run::{Off, Runs};
use web::safety::Hosts;

const TEST: &str = "grade::when_none_is_left_it_refuses";

fn read(bench: &Bench, path: &str) -> Answer {
    from(bench.runs().clone(), path)
}

fn from(runs: Runs, path: &str) -> Answer {
    let request = Request::builder().uri(path).header("host", "127.0.0.1:4242");
    let app = running(Hosts::new(([127, 0, 0, 1], 4242).into()), runs);
    wait(send_to(app, request.body(Body::empty()).unwrap()))
}

/// A grader of which one test fails, after it has told what it did.
fn one_fails(bench: &Bench, telling: &str) {
    let panic = "\n\nthread 'x' (7) panicked at exercises/06a-last-token/src/grade.rs:29:11:\nno\n";
    let tells = format!("cat <<'END'\n{telling}\nEND\ncat >&2 <<'END'{panic}END\n{FAILS}");
    bench.script("grader", &format!("case $2 in {TEST}) {tells}\n;;\n*) {PASSES};;\nesac"));
}

fn replay(bench: &Bench) -> Answer {
    read(bench, &format!("/exercises/{EXERCISE}?test={TEST}"))
}

/// The section of one test.
#[track_caller]
fn section(page: &Answer) -> &str {
    let (_, rest) = page.body.split_once("id=\"replay\"").expect("a section for the test");
    rest.split_once("</section>").unwrap().0
}

#[test]
fn a_run_is_kept_and_the_first_page_shows_how_far_one_is() {
    let bench = Bench::new();
    let home = || read(&bench, "/");
    home().says("Begin with chapter").says("not begun");
    one_fails(&bench, "");
    bench.press();
    let tests = web::contents::exercise(EXERCISE).unwrap().1.tests();
    // As a terminal counts, which asks none after the first that fails.
    let passed = tests.iter().position(|test| test == TEST).unwrap();
    let begun = format!("begun: {passed} of {} tests pass before one fails", tests.len());
    home().says(&begun).says("href=\"/exercises/last-token\">Continue: ");
    read(&bench, "/chapters/token-bucket").says(&begun);
    bench.script("grader", PASSES);
    bench.press();
    let page = home();
    let (chapter, _) = web::contents::exercise(EXERCISE).unwrap();
    page.says("> passed</span>")
        .says(&format!("1 of {} done", chapter.exercises.len()))
        .says("href=\"/exercises/lost-fraction\">Continue: ");
    let kept = fs::read_to_string(bench.root.join(".breakwater/progress.txt")).unwrap();
    assert!(kept.contains("\npassed last-token\n"), "{kept}");
    for exercise in chapter.exercises {
        let line = format!("passed {}\n", exercise.name());
        let kept = fs::read_to_string(bench.root.join(".breakwater/progress.txt")).unwrap();
        fs::write(bench.root.join(".breakwater/progress.txt"), kept + &line).unwrap();
    }
    home().says("<li class=\"step done\">").says("</svg> done</span>");
}

#[test]
fn a_server_that_runs_nothing_shows_nobodys_standing() {
    for off in [Off::Asked, Off::Reachable, Off::Nowhere] {
        let home = from(Runs::off(off), "/");
        home.says("Begin with chapter");
        assert!(!home.body.contains("not begun") && !home.body.contains("Continue: "));
        let page = from(Runs::off(off), &format!("/exercises/{EXERCISE}?test={TEST}"));
        page.is(200);
        assert!(!page.body.contains("id=\"replay\"") && !page.body.contains("id=\"live\""));
    }
}

#[test]
fn the_calls_of_a_failed_test_stand_side_by_side_where_they_part() {
    let bench = Bench::new();
    one_fails(
        &bench,
        "@bw calls\n@bw call takes%0020%003c1%003e =true true\n@bw call takes%00202 =false true",
    );
    let result = bench.press();
    result
        .says(&format!("<a href=\"?test={TEST}#replay\">Its calls, yours and the right ones</a>"));
    assert_eq!(result.body.matches("class=\"to-replay\"").count(), 1);
    let page = replay(&bench);
    let shown = section(&page);
    let at =
        |words: &str| shown.find(words).unwrap_or_else(|| panic!("“{words}” is not in\n{shown}"));
    assert!(at("1. takes &#60;1&#62;</th>") < at("2. takes 2 <span class=\"flag\">they part"));
    assert!(at("<td>true</td>\n<td>false</td>") > at("2. takes 2"));
    assert!(at("when none is left it refuses") < at("1. takes"));
    assert_eq!(shown.matches("they part").count(), 1);
}

#[test]
fn the_run_of_a_failed_test_is_drawn_once_and_parts_where_the_answers_do() {
    let bench = Bench::new();
    let told = scenario_lines(&simulation::Scenario::default());
    one_fails(&bench, told.trim_end());
    // The run that every result shows is alike; in the one of the test they part.
    let parts = RIGHT.replace("admit 2", "refuse 2 - none%0020left");
    bench.script("yours", RIGHT);
    let result = bench.press();
    result.says("Replay its run, beside the right one").says("They do the same");
    bench.script("yours", &format!("echo x >> drawn; cat > said\n{parts}"));
    let page = replay(&bench);
    let shown = section(&page);
    assert!(
        shown.contains("They part at 400 ms.") && shown.contains("<figure class=\"beside\">"),
        "{shown}"
    );
    let ran = bench.root.join("exercises/06a-last-token");
    assert_eq!(fs::read_to_string(ran.join("said")).unwrap(), told);
    assert!(section(&replay(&bench)).contains("They part at 400 ms."));
    assert_eq!(fs::read_to_string(ran.join("drawn")).unwrap(), "x\n", "it is run once");
}

#[test]
fn an_address_alone_runs_no_answer_that_was_not_run() {
    let bench = Bench::new();
    bench.script("cargo", &format!("{COUNTS}\n{}", bench.builds()));
    let told = scenario_lines(&simulation::Scenario::default());
    one_fails(&bench, told.trim_end());
    let marked = |page: &Answer| !page.body.contains("data-answer=\"\"");
    let page = replay(&bench);
    assert!(section(&page).contains("has not been run here yet") && !marked(&page));
    assert_eq!(bench.builds_counted(), 0);
    assert!(marked(&bench.press()));
    bench.answer("another text");
    bench.script("yours", "touch ran");
    let page = replay(&bench);
    assert!(section(&page).contains("has not been run here yet") && !marked(&page));
    assert!(!bench.root.join("exercises/06a-last-token/ran").exists());
}

#[test]
fn a_test_that_passes_or_could_not_be_asked_says_so() {
    let bench = Bench::new();
    bench.press();
    assert!(section(&replay(&bench)).contains("It passes"));
    bench.script("cargo", "exit 101");
    bench.press();
    assert!(section(&replay(&bench)).contains("No test could be asked"));
}

#[test]
fn a_name_that_is_no_test_is_404_with_those_that_there_are() {
    let bench = Bench::new();
    for name in ["nothing", "", "%3Cb%3E", "grade::"] {
        let page = read(&bench, &format!("/exercises/{EXERCISE}?test={name}"));
        page.is(404).says("There is no such test");
        for test in web::contents::exercise(EXERCISE).unwrap().1.tests() {
            page.says(&format!("/exercises/{EXERCISE}?test={test}#replay"));
        }
        assert!(!page.body.contains("<b>"));
    }
}

#[test]
fn after_a_pass_comes_the_debrief_and_the_reference_beside_the_file() {
    let bench = Bench::new();
    let solution = bench.root.join("solutions/06a-last-token");
    fs::create_dir_all(&solution).unwrap();
    fs::write(solution.join("debrief.md"), "## What was learned\n\nTo *swap*.\n").unwrap();
    fs::write(solution.join("right.rs"), "pub struct Right<T>;\n").unwrap();
    one_fails(&bench, "");
    let failed = bench.press();
    assert!(!failed.body.contains("What was learned") && !failed.body.contains("Right&#60;T"));
    bench.script("grader", PASSES);
    bench
        .press()
        .says("<h3>What was learned</h3>\n<div class=\"debrief\"><p>To <em>swap</em>.</p>")
        .says("only yours: </span> pub struct Gate;")
        .says("only right.rs: </span> pub struct Right&#60;T&#62;;");
    bench.answer("another text");
    assert!(!bench.page().body.contains("What was learned"), "that text has not passed");
}
