//! The pages of the models: what they show, and who may start the explorer.
#![cfg(unix)]

#[path = "common/bench.rs"]
mod bench;
mod common;

use std::fs;
use std::path::Path;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request};
use bench::{Bench, FAILS, MINUTE, PASSES, wait};
use clock::{Clock, SystemClock};
use common::{Answer, ask, get, send_to};
use web::app::running;
use web::run::{Limits, Off, Runs, Workbook};
use web::safety::Hosts;

const MODELS: [&str; 14] = [
    "racy-last-token",
    "cas-last-token",
    "check-then-add",
    "two-probes",
    "copied-breaker",
    "one-word-breaker",
    "publish-before-clear",
    "stale-read",
    "release-acquire",
    "lock-order",
    "told-late",
    "lost-update",
    "three-threads",
    "hit-and-take",
];

/// What the explorer says of the racy last token.
const RACY: &str = "found 1
counted 18 8 6 6 4 whole
outcome keeps Got { a: false, b: true }
outcome breaks Got { a: true, b: true }
show broken
lanes 1
thread main
thread A
thread B
step 1 load 1 1 - - fresh 9 x/racy_last_token.rs
step 2 load 1 1 - - fresh 9 x/racy_last_token.rs
step 2 store 1 - 0 - fresh 13 x/racy_last_token.rs
step 1 store 1 - 0 - fresh 13 x/racy_last_token.rs
outcome Got { a: true, b: true }
end
show stale
lanes 1
thread main
thread A
thread B
step 1 load 1 1 - - fresh 9 x/racy_last_token.rs
step 1 store 1 - 0 - fresh 13 x/racy_last_token.rs
step 2 load 1 1 - - stale 9 x/racy_last_token.rs
step 2 store 1 - 0 - fresh 13 x/racy_last_token.rs
outcome Got { a: true, b: true }
end
over";

/// A bench whose cargo builds an explorer that writes `lines`, and counts both.
fn explorer(lines: &str) -> Bench {
    explorer_with(lines, Limits { build: MINUTE, test: MINUTE, probe: MINUTE })
}

fn explorer_with(lines: &str, limits: Limits) -> Bench {
    let bench = Bench::with(limits);
    let file = bench.root.join("explorer");
    bench.script(
        "cargo",
        &format!(
            r#"echo "$@" >> builds
echo '{{"reason":"compiler-artifact","target":{{"name":"interleavings-explore"}},"executable":"{}"}}'
echo '{{"reason":"build-finished","success":true}}'"#,
            file.display()
        ),
    );
    bench.script("explorer", &format!("echo \"$@\" >> walks\ncat <<'END'\n{lines}\nEND"));
    bench
}

fn page(bench: &Bench, path: &str) -> Answer {
    let request = Request::builder().uri(path).header("host", "127.0.0.1:4242");
    wait(send_to(bench.app(), request.body(Body::empty()).unwrap()))
}

fn post(bench: &Bench, model: &str, form: &str) -> Answer {
    let request = Request::builder()
        .method(Method::POST)
        .uri(format!("/interleavings/{model}/explore"))
        .header("host", "127.0.0.1:4242")
        .header("content-type", "application/x-www-form-urlencoded");
    wait(send_to(bench.app(), request.body(Body::from(form.to_owned())).unwrap()))
}

/// Presses Explore, and opens what it leads to.
#[track_caller]
fn press(bench: &Bench, model: &str, fields: &str) -> Answer {
    let pressed = post(bench, model, &format!("token={}&{fields}", bench.token()));
    pressed.is(303);
    let to = pressed.header("location").split('#').next().unwrap().to_owned();
    let page = page(bench, &to);
    page.is(200);
    page
}

