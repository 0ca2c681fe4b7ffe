//! The tab key: everywhere, in order, seen, and out again.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::browser::{Browser, LAPTOP, PHONE, browse};
use crate::pages;

/// More stops than any page has.
const STOPS_MAX: usize = 400;

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_tab_key_visits_every_control_in_order_and_is_seen() {
    browse(async |browser| {
        for size in [LAPTOP, PHONE] {
            browser.size(size).await;
            for page in pages::kinds() {
                let visited = walk(browser, page).await;
                println!("{page} at {} px: {visited} stops", size.0);
            }
        }
    });
}

/// Walks once around, and returns how many stops there were.
async fn walk(browser: &Browser, page: &str) -> usize {
    browser.goto_whole(page).await;
    let stops = browser.run(include_str!("probes/stops.js"), Value::Null).await;
    let stops = stops.as_array().expect("a list");
    assert!(stops.len() >= 2 && stops.len() < STOPS_MAX, "{page}: {} stops", stops.len());
    let mut before: Option<Value> = None;
    for (number, expected) in stops.iter().enumerate() {
        browser.keys(&[char::from(Key::Tab)], false).await;
        let at = browser.run(include_str!("probes/stop.js"), Value::Null).await;
        assert_eq!(
            at["stop"],
            json!(number),
            "{page}: stop {number} should be {expected}, it is {at}"
        );
        assert!(at["ring"] == true, "{page}: the focus is not seen on {at}");
        assert!(at["seen"] == true, "{page}: out of the window is {at}");
        if let Some(before) = before.filter(|before| before["part"] == at["part"]) {
            let (up, top) = (at["bottom"].as_f64(), before["top"].as_f64());
            assert!(up >= top, "{page}: the tab key jumps up from {before} to {at}");
        }
        before = Some(at);
    }
    browser.keys(&[char::from(Key::Tab)], false).await;
    let at = browser.run(include_str!("probes/stop.js"), Value::Null).await;
    assert!(at.is_null() || at["stop"] == 0, "{page}: after the last stop, {at}");
    stops.len()
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_first_stop_leads_past_the_header_to_the_text() {
    browse(async |browser| {
        browser.goto(pages::LAB).await;
        browser.keys(&[char::from(Key::Tab), char::from(Key::Enter)], false).await;
        browser.until("document.activeElement?.id === 'main'").await;
        browser.keys(&[char::from(Key::Tab)], false).await;
        let inside = "document.querySelector('main').contains(document.activeElement)";
        assert_eq!(browser.eval(inside).await, json!(true));
    });
}
