//! Contrast, computed from the colours that the browser uses.

use serde_json::{Value, json};

use crate::browser::{Browser, browse};
use crate::pages;

#[test]
#[ignore = "needs chromium and chromedriver"]
fn texts_stand_out_by_4_5_and_marks_by_3_in_light_and_in_dark() {
    browse(async |browser| {
        let mut low = Vec::new();
        for page in pages::some(browser).await {
            browser.goto_whole(&page).await;
            for theme in ["light", "dark"] {
                browser.media("", &[("prefers-color-scheme", theme)]).await;
                low.extend(contrast(browser, &page, theme).await);
            }
        }
        assert!(low.is_empty(), "too faint:\n{}", low.join("\n"));
    });
}

/// What is too faint on the page that is open.
async fn contrast(browser: &Browser, page: &str, theme: &str) -> Vec<String> {
    let found = browser.run(include_str!("probes/contrast.js"), Value::Null).await;
    let least = |kind: &str| {
        found[kind].as_f64().map_or("none".to_owned(), |ratio| format!("{ratio:.2}:1"))
    };
    let (seen, texts, marks) = (&found["seen"], least("text"), least("mark"));
    println!("{theme} {page}: {seen} pairs; faintest text {texts}, faintest mark {marks}");
    assert!(seen.as_u64() >= Some(5), "{page}: hardly anything was looked at");
    let low = found["low"].as_array().expect("a list").iter();
    low.map(|line| format!("{theme} {page}: {}", line.as_str().unwrap_or_default())).collect()
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_dark_theme_is_dark() {
    browse(async |browser| {
        for (theme, ground) in [("light", "rgb(255, 255, 255)"), ("dark", "rgb(17, 24, 39)")] {
            browser.media("", &[("prefers-color-scheme", theme)]).await;
            browser.goto(pages::LAB).await;
            let used =
                browser.eval("getComputedStyle(document.documentElement).backgroundColor").await;
            assert_eq!(used, json!(ground), "{theme}");
        }
    });
}
