//! A page follows the editor: what it hears, and what a save does.
#![cfg(unix)]

#[path = "common/bench.rs"]
mod bench;
mod common;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use axum::body::{Body, BodyDataStream};
use axum::http::{Request, StatusCode};
use bench::{Bench, COUNTS, EXERCISE, PASSES, request, wait};
use common::{Answer, send_to};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tower::ServiceExt;
use web::app::running;
use web::contents;
use web::pages::exercise::TOKEN_HEADER;
use web::run::{FOLLOWERS_MAX, Off, Runs};
use web::safety::Hosts;

/// A stream of events, as a page reads it.
struct Page {
    body: BodyDataStream,
    text: String,
}

/// One event.
#[derive(Debug, PartialEq)]
struct Heard {
    id: String,
    kind: String,
    data: Value,
}

impl Page {
    /// Follows with the token of this start.
    async fn follow(bench: &Bench) -> Self {
        Self::with(bench, "", &[]).await
    }

    async fn with(bench: &Bench, query: &str, headers: &[(&str, &str)]) -> Self {
        let headers = [&[(TOKEN_HEADER, bench.token())], headers].concat();
        let answer = bench.app().oneshot(asking(EXERCISE, query, &headers)).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        assert_eq!(answer.headers()["cache-control"], "no-cache");
        Self { body: answer.into_body().into_data_stream(), text: String::new() }
    }

    /// The next event, or nothing when the server has ended the stream.
    async fn next(&mut self) -> Option<Heard> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let heard = Heard::read(block);
                let rest = rest.to_owned();
                self.text = rest;
                return Some(heard);
            }
            let bytes = self.body.next().await?.unwrap();
            self.text.push_str(std::str::from_utf8(&bytes).unwrap());
        }
    }

    /// The next event, which must be of this kind.
    #[track_caller]
    fn hears(&mut self, kind: &str) -> impl Future<Output = Heard> {
        let caller = std::panic::Location::caller();
        async move {
            let heard = self.next().await.expect("the stream goes on");
            assert_eq!(heard.kind, kind, "{heard:?} at {caller}");
            heard
        }
    }

    /// All events up to the end of a run.
    async fn run(&mut self) -> Vec<Heard> {
        let mut heard = Vec::new();
        while heard.last().is_none_or(|last: &Heard| last.kind != "finished") {
            heard.push(self.next().await.expect("the stream goes on"));
        }
        heard
    }
}

impl Heard {
    fn read(block: &str) -> Self {
        let field = |name: &str| {
            let mut lines = block.lines().filter_map(|line| line.strip_prefix(name));
            lines.next().unwrap_or_else(|| panic!("no {name} in {block}")).trim_start().to_owned()
        };
        let data = serde_json::from_str(&field("data:")).unwrap();
        Self { id: field("id:"), kind: field("event:"), data }
    }

    fn number(&self) -> u64 {
        self.id.split_once(':').expect("boot:number").1.parse().unwrap()
    }
}

fn asking(exercise: &str, query: &str, headers: &[(&str, &str)]) -> Request<Body> {
    let uri = format!("/exercises/{exercise}/events{query}");
    let mut request = Request::builder().uri(uri).header("host", "127.0.0.1:4242");
    for &(name, value) in headers {
        request = request.header(name, value);
    }
    request.body(Body::empty()).unwrap()
}

/// How many tests the exercise has.
fn all() -> usize {
    contents::exercise(EXERCISE).expect("an exercise").1.tests().len()
}

async fn press(bench: &Bench) {
    let form = format!("token={}", bench.token());
    send_to(bench.app(), request(EXERCISE, &form, &[])).await.is(303);
}

