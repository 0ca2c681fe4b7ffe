//! The learner's answer: edited on disk, run from the page, shown beside the
//! right one. The workbook stands in a copy of this workspace, so that nobody's
//! answer is touched.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fantoccini::Locator;

use crate::browser::{Browser, browse_in, pictures};
use crate::pages;
use crate::processes::root;

/// The first run builds what the graders stand on.
pub const RUN_MAX: Duration = Duration::from_secs(150);

pub const PAGE: &str = "/exercises/last-token";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn an_edited_answer_is_run_and_parts_from_the_right_one_where_it_is_wrong() {
    let copy = workspace_copy();
    browse_in(&copy, async |browser| {
        // The gate holds 5. It gives 1, 2 and 1, and then somebody asks for the
        // one that is left, at 500 ms: this answer keeps it.
        answer(&copy, "wrong/leaves_one_behind.rs");
        run(browser).await;
        let result = words(browser, "#result").await;
        assert!(result.contains("They part at 500 ms"), "{result}");
        println!("{}", words(browser, "#result .parted").await);
        browser.picture("exercise-parts").await;

        answer(&copy, "right.rs");
        browser.goto(PAGE).await;
        let stale = words(browser, "#result").await;
        assert!(stale.contains("has changed since this run"), "{stale}");
        run(browser).await;
        let result = words(browser, "#result").await;
        assert!(result.contains("They do the same from the beginning to the end"), "{result}");
        assert!(!result.contains("They part at"), "{result}");
        browser.picture("exercise-right").await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn an_endless_answer_ends_at_its_limit_and_other_pages_stay_usable() {
    let copy = workspace_copy();
    let right = fs::read_to_string(root().join("solutions/06a-last-token/right.rs"));
    let endless = right.expect("a solution").replace("false\n    }", "loop {}\n    }");
    assert!(endless.contains("loop {}"), "the solution reads otherwise now");
    fs::write(answer_file(&copy), endless).expect("the answer is written");
    browse_in(&copy, async |browser| {
        browser.goto(PAGE).await;
        // Not by the driver's own click, which waits for the next page.
        browser
            .eval("void setTimeout(() => document.querySelector('form.run button').click(), 0)")
            .await;
        let first = browser.client().window().await.expect("a window");
        let second = browser.client().new_window(true).await.expect("a tab").handle;
        browser.client().switch_to_window(second).await.expect("it is there");
        let mut slowest = 0.0_f64;
        for page in pages::kinds() {
            browser.goto(page).await;
            let took = browser.eval("performance.getEntriesByType('navigation')[0].duration").await;
            slowest = slowest.max(took.as_f64().expect("milliseconds"));
        }
        println!("while it runs, the slowest of the other pages took {slowest:.0} ms");
        browser.client().switch_to_window(first).await.expect("it is there");
        shown(browser).await;
        let result = words(browser, "#result").await;
        println!("{}", result.lines().take(12).collect::<Vec<_>>().join(" | "));
        // It lets 1 and 2 of 5 through; the first refusal would be at 200 ms.
        for part in ["did not end", "was stopped after", "They part at 200 ms"] {
            assert!(result.contains(part), "without \"{part}\":\n{result}");
        }
        browser.picture("exercise-endless").await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn what_is_not_written_and_what_does_not_compile_is_told_in_words() {
    let copy = workspace_copy();
    browse_in(&copy, async |browser| {
        let stub = fs::read_to_string(answer_file(&copy)).expect("an answer");
        for (wrong, title) in
            [("", "Not written yet"), ("fn extra() -> u32 { true }", "It does not compile yet")]
        {
            fs::write(answer_file(&copy), format!("{stub}{wrong}\n")).expect("it is written");
            run(browser).await;
            let result = words(browser, "#result").await;
            println!("{title}: {}", result.lines().take(8).collect::<Vec<_>>().join(" | "));
            assert!(result.contains(title), "{result}");
            // Where to look: the file, or what the stub says is wanted.
            assert!(result.contains("answer.rs"), "{result}");
        }
        browser.picture("exercise-mistake").await;
    });
}

/// Presses Run and waits for what comes of it.
async fn run(browser: &Browser) {
    browser.goto(PAGE).await;
    let button = browser.client().find(Locator::Css("form.run button")).await;
    button.expect("a button that runs").click().await.expect("a click");
    shown(browser).await;
}

async fn shown(browser: &Browser) {
    let wait = browser.client().wait().at_most(RUN_MAX);
    wait.for_element(Locator::Css("#result:target")).await.expect("a result");
}

pub async fn words(browser: &Browser, selector: &str) -> String {
    let text = browser.eval(&format!("document.querySelector('{selector}').innerText")).await;
    text.as_str().expect("words").replace('\u{a0}', " ")
}

/// Puts a file of the solutions where the learner's answer is.
pub fn answer(copy: &Path, solution: &str) {
    let solution = root().join("solutions/06a-last-token").join(solution);
    fs::copy(solution, answer_file(copy)).expect("an answer is copied");
}

pub fn answer_file(copy: &Path) -> PathBuf {
    copy.join("exercises/06a-last-token/src/answer.rs")
}

/// A copy of this workspace, always at the same place, so that what was built
/// in it once is not built again.
pub fn workspace_copy() -> PathBuf {
    let copy = pictures().join("workbook");
    renew(root(), &copy);
    answer(&copy, "stub.rs");
    copy
}

/// Copies what differs.
fn renew(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of the workspace") {
        let entry = entry.expect("an entry");
        let (from, to, name) = (entry.path(), to.join(entry.file_name()), entry.file_name());
        if name == "target" || name.to_string_lossy().starts_with('.') {
            continue;
        }
        if from.is_dir() {
            renew(&from, &to);
        } else {
            let new = fs::read(&from).expect("a file of the workspace");
            if fs::read(&to).ok().as_ref() != Some(&new) {
                fs::write(&to, new).expect("a copy");
            }
        }
    }
}
