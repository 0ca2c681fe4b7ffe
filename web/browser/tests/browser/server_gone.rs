//! The server ends under an open page, comes back, or is another one; or the
//! reader leaves before it has answered.

use fantoccini::wd::TimeoutConfiguration;
use serde_json::Value;

use crate::browser::{WAIT_MAX, browse};
use crate::live::{CLOCK, text};
use crate::pages;

const NOTE: &str = "document.querySelector('.stage-note')?.checkVisibility() ? document.querySelector('.stage-note').textContent : ''";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_server_that_is_killed_and_started_again_is_missed_and_found_in_words() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=2&burst=2&load=4").await;
        browser.press("Play").await;
        browser.until(&format!("{CLOCK} > 0.3")).await;
        browser.workbook.kill();
        browser.press("Send one").await;
        browser.until(&format!("({NOTE}).includes('does not answer')")).await;
        println!("{}", text(browser, NOTE).await);
        browser.picture("live-server-gone").await;
        // What the page has can still be looked at.
        browser.press("First moment").await;
        browser.until(&format!("{CLOCK} === 0")).await;

        browser.workbook.start_again();
        browser.until(&format!("({NOTE}).includes('The server is back')")).await;
        println!("{}", text(browser, NOTE).await);
        browser.press("Play").await;
        browser.until(&format!("{CLOCK} > 0.3")).await;
        browser.press("Send one").await;
        browser.until("document.querySelector('.stage-frame').dataset.pressed").await;
        browser.press("Pause").await;
        let query = text(browser, "decodeURIComponent(location.search)").await;
        let presses = query.split("n=").nth(1).unwrap_or_default();
        assert_eq!(presses.matches('x').count(), 2, "a press is lost: {query}");

        // That it could not connect, the browser itself says.
        let console = browser.console().await;
        let other: Vec<&String> =
            console.iter().filter(|line| !line.contains("ERR_CONNECTION")).collect();
        assert!(!console.is_empty() && other.is_empty(), "{console:?}");
    });
}

/// What it still waits for fails then, and asking again at once would hold the
/// process that the next page needs.
#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_page_that_is_left_while_it_loads_lets_the_next_one_come() {
    browse(async |browser| {
        let limits = TimeoutConfiguration::new(None, Some(WAIT_MAX), None);
        browser.client().update_timeouts(limits).await.expect("limits");
        let pages = pages::all(browser).await;
        for page in &pages {
            browser.open_page(page).await;
        }
        println!("{} pages, each left as soon as it was there", pages.len());
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_server_of_another_version_is_named_and_nothing_is_drawn_wrong() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=2&burst=2&load=4").await;
        browser.run(OLDER, Value::Null).await;
        browser.press("Send one").await;
        browser.until(&format!("({NOTE}).includes('another version')")).await;
        println!("{}", text(browser, NOTE).await);
    });
}

/// From now on each answer says that it is of version 0.
const OLDER: &str = "
    const asked = window.fetch;
    window.fetch = async (...words) => {
        const answer = await (await asked(...words)).json();
        return new Response(JSON.stringify({ ...answer, version: 0 }));
    };";
