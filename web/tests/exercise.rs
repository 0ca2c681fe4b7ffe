//! The page of an exercise, and who may run what.
#![cfg(unix)]

#[path = "common/bench.rs"]
mod bench;
mod common;

use axum::http::Method;
use bench::{Bench, EXERCISE, reading, request, wait};
use common::{Answer, ask, send_to};
use web::app::running;
use web::pages::exercise::TOKEN_HEADER;
use web::run::{Off, Runs};
use web::safety::Hosts;

/// Whether any of the scripts was started.
fn ran(bench: &Bench) -> bool {
    bench.root.join("ran").exists()
}

/// A bench that leaves a file behind as soon as it builds.
fn watched() -> Bench {
    let bench = Bench::new();
    bench.script("cargo", &format!("touch ran\n{}", bench.builds()));
    bench
}

#[test]
fn the_page_has_a_form_with_the_token_of_this_start() {
    let bench = Bench::new();
    let page = bench.page();
    page.is(200)
        .says("<form class=\"run\" id=\"run-form\" method=\"post\" action=\"/exercises/last-token/run\">")
        .says(&format!("name=\"token\" value=\"{}\"", bench.token()))
        .says("The file to edit")
        .says("exercises/06a-last-token/src/answer.rs");
    assert!(!page.body.contains("id=\"result\""));
    assert_ne!(bench.token(), Bench::new().token());
}

#[test]
fn without_the_token_nothing_is_run() {
    let bench = watched();
    let token = bench.token().to_owned();
    let wrong = format!("token={}0", &token[1..]);
    let part = format!("token={}", &token[..31]);
    for form in ["", "token=", &wrong, &part, "token", "other=1", "%", "token=%F0"] {
        bench
            .post(form, &[])
            .is(403)
            .says("This page is too old")
            .says("/exercises/last-token#run");
    }
    for header in ["", "1", &token[1..]] {
        bench.post("", &[(TOKEN_HEADER, header)]).is(403);
    }
    // A header that is wrong is not made good by a form.
    bench.post(&format!("token={token}"), &[(TOKEN_HEADER, "1")]).is(403);
    assert!(!ran(&bench));
}

#[test]
fn a_form_with_the_token_is_run_and_so_is_a_request_with_the_header() {
    let bench = watched();
    bench.post(&format!("a=1&token={}", bench.token()), &[]).is(303);
    assert!(ran(&bench));
    let bench = watched();
    bench.post("", &[(TOKEN_HEADER, bench.token())]).is(303);
    assert!(ran(&bench));
}

#[test]
fn another_site_runs_nothing_even_with_the_token() {
    let bench = watched();
    let form = format!("token={}", bench.token());
    for headers in [
        [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")],
        [("sec-fetch-site", "same-site"), ("sec-fetch-mode", "no-cors")],
        [("origin", "http://example.com"), ("accept", "*/*")],
    ] {
        bench.post(&form, &headers).is(403).says("Another site");
    }
    assert!(!ran(&bench));
}

#[test]
fn only_exercises_of_the_list_are_run() {
    let bench = watched();
    let form = format!("token={}", bench.token());
    for name in ["06a-last-token", "nobody", "..%2F..%2Fetc", "%2Fetc", "last-token%00", "grader"] {
        wait(send_to(bench.app(), request(name, &form, &[]))).is(404);
    }
    wait(send_to(bench.app(), request("..", &form, &[]))).is(404);
    assert!(!ran(&bench));
}

#[test]
fn the_address_of_the_form_leads_back_to_the_page() {
    let back = ask(Method::GET, "/exercises/last-token/run", &[]);
    assert_eq!(
        (back.status.as_u16(), back.header("location")),
        (303, "/exercises/last-token#result")
    );
    ask(Method::GET, "/exercises/nobody/run", &[]).is(404);
    ask(Method::PUT, "/exercises/last-token/run", &[]).is(405);
}

#[test]
fn a_workbook_that_runs_nothing_says_why_and_has_no_form() {
    for (off, why) in [
        (Off::Asked, "started with --no-run"),
        (Off::Reachable, "Others can reach this workbook over the network"),
        (Off::Nowhere, "The folder with the exercises was not found"),
    ] {
        let runs = Runs::off(off);
        let form = format!("token={}", runs.token());
        let app = running(Hosts::new(([127, 0, 0, 1], 4242).into()), runs);
        let page = wait(send_to(app.clone(), reading()));
        page.is(200).says(why).says("cargo test -p last-token");
        assert!(!page.body.contains("id=\"run-form\"") && !page.body.contains("name=\"token\""));
        wait(send_to(app, request(EXERCISE, &form, &[]))).is(403).says(why);
    }
}

/// What holds for every page holds for a result.
fn is_decent(page: &Answer) {
    for word in ["style=\"", "<script>", "onclick", "http://", "https://"] {
        let body = page.body.replace("https://doc.rust-lang.org", "");
        assert!(!body.contains(word), "{word} in {body}");
    }
    let live =
        page.body.matches("aria-live").count() + page.body.matches("role=\"status\"").count();
    assert!(live <= 1, "{live} live regions");
    assert_eq!(page.body.matches("<h1").count(), 1);
    let ids: Vec<&str> =
        page.body.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(ids.len(), once.len(), "{ids:?}");
}

#[test]
fn a_result_is_a_page_like_any_other() {
    let bench = Bench::new();
    is_decent(&bench.page());
    is_decent(&bench.press());
    bench.script("grader", bench::FAILS);
    bench.answer("other");
    is_decent(&bench.press());
}