/// A pipe by which a test and a script go in step.
fn fifo(bench: &Bench, name: &str) -> PathBuf {
    let path = bench.root.join(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path
}

/// The other side of a pipe, without holding up whoever else is to go on.
async fn at(pipe: PathBuf, does: fn(PathBuf)) {
    tokio::task::spawn_blocking(move || does(pipe)).await.unwrap();
}

fn comes(pipe: PathBuf) {
    fs::read(pipe).unwrap();
}

fn goes(pipe: PathBuf) {
    fs::write(pipe, "").unwrap();
}

fn kinds(heard: &[Heard]) -> Vec<&str> {
    heard.iter().map(|one| one.kind.as_str()).collect()
}

#[test]
fn a_pipe_in_place_of_the_answer_holds_up_no_page() {
    let bench = Bench::new();
    let answer = bench.root.join(format!("exercises/06a-{EXERCISE}/src/answer.rs"));
    fs::remove_file(&answer).unwrap();
    fifo(&bench, &format!("exercises/06a-{EXERCISE}/src/answer.rs"));
    wait(async {
        let mut page = Page::follow(&bench).await;
        page.hears("state").await;
        fs::remove_file(&answer).unwrap();
        bench.answer("pub struct Gate;\n");
        assert_eq!(page.run().await.last().map(|last| last.kind.as_str()), Some("finished"));
    });
}

#[test]
fn a_run_is_heard_in_order_from_its_beginning_to_its_end() {
    let bench = Bench::new();
    let fails = bench::FAILS;
    bench.script("grader", &format!("case $2 in *refuses) {fails};;\n*) {PASSES};;\nesac"));
    wait(async {
        let mut page = Page::follow(&bench).await;
        let state = page.hears("state").await;
        assert_eq!((&state.data["phase"], &state.data["run"]), (&json!("idle"), &json!(0)));
        press(&bench).await;
        let heard = page.run().await;
        let mut expected = vec!["building", "asking"];
        expected.extend(vec!["test"; all()]);
        expected.extend(["drawing", "finished"]);
        assert_eq!(kinds(&heard), expected);
        assert_eq!(heard[1].data, json!({ "all": all() }));
        let numbers: Vec<u64> = heard.iter().map(Heard::number).collect();
        let first = state.number() + 1;
        assert_eq!(numbers, (first..).take(heard.len()).collect::<Vec<_>>());
        for (index, test) in heard[2..2 + all()].iter().enumerate() {
            assert_eq!(test.data["index"], index);
        }
        let words: Vec<&Value> = heard[2..2 + all()].iter().map(|one| &one.data["word"]).collect();
        assert_eq!((words[0], words[1]), (&json!("passed"), &json!("no result")));
        assert_ne!(heard[2].data["sign"], heard[3].data["sign"]);
        let end = &heard.last().unwrap().data;
        assert_eq!(
            end,
            &json!({ "run": 1, "title": format!("{} of {} tests pass", all() - 1, all()) })
        );
    });
}

#[test]
fn two_pages_hear_the_same_and_one_may_leave() {
    let bench = Bench::new();
    wait(async {
        let (mut one, mut other) = (Page::follow(&bench).await, Page::follow(&bench).await);
        one.hears("state").await;
        other.hears("state").await;
        press(&bench).await;
        assert_eq!(one.run().await, other.run().await);
        assert_eq!(bench.runs().followers(), 2);
        drop(one);
        assert_eq!(bench.runs().followers(), 1);
        press(&bench).await;
        assert_eq!(other.run().await.last().unwrap().data["run"], 2);
    });
}

#[test]
fn a_page_that_comes_late_hears_how_far_things_are() {
    let bench = Bench::new();
    let (began, goes_on) = (fifo(&bench, "began"), fifo(&bench, "goes-on"));
    let holds = format!("echo > {}; cat {}", began.display(), goes_on.display());
    let second = "if [ $2 = grade::when_none_is_left_it_refuses ]; then";
    bench.script("grader", &format!("{second} {holds}; fi\n{PASSES}"));
    wait(async {
        let (app, form) = (bench.app(), format!("token={}", bench.token()));
        let run = tokio::spawn(send_to(app, request(EXERCISE, &form, &[])));
        at(began, comes).await;
        let mut page = Page::follow(&bench).await;
        let state = page.hears("state").await.data;
        let asked = contents::exercise(EXERCISE).unwrap().1.tests();
        let asked = asked.iter().position(|name| name.ends_with("_it_refuses")).unwrap();
        assert_eq!((&state["phase"], &state["all"]), (&json!("asking"), &json!(all())));
        assert_eq!(state["tests"].as_array().unwrap().len(), asked);
        at(goes_on, goes).await;
        let rest = page.run().await;
        assert_eq!(rest[0].data["index"], asked);
        run.await.unwrap().is(303);
    });
}

#[test]
fn a_page_that_reads_too_slowly_is_told_how_far_things_are() {
    let bench = Bench::new();
    wait(async {
        let mut page = Page::follow(&bench).await;
        page.hears("state").await;
        let runs = 32 / all() + 1;
        for _ in 0..runs {
            press(&bench).await;
        }
        // What it has missed is not told, nor is it told an old thing first.
        let state = page.hears("state").await;
        assert_eq!((&state.data["phase"], &state.data["run"]), (&json!("idle"), &json!(runs)));
        press(&bench).await;
        let building = page.hears("building").await;
        assert_eq!(building.number(), state.number() + 1);
    });
}

/// The same number of digits, and another number.
fn another(digits: &str) -> String {
    let first = if digits.starts_with('0') { '1' } else { '0' };
    format!("{first}{}", &digits[1..])
}

#[test]
fn a_page_that_knows_all_is_told_nothing_again() {
    let bench = Bench::new();
    wait(async {
        let mut page = Page::follow(&bench).await;
        page.hears("state").await;
        press(&bench).await;
        let last = page.run().await.pop().unwrap();
        let with = async |id: &str| Page::with(&bench, "", &[("last-event-id", id)]).await;
        let mut knows = with(&last.id).await;
        let boot = last.id.split_once(':').unwrap().0;
        let others = [format!("{boot}:1"), format!("{}:{}", another(boot), last.number())];
        for id in others.iter().map(String::as_str).chain(["", "x", ":", "1:"]) {
            assert_eq!(with(id).await.hears("state").await.data["run"], 1, "{id}");
        }
        press(&bench).await;
        knows.hears("building").await;
    });
}

#[test]
fn whoever_does_not_know_the_token_follows_nothing() {
    let bench = Bench::new();
    let token = bench.token().to_owned();
    let wrong = another(&token);
    let by_query = format!("?token={token}");
    wait(async {
        let ask = async |query: &str, headers: &[(&str, &str)]| {
            send_to(bench.app(), asking(EXERCISE, query, headers)).await
        };
        ask("", &[]).await.is(403).says("This page is too old");
        ask(&by_query, &[]).await.is(403);
        ask("", &[(TOKEN_HEADER, &wrong)]).await.is(403);
        ask("", &[(TOKEN_HEADER, &token), ("sec-fetch-site", "cross-site")]).await.is(403);
        send_to(bench.app(), asking("nobody", "", &[(TOKEN_HEADER, &token)])).await.is(404);
        assert_eq!(bench.runs().followers(), 0);
        let off = Runs::off(Off::Asked);
        let app = running(Hosts::new(([127, 0, 0, 1], 4242).into()), off.clone());
        let refused: Answer =
            send_to(app, asking(EXERCISE, "", &[(TOKEN_HEADER, off.token())])).await;
        refused.is(403).says("--no-run");
    });
}

#[test]
fn there_is_a_bound_on_how_many_follow() {
    let bench = Bench::new();
    wait(async {
        let mut pages = Vec::new();
        for _ in 0..FOLLOWERS_MAX {
            pages.push(Page::follow(&bench).await);
        }
        let headers = [(TOKEN_HEADER, bench.token())];
        let refused = send_to(bench.app(), asking(EXERCISE, "", &headers)).await;
        refused.is(429).says("Close some of them");
        pages.pop();
        Page::follow(&bench).await.hears("state").await;
    });
}

#[test]
fn when_the_server_ends_so_does_every_stream() {
    let bench = Bench::new();
    wait(async {
        let mut fresh = Page::follow(&bench).await;
        let mut waits = Page::follow(&bench).await;
        waits.hears("state").await;
        let ended = tokio::spawn(async move { waits.next().await });
        bench.runs().end();
        assert_eq!(ended.await.unwrap(), None);
        assert_eq!(fresh.next().await, None);
        let headers = [(TOKEN_HEADER, bench.token())];
        send_to(bench.app(), asking(EXERCISE, "", &headers)).await.is(503);
    });
}

#[test]
fn a_save_is_graded_while_somebody_follows() {
    let bench = Bench::new();
    wait(async {
        let mut page = Page::follow(&bench).await;
        page.hears("state").await;
        bench.answer("pub struct Gate; // saved\n");
        let heard = page.run().await;
        assert_eq!(
            (heard[0].kind.as_str(), &heard.last().unwrap().data["run"]),
            ("building", &json!(1))
        );
    });
    bench.page().says(&format!("All {} tests pass", all()));
}

#[test]
fn many_saves_during_a_run_make_one_run_after_it() {
    let bench = Bench::new();
    let (began, goes_on) = (fifo(&bench, "began"), fifo(&bench, "goes-on"));
    let once = format!(
        "{COUNTS}\nif [ $1 = test ] && [ $(wc -l < calls) = 1 ]; then echo > {}; cat {}; fi",
        began.display(),
        goes_on.display()
    );
    bench.script("cargo", &format!("{once}\n{}", bench.builds()));
    wait(async {
        let mut page = Page::follow(&bench).await;
        page.hears("state").await;
        let (app, form) = (bench.app(), format!("token={}", bench.token()));
        let run = tokio::spawn(send_to(app, request(EXERCISE, &form, &[])));
        at(began, comes).await;
        page.hears("building").await;
        bench.answer("one");
        page.hears("waiting").await;
        bench.answer("two");
        bench.answer("three");
        at(goes_on, goes).await;
        let first = page.run().await;
        let second = page.run().await;
        assert_eq!((kinds(&first)[0], kinds(&second)[0]), ("asking", "building"));
        run.await.unwrap().is(303);
    });
    assert_eq!(bench.builds_counted(), 2);
    let page = bench.page();
    assert!(!page.body.contains("has changed since this run"), "the last text was run");
}

#[test]
fn what_was_saved_while_nobody_looked_is_graded_when_the_page_is_seen_again() {
    let bench = Bench::new();
    bench.script("cargo", &format!("{COUNTS}\n{}", bench.builds()));
    wait(async {
        let mut page = Page::follow(&bench).await;
        let seen = page.hears("state").await.data["answer"].as_str().unwrap().to_owned();
        drop(page);
        bench.answer("another text");
        let mut page = Page::with(&bench, &format!("?answer={seen}"), &[]).await;
        let now = page.hears("state").await.data["answer"].as_str().unwrap().to_owned();
        assert_ne!(now, seen);
        assert_eq!(page.run().await.last().unwrap().data["run"], 1);
        // Nothing has changed since: whoever comes now starts nothing.
        for query in [format!("?answer={now}"), format!("?answer={seen}"), String::new()] {
            let mut page = Page::with(&bench, &query, &[]).await;
            assert_eq!(page.hears("state").await.data["phase"], "idle", "{query}");
        }
        press(&bench).await;
        assert_eq!(page.run().await.last().unwrap().data["run"], 2);
    });
    assert_eq!(bench.builds_counted(), 2);
}

#[test]
fn a_result_that_was_there_and_is_old_is_graded_again_by_itself() {
    let bench = Bench::new();
    wait(async {
        press(&bench).await;
        bench.answer("another text");
        let mut page = Page::follow(&bench).await;
        assert_eq!(page.hears("state").await.data["run"], 1);
        assert_eq!(page.run().await.last().unwrap().data["run"], 2);
    });
}
