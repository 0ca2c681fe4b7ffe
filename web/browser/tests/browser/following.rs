//! The page follows the editor: an answer is saved on disk, and nobody presses
//! anything. The workbook stands in a copy of this workspace.

use std::fs;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use fantoccini::Locator;
use serde_json::{Value, json};

use crate::browser::{Browser, browse_in};
use crate::exercise::{PAGE, RUN_MAX, answer, answer_file, words, workspace_copy};
use crate::processes::root;

const FOLLOWS: &str = "document.querySelector('#follow-says').checkVisibility() && document.querySelector('#follow-says').textContent.startsWith('Following')";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_save_turns_the_tests_green_one_by_one() {
    let copy = workspace_copy();
    browse_in(&copy, async |browser| {
        browser.goto(PAGE).await;
        browser.until(FOLLOWS).await;
        // What stands on the rest of the right answer is built by this save.
        answer(&copy, "right.rs");
        passes(browser, 1).await;

        browser.run(WATCH, Value::Null).await;
        let called = copy.join("exercises/06a-last-token/called");
        // It may be left from another time.
        let _ = fs::remove_file(&called);
        leaves_a_trace(&copy, "called");
        passes(browser, 2).await;
        let seen = browser.eval("window.marks").await;
        let seen = seen.as_array().expect("a list of marks");
        let order: Vec<i64> = seen.iter().filter_map(|mark| mark["index"].as_i64()).collect();
        assert_eq!(order, (0..9).collect::<Vec<_>>(), "each test once, in order");
        assert!(seen.iter().all(|mark| mark["words"] == "passed" && mark["before"] == "waits"));
        let times: Vec<f64> = seen.iter().filter_map(|mark| mark["at"].as_f64()).collect();
        assert!(times[0] < times[8], "not all at once: {times:?}");
        // The answer was called before the first test had ended, so this is
        // more than what there is to measure.
        let modified = fs::metadata(&called).and_then(|file| file.modified()).expect("a time");
        let called = modified.duration_since(UNIX_EPOCH).expect("it is after 1970");
        let took = Duration::from_secs_f64(times[0] / 1000.0).saturating_sub(called);
        // Printed, and not asserted: machines are noisy. It should be at most 300 ms.
        println!("the first result was shown {} ms after the answer was called", took.as_millis());
        let live = browser.eval("document.querySelector('#live').hidden").await;
        assert_eq!(live, json!(true), "the result stands alone");
        browser.eval("document.querySelector('#follow').scrollIntoView()").await;
        browser.picture("following-green").await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_mistake_is_told_and_mended_and_the_focus_and_the_place_stay() {
    let copy = workspace_copy();
    let right = fs::read_to_string(root().join("solutions/06a-last-token/right.rs"));
    let right = right.expect("a solution");
    browse_in(&copy, async |browser| {
        browser.goto(PAGE).await;
        browser.until(FOLLOWS).await;
        // As an editor does it: a new file takes the place of the old one.
        let beside = answer_file(&copy).with_extension("new");
        fs::write(&beside, format!("{right}fn extra() -> u32 {{ true }}\n")).expect("written");
        fs::rename(&beside, answer_file(&copy)).expect("renamed");
        shows(browser, "document.querySelector('#result[data-run]')?.innerText.includes('It does not compile yet')").await;
        assert!(words(browser, "#result").await.contains("mismatched types"));
        browser.eval("document.querySelector('#follow').scrollIntoView()").await;
        browser.picture("following-mistake").await;

        answer(&copy, "wrong/load_then_store.rs");
        shows(browser, "document.title.startsWith('5 of 9 tests pass')").await;
        browser.eval("document.querySelector('#result details summary').focus()").await;
        browser.eval("scrollTo(0, document.querySelector('#result').getBoundingClientRect().top + scrollY + 300)").await;
        let top =
            browser.eval("document.querySelector('#result').getBoundingClientRect().top").await;
        answer(&copy, "wrong/check_then_subtract.rs");
        browser.until("!document.querySelector('#live').hidden").await;
        shows(browser, "document.querySelector('#live').hidden").await;
        let focus = browser.eval("document.activeElement.localName").await;
        assert_eq!(focus, json!("summary"), "the focus is where it was");
        let now =
            browser.eval("document.querySelector('#result').getBoundingClientRect().top").await;
        let moved = (now.as_f64().expect("px") - top.as_f64().expect("px")).abs();
        assert!(moved <= 1.0, "what is read moved by {moved} px");

        answer(&copy, "right.rs");
        shows(browser, "document.title.startsWith('All 9 tests pass')").await;
        assert!(!words(browser, "#result").await.contains("They part at"));
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn two_windows_follow_and_find_their_server_again() {
    let copy = workspace_copy();
    browse_in(&copy, async |browser| {
        browser.goto(PAGE).await;
        browser.until(FOLLOWS).await;
        let first = browser.client().window().await.expect("a window");
        let second = browser.client().new_window(false).await.expect("a window").handle;
        browser.client().switch_to_window(second).await.expect("it is there");
        browser.goto(PAGE).await;
        browser.until(FOLLOWS).await;
        answer(&copy, "right.rs");
        passes(browser, 1).await;
        browser.client().switch_to_window(first).await.expect("it is there");
        passes(browser, 1).await;

        browser.workbook.kill();
        let says = "document.querySelector('#follow-says').textContent";
        browser.until(&format!("{says}.includes('goes on by itself')")).await;
        println!("{}", words(browser, "#follow-says").await);
        browser.eval("document.querySelector('#follow').scrollIntoView()").await;
        browser.picture("following-gone").await;
        assert!(words(browser, "#result").await.contains("All 9 tests pass"));
        // It is saved while nobody is there to see it.
        answer(&copy, "wrong/leaves_one_behind.rs");
        browser.workbook.start_again();
        shows(
            browser,
            "document.querySelector('#result').innerText.includes('They part at 500 ms')",
        )
        .await;
        browser.until(FOLLOWS).await;

        // That it could not connect, or not with the old token, the browser itself says.
        let console = browser.console().await;
        let known = |line: &&String| !line.contains("ERR_") && !line.contains("403");
        let other: Vec<&String> = console.iter().filter(known).collect();
        assert!(!console.is_empty() && other.is_empty(), "{console:?}");
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn whoever_stops_following_is_left_alone_and_a_link_of_the_terminal_is_run() {
    let copy = workspace_copy();
    browse_in(&copy, async |browser| {
        browser.goto(PAGE).await;
        browser.until(FOLLOWS).await;
        browser.press("Stop following").await;
        answer(&copy, "wrong/takes_what_is_there.rs");
        // The page says so at once, and after it was loaded again too.
        browser.goto(PAGE).await;
        browser
            .until("document.querySelector('#follow-says').textContent.startsWith('Not following')")
            .await;
        assert_eq!(words(browser, "#run-seconds").await, "");
        browser.press("Follow the editor").await;
        browser.until(FOLLOWS).await;

        // Nothing was run here yet: the link has it run, and shows what failed.
        browser.goto(&format!("{PAGE}?test=grade::it_takes_all_that_it_asks_for_or_nothing")).await;
        shows(browser, "document.querySelector('#replay .kicker').textContent.includes('failed')")
            .await;
        shows(browser, "document.querySelector('#replay :is(figure, table)') !== null").await;
        println!(
            "{}",
            words(browser, "#replay").await.lines().take(12).collect::<Vec<_>>().join(" | ")
        );
        browser.eval("document.querySelector('#follow').scrollIntoView()").await;
        browser.picture("following-replay").await;
    });
}

/// Waits for the result with this number, which must be a pass.
async fn passes(browser: &Browser, number: u32) {
    let wait = browser.client().wait().at_most(RUN_MAX);
    let selector = format!("#result[data-run$=':{number}']");
    wait.for_element(Locator::Css(&selector)).await.expect("a result");
    browser.until("document.querySelector('#live').hidden").await;
    let result = words(browser, "#result").await;
    assert!(result.contains("All 9 tests pass"), "{result}");
}

/// Waits longer than a page needs by itself: an answer is built meanwhile.
async fn shows(browser: &Browser, expression: &str) {
    let mark =
        format!("document.documentElement.toggleAttribute('data-shows', Boolean({expression}))");
    let look = format!(
        "clearInterval(window.looking);
         window.looking = setInterval(() => {{ try {{ {mark}; }} catch {{ /* not yet */ }} }}, 5);
         document.documentElement.removeAttribute('data-shows');"
    );
    browser.run(&look, Value::Null).await;
    let wait = browser.client().wait().at_most(RUN_MAX);
    let shown = wait.for_element(Locator::Css("html[data-shows]")).await;
    shown.unwrap_or_else(|error| panic!("{expression}: {error}"));
    browser.run("clearInterval(window.looking);", Value::Null).await;
}

/// The right answer, which creates a file when it is called for the first time.
fn leaves_a_trace(copy: &Path, file: &str) {
    let right = fs::read_to_string(root().join("solutions/06a-last-token/right.rs"));
    let head = "pub fn try_take(&self, n: u32) -> bool {";
    let begins = format!("{head} let _ = std::fs::File::create_new(\"{file}\");");
    let text = right.expect("a solution").replacen(head, &begins, 1);
    assert!(text.contains(file), "the solution reads otherwise now");
    fs::write(answer_file(copy), text).expect("the answer is written");
}

/// Keeps when each test of the run that goes on got its mark.
const WATCH: &str = "
    window.marks = [];
    const list = document.querySelector('#live ol');
    const before = () => [...list.children].map((item) => item.querySelector('.verdict').textContent);
    let known = before();
    new MutationObserver(() => {
        const at = performance.timeOrigin + performance.now();
        const now = before();
        now.forEach((words, index) => {
            if (words !== known[index] && words !== 'waits') window.marks.push({ index, words, at, before: known[index] });
        });
        known = now;
    }).observe(list, { subtree: true, childList: true, characterData: true });";