/// The lines of a file that a script writes.
fn said(bench: &Bench, file: &str) -> Vec<String> {
    let text = fs::read_to_string(bench.root.join(file)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// All but the form, which has fields without an end, is XML too.
#[track_caller]
fn well_formed(page: &Answer) {
    let (_, rest) = page.body.split_once("<div class=\"schedule\"").expect("a schedule");
    let (schedule, _) = rest.split_once("<nav class=\"turn\"").expect("the way on");
    let xml = format!("<main><div{schedule}</main>");
    roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{error}\n{xml}"));
}

/// The one row that is shown as being now.
fn now(page: &Answer) -> &str {
    let (_, row) = page.body.split_once("aria-current=\"step\"").expect("a step");
    assert!(!row.contains("aria-current=\"step\""), "two steps are now");
    row.split("</tr>").next().unwrap()
}

#[test]
fn every_model_has_a_page_with_its_code_and_its_rule() {
    for model in MODELS {
        let page = get(&format!("/interleavings/{model}"));
        page.is(200).says("<strong>The rule:</strong>").says("id=\"m9\"").says("All models");
        for other in MODELS {
            page.says(&format!("href=\"/interleavings/{other}\""));
        }
        well_formed(&page);
        assert!(!page.body.contains("style="), "{model}");
    }
    let first = get("/interleavings");
    first.is(303);
    assert_eq!(first.header("location"), "/interleavings/racy-last-token");
}

#[test]
fn an_unknown_model_says_so_and_names_the_others() {
    for path in ["/interleavings/no-such", "/interleavings/no-such/explore"] {
        let page = get(path);
        page.is(404).says("No model is called “no-such”.").says("/interleavings/stale-read");
    }
    get("/interleavings/%3Cb%3E").is(404).says("“&#60;b&#62;”");
}

#[test]
fn where_nothing_is_run_the_page_shows_code_and_rule_and_no_form() {
    for (off, words) in [
        (Off::Asked, "--no-run"),
        (Off::Reachable, "over the network"),
        (Off::Nowhere, "not found"),
    ] {
        let app = running(Hosts::new(([127, 0, 0, 1], 4242).into()), Runs::off(off));
        let request = |method, uri: &str| {
            let request = Request::builder().method(method).uri(uri.to_owned());
            request.header("host", "127.0.0.1:4242").body(Body::empty()).unwrap()
        };
        let read = request(Method::GET, "/interleavings/stale-read");
        let page = wait(send_to(app.clone(), read));
        page.is(200).says(words).says("--bin interleavings-explore stale-read").says("Mailbox");
        assert!(!page.body.contains("<form"), "{off:?}");
        let explore = request(Method::POST, "/interleavings/stale-read/explore");
        wait(send_to(app, explore)).is(403).says("Nothing is explored here");
    }
}

#[test]
fn without_the_token_nothing_is_explored_and_reading_starts_nothing() {
    let bench = explorer(RACY);
    let wrong = format!("token={}0", &bench.token()[1..]);
    for form in ["", "token=", &wrong, "other=1", "%"] {
        post(&bench, "racy-last-token", form).is(403).says("This page is too old");
    }
    page(&bench, "/interleavings/racy-last-token?step=3").is(200).says("Not explored yet");
    page(&bench, "/interleavings/racy-last-token/explore").is(303);
    assert!(said(&bench, "builds").is_empty() && said(&bench, "walks").is_empty());
}

#[test]
fn a_broken_model_is_told_drawn_and_lit() {
    let bench = explorer(RACY);
    let page = press(&bench, "racy-last-token", "");
    page.says("6 of 8 schedules break the rule")
        .says("In 2 of the 8 a thread reads a value that is no longer the newest")
        .says("of the other 6, 4 break the rule.")
        .says("<th scope=\"col\" class=\"lane\">A</th><th scope=\"col\" class=\"lane\">B</th>")
        .says("<th scope=\"col\" class=\"held\">tokens</th>")
        .says("Step 1 of 4, line 9: A reads 1 from tokens.")
        .says("<span class=\"line lit\" id=\"m9\"")
        .says("That breaks the rule: the one token goes to one of the two threads.");
    assert!(now(&page).contains("<code>load</code> <b>1</b>"), "{}", now(&page));
    assert_eq!(page.body.matches("<span class=\"line lit\"").count(), 1);
    well_formed(&page);
}

#[test]
fn every_step_has_an_address_and_only_the_first_look_costs_a_process() {
    let bench = explorer(RACY);
    press(&bench, "racy-last-token", "preemptions=2");
    let at = |step: usize| {
        page(&bench, &format!("/interleavings/racy-last-token?preemptions=2&step={step}"))
    };
    at(0).says("Before the first step. tokens is 1.");
    let third = at(3);
    third.says("Step 3 of 4, line 13: B writes 0 to tokens, whatever is there.");
    third.says("<span class=\"line lit\" id=\"m13\"");
    third.says("id=\"back\" href=\"/interleavings/racy-last-token?preemptions=2&#38;show=broken&#38;step=2#schedule\"");
    third.says("id=\"ahead\" href=\"/interleavings/racy-last-token?preemptions=2&#38;show=broken&#38;step=4#schedule\"");
    assert!(now(&third).contains("<td class=\"held changed\">0</td>"), "{}", now(&third));
    // Steps after this one are to come: the fourth, and the end.
    assert_eq!(third.body.matches("class=\"to-come\"").count(), 1);
    assert_eq!(third.body.matches("class=\"end to-come\"").count(), 1);
    let end = at(5);
    end.says("The end: Got { a: true, b: true }. That breaks the rule");
    assert!(now(&end).contains("class=\"breaks\""), "{}", now(&end));
    assert_eq!(now(&at(99)), now(&end), "after the end is the end");
    assert_eq!(said(&bench, "walks"), ["racy-last-token --preemptions 2 --permutations 20000"]);
    // Other bounds are another question; the explorer is built already.
    page(&bench, "/interleavings/racy-last-token").says("Not explored yet");
    press(&bench, "racy-last-token", "preemptions=2");
    press(&bench, "racy-last-token", "preemptions=1");
    assert_eq!((said(&bench, "walks").len(), said(&bench, "builds").len()), (2, 1));
    let build = &said(&bench, "builds")[0];
    assert!(build.starts_with("build -p interleavings --bin interleavings-explore"), "{build}");
}

#[test]
fn a_stale_read_has_a_shape_and_a_word() {
    let bench = explorer(RACY);
    press(&bench, "racy-last-token", "");
    let page = page(&bench, "/interleavings/racy-last-token?show=stale&step=3");
    let row = now(&page);
    assert!(row.contains("act-stale") && row.contains("<em>an old value</em>"), "{row}");
    page.says("B reads 1 from tokens, an old value: it is 0 by now.");
    assert_eq!(page.body.matches("<em>an old value</em>").count(), 1);
}

#[test]
fn bounds_beyond_the_most_are_cut_and_said() {
    let bench = explorer(RACY);
    let page = press(&bench, "racy-last-token", "preemptions=9&permutations=1000000");
    page.says("9 interruptions were asked for; between 0 and 5 are possible, so it is 5.")
        .says(
            "1000000 executions were asked for; between 1 and 20000 are possible, so it is 20000.",
        )
        .says("6 of 8 schedules");
    let all = "racy-last-token --preemptions 5 --permutations 20000";
    assert_eq!(said(&bench, "walks"), [all]);
    press(&bench, "racy-last-token", "preemptions=%3Cb%3E&permutations=-1").says("6 of 8");
}

#[test]
fn a_deadlock_is_a_result_with_its_lanes() {
    let bench = explorer(
        "found 1\nfailed deadlock deadlock: x\nshow broken\nlanes 1\nthread main\nthread A\nthread B\n\
         step 1 locks 1 - - - fresh 12 a/lock_order.rs\nstep 2 locks 2 - - - fresh 12 a/lock_order.rs\n\
         step 1 wants 2 - - - fresh 13 a/lock_order.rs\nstep 2 wants 1 - - - fresh 13 a/lock_order.rs\n\
         outcome (not reached)\nend\nover",
    );
    press(&bench, "lock-order", "")
        .says("Some schedules never end: a deadlock")
        .says("account 0")
        .says("Step 1 of 4, line 12: A takes the lock of account 0.");
    page(&bench, "/interleavings/lock-order?step=3")
        .says("A wants the lock of account 1 and has to wait: it is held by B.");
    page(&bench, "/interleavings/lock-order?step=5").says("The end: (not reached).");
}

#[test]
fn a_panic_an_endless_loop_and_a_good_model_are_results() {
    for (trouble, title) in [
        ("panicked", "The model panicked"),
        ("endless", "A loop does not end"),
        ("too-many", "There are too many schedules"),
        ("unsupported", "This cannot be explored"),
    ] {
        let bench = explorer(&format!("found 1\nfailed {trouble} its <words>\nover"));
        press(&bench, "stale-read", "").says(title).says("its &#60;words&#62;");
    }
    let good = explorer("found 1\ncounted 3 2 0 2 0 whole\noutcome keeps x\nover");
    press(&good, "one-word-breaker", "").says("Both schedules keep the rule");
    let cut = explorer("found 1\ncounted 3 2 0 2 0 cut\noutcome keeps x\nover");
    press(&cut, "one-word-breaker", "")
        .says("None of the 2 schedules so far breaks the rule")
        .says("The walk stopped at 3 executions");
}

#[test]
fn an_explorer_that_fails_is_told_in_words_and_asked_again() {
    let bench = explorer(RACY);
    bench.script("explorer", "echo x >> walks; echo '<no>' >&2; exit 3");
    let failed = press(&bench, "racy-last-token", "");
    failed.says("It could not be explored").says("exit code 3. &#60;no&#62;");
    press(&bench, "racy-last-token", "");
    assert_eq!(said(&bench, "walks").len(), 2, "a failure is not kept");
    bench.script("explorer", "kill -SEGV $$");
    press(&bench, "racy-last-token", "").says("signal 11 (SIGSEGV)");
    bench.script("explorer", "echo found 1; echo counted 1");
    press(&bench, "racy-last-token", "").says("cannot be read: counted 1.");
    bench.script("explorer", "head -c 3000000 /dev/zero | tr '\\0' x");
    press(&bench, "racy-last-token", "").says("cannot be read");
    bench.script("cargo", "echo 'no such package' >&2; exit 101");
    fs::remove_file(bench.root.join("explorer")).unwrap();
    press(&bench, "racy-last-token", "").says("It could not be built").says("no such package");
}

#[test]
fn a_walk_without_an_end_is_ended() {
    let limits = Limits { build: MINUTE, test: MINUTE, probe: Duration::ZERO };
    let bench = explorer_with(RACY, limits);
    bench.script("explorer", "while :; do :; done");
    press(&bench, "three-threads", "").says("still going on after 0 s, and was ended");
}

#[test]
fn the_form_says_when_the_explorer_must_be_built() {
    let bench = explorer(RACY);
    let cold = "The first time it is built";
    page(&bench, "/interleavings/stale-read").says(cold);
    press(&bench, "racy-last-token", "");
    let warm = page(&bench, "/interleavings/stale-read");
    assert!(!warm.body.contains(cold));
    warm.says("Not explored yet");
}

#[test]
fn the_page_speaks_through_one_polite_region() {
    let bench = explorer(RACY);
    let before = page(&bench, "/interleavings/racy-last-token");
    let after = press(&bench, "racy-last-token", "");
    for page in [before, after] {
        assert_eq!(page.body.matches("role=\"status\"").count(), 1);
        assert_eq!(page.body.matches("aria-live").count(), 0);
    }
}

/// A grader whose every test fails with a schedule of the learner's code.
const SCHEDULE: &str = "
4 of 6 schedules break the rule: <one> token goes to one of the two threads.
The simplest one:

      A         B         main     line
   1  load: 1                      answer.rs:2
   2            load: 1            answer.rs:2
   3            store: 0           answer.rs:3
   4                      load: 0  interleavings.rs:42

  got       End { a: true, b: true }
  expected  End { a: true, b: false }";

#[test]
fn a_schedule_of_a_learners_code_is_drawn_beside_its_lines() {
    let bench = Bench::new();
    bench.answer("fn try_take() {\n    // <look>\n    store();\n}\n");
    let place = "exercises/06a-last-token/src/interleavings.rs:70:10";
    bench.script(
        "grader",
        &format!(
            "cat >&2 <<'END'\n\nthread 'x' (7) panicked at {place}:\n{SCHEDULE}\nEND\n{FAILS}"
        ),
    );
    let page = bench.press();
    page.says("<p class=\"told\">4 of 6 schedules break the rule: &#60;one&#62; token")
        .says("<th scope=\"col\" class=\"lane\">main</th>")
        .says("<a href=\"#answer-3\" aria-label=\"line 3\">3</a>")
        .says("<span class=\"line\" id=\"answer-3\" data-n=\"3\">    store();")
        .says("interleavings.rs:42</td>")
        .says("<pre class=\"output\" tabindex=\"0\">  got       End { a: true, b: true }")
        .says("<summary>The same as the terminal shows it</summary>")
        .says("   3            store: 0           answer.rs:3\n");
    // Every test says the same, so it is drawn once: of four steps, three lead to a line.
    assert_eq!(page.body.matches("<div class=\"table swim\"").count(), 1);
    assert_eq!(page.body.matches("href=\"#answer-").count(), 3);
    assert_eq!(page.body.matches("aria-current=\"step\"").count(), 0);
    // Without a schedule the file is not shown.
    bench.script("grader", &format!("echo 'no words' >&2\n{PASSES}"));
    bench.answer("fn other() {}\n");
    assert!(!bench.press().body.contains("id=\"answer-1\""));
}

#[test]
fn its_script_stays_small() {
    let script = ask(Method::GET, "/assets/lanes.js", &[]);
    assert!(script.is(200).body.len() < 3000, "{} bytes", script.body.len());
}

/// The real explorer, built by the real cargo into this workspace's own folder.
#[test]
#[ignore = "builds the explorer: a minute the first time"]
fn the_real_explorer_explores_every_model_in_time() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let limits = Limits { build: Duration::from_mins(5), ..Limits::default() };
    let runs = Runs::at(Workbook { root, cargo, limits });
    let app = running(Hosts::new(([127, 0, 0, 1], 4242).into()), runs.clone());
    let clock = SystemClock::new();
    let explore = |model: &str, fields: &str| {
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("/interleavings/{model}/explore"))
            .header("host", "127.0.0.1:4242")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from(format!("token={}&{fields}", runs.token())))
            .unwrap();
        let began = clock.now();
        wait(send_to(app.clone(), request)).is(303);
        clock.now().since(began)
    };
    println!("built and explored once in {:?}", explore(MODELS[0], "preemptions=5"));
    for model in MODELS {
        let took = explore(model, "");
        println!("{model}: {took:?}");
        let most = if model == "three-threads" { 2000 } else { 150 };
        assert!(took <= Duration::from_millis(most), "{model}: {took:?}");
        let request = Request::builder().uri(format!("/interleavings/{model}?step=2"));
        let request = request.header("host", "127.0.0.1:4242").body(Body::empty()).unwrap();
        wait(send_to(app.clone(), request)).is(200).says("aria-current=\"step\"");
    }
}
