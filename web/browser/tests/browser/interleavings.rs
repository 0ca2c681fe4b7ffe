//! A model: explored, and stepped through to the broken rule.

use std::time::Duration;

use fantoccini::Locator;
use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::browser::{Browser, LAPTOP, NARROW, PHONE, browse};

/// The first exploration builds the explorer.
const BUILD_MAX: Duration = Duration::from_secs(150);

const RACY: &str = "/interleavings/racy-last-token";
const SAYS: &str = "document.getElementById('says').textContent";
const NOW: &str = "document.querySelector('[aria-current=step] th').textContent";
const LIT: &str = "document.querySelector('.line.lit')?.textContent ?? ''";

/// Presses Explore, and waits until there is a result.
async fn explore(browser: &Browser, page: &str) {
    browser.open_page(page).await;
    let button = browser.client().find(Locator::Css("#explore button")).await;
    button.expect("a button that explores").click().await.expect("a click");
    let wait = browser.client().wait().at_most(BUILD_MAX);
    wait.for_element(Locator::Css("#schedule:target tr")).await.expect("a schedule");
}

async fn words(browser: &Browser, expression: &str) -> String {
    browser.eval(expression).await.as_str().expect("words").trim().to_owned()
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_model_is_explored_and_stepped_by_keys_to_the_broken_rule() {
    browse(async |browser| {
        explore(browser, RACY).await;
        let title = words(browser, "document.getElementById('found-title').textContent").await;
        assert_eq!(title, "6 of 8 schedules break the rule");
        let right = char::from(Key::Right);
        // Both look, and then both write: four steps, and the end.
        for (stop, code) in [("1", "load"), ("2", "load"), ("3", "store"), ("4", "store")] {
            assert_eq!(words(browser, NOW).await, stop);
            let (says, lit) = (words(browser, SAYS).await, words(browser, LIT).await);
            println!("{says}  [{lit}]");
            assert!(says.starts_with(&format!("Step {stop} of 4, line ")), "{says}");
            assert!(lit.contains(code), "step {stop} lights {lit}");
            browser.keys(&[right], false).await;
        }
        let says = words(browser, SAYS).await;
        assert!(says.contains("That breaks the rule"), "{says}");
        assert_eq!(
            (words(browser, NOW).await.as_str(), words(browser, LIT).await.as_str()),
            ("end", "")
        );
        browser.keys(&[right], false).await;
        assert_eq!(words(browser, NOW).await, "end", "there is nothing after the end");
        let url = browser.client().current_url().await.expect("an address");
        assert!(url.query().is_some_and(|query| query.contains("step=5")), "{url}");
        browser.keys(&[char::from(Key::Left)], false).await;
        assert_eq!(words(browser, NOW).await, "4");
        browser.keys(&[char::from(Key::Home)], false).await;
        assert_eq!(words(browser, NOW).await, "start");
        browser.press("Next →").await;
        browser.press("Next →").await;
        assert_eq!(words(browser, NOW).await, "2");
        browser.press("4").await;
        assert_eq!(words(browser, NOW).await, "4");
        // In a field the arrows belong to the field.
        browser
            .client()
            .find(Locator::Css("[name=permutations]"))
            .await
            .expect("a field")
            .click()
            .await
            .expect("a click");
        browser.keys(&[right], false).await;
        assert_eq!(words(browser, NOW).await, "4");
        // Reloaded, the address shows the same step.
        browser.client().refresh().await.expect("a page");
        assert_eq!(words(browser, NOW).await, "4");
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn without_a_script_the_same_steps_are_links() {
    browse(async |browser| {
        browser.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await;
        explore(browser, "/interleavings/stale-read").await;
        for _ in 0..3 {
            let next = browser.client().find(Locator::Id("ahead")).await.expect("a link");
            next.click().await.expect("a click");
        }
        browser.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": false })).await;
        let says = words(browser, SAYS).await;
        println!("without a script: {says}");
        assert!(says.starts_with("Step 4 of 4") && says.contains("an old value"), "{says}");
        let old = "document.querySelectorAll('[aria-current=step] .act-stale').length";
        assert_eq!(browser.eval(old).await, json!(1));
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn from_the_button_to_the_schedule_it_takes_no_time() {
    browse(async |browser| {
        explore(browser, RACY).await;
        for (page, most_ms) in [
            ("/interleavings/check-then-add", 1500.0),
            ("/interleavings/two-probes", 1500.0),
            ("/interleavings/three-threads", 4000.0),
        ] {
            explore(browser, page).await;
            // From the form's request over the walk to the new page.
            let took = "performance.getEntriesByType('navigation')[0].responseEnd";
            let took = browser.eval(took).await.as_f64().expect("milliseconds");
            let walk = words(browser, "[...document.querySelectorAll('.fact')].pop().textContent");
            println!("{page}: {took:.0} ms to the page; {}", walk.await);
            assert!(took <= most_ms, "{page}: {took} ms");
        }
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn its_page_fits_every_size_and_can_be_read_in_both_themes() {
    browse(async |browser| {
        let pages = [
            ("racy", RACY, "?step=3"),
            ("stale", "/interleavings/stale-read", "?step=4"),
            ("lock", "/interleavings/lock-order", "?step=4"),
            ("ring", "/interleavings/publish-before-clear", "?step=4"),
            ("three", "/interleavings/three-threads", "?step=3"),
        ];
        for (name, page, step) in pages {
            explore(browser, page).await;
            for size in [LAPTOP, PHONE, NARROW] {
                browser.size(size).await;
                for theme in ["light", "dark"] {
                    browser.media("", &[("prefers-color-scheme", theme)]).await;
                    browser.goto(&format!("{page}{step}")).await;
                    browser.picture(&format!("interleavings-{name}-{}-{theme}", size.0)).await;
                    let low = browser.run(include_str!("probes/contrast.js"), Value::Null).await;
                    assert_eq!(low["low"], json!([]), "{page} in {theme}: too faint");
                }
                let wide = browser.run(include_str!("probes/wide.js"), Value::Null).await;
                assert!(
                    wide["wide"] == json!([]) && wide["scroll"] == wide["width"],
                    "{page}: {wide}"
                );
                browser.goto(&format!("{page}{step}#schedule")).await;
                browser.picture(&format!("interleavings-{name}-{}-schedule", size.0)).await;
            }
            browser.size(LAPTOP).await;
        }
    });
}
