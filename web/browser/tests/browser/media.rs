//! Print, forced colours, sizes: the same page by other means. Pictures of it
//! are kept in `target/browser`, for people to look at.

use serde_json::{Value, json};

use crate::browser::{Browser, LAPTOP, LOW_LAPTOP, NARROW, PHONE, browse};
use crate::pages;

/// Parts of the lab that never lie on one another.
const PARTS: [&str; 9] = [
    ".lab-head",
    ".panel",
    ".stage-sentence",
    ".ribbon",
    ".transport",
    ".stage-table",
    ".lab-log",
    ".lab-side form",
    ".choices",
];

async fn nothing_overlaps(browser: &Browser, page: &str, medium: &str) {
    let found = browser.run(include_str!("probes/overlap.js"), json!(PARTS)).await;
    let seen = found["seen"].as_array().expect("a list").len();
    println!("{page} in {medium}: {seen} parts");
    assert!(seen >= 5, "{page} in {medium}: only {} is seen", found["seen"]);
    assert_eq!(found["overlaps"], json!([]), "{page} in {medium}");
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_print_has_the_picture_the_sentence_and_the_log_and_nothing_to_press() {
    browse(async |browser| {
        browser.size((794, 1123)).await;
        for (name, page) in [("busy", pages::BUSY), ("dense", pages::DENSE)] {
            browser.media("print", &[]).await;
            browser.goto(page).await;
            nothing_overlaps(browser, page, "print").await;
            let seen = "(selector) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility())";
            for shown in [".panel-now", ".panel-past", ".stage-sentence", ".ribbon", ".lab-log"] {
                assert_eq!(
                    browser.eval(&format!("({seen})('{shown}')")).await,
                    json!(true),
                    "{shown}"
                );
            }
            let pressed =
                browser.eval(&format!("({seen})('button, input, select, .button')")).await;
            assert_eq!(pressed, json!(false), "{page}: a print cannot be pressed");
            let printed = browser.devtools("Page.printToPDF", json!({})).await;
            let pages = printed["data"].as_str().map_or(0, str::len);
            println!("{page}: a PDF of {pages} characters of base64");
            assert!(pages > 10_000, "{page}: nothing was printed");
            browser.picture(&format!("{name}-print")).await;
        }
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn forced_colours_leave_every_part_in_its_place_and_readable() {
    browse(async |browser| {
        for theme in ["light", "dark"] {
            let forced = [("forced-colors", "active"), ("prefers-color-scheme", theme)];
            browser.media("", &forced).await;
            browser.goto(pages::BUSY).await;
            let active = browser.eval("matchMedia('(forced-colors: active)').matches").await;
            assert_eq!(active, json!(true));
            nothing_overlaps(browser, pages::BUSY, "forced colours").await;
            let found = browser.run(include_str!("probes/contrast.js"), Value::Null).await;
            assert_eq!(found["low"], json!([]), "{theme}: too faint in forced colours");
            browser.picture(&format!("busy-forced-{theme}")).await;
        }
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn at_every_size_the_parts_of_the_lab_stand_apart_and_so_do_its_words() {
    browse(async |browser| {
        for theme in ["light", "dark"] {
            browser.media("", &[("prefers-color-scheme", theme)]).await;
            for size in [LAPTOP, LOW_LAPTOP, PHONE, NARROW] {
                browser.size(size).await;
                for (name, page) in FRAMES {
                    browser.goto(page).await;
                    let medium = format!("{}-{theme}", size.0);
                    browser.picture(&format!("{name}-{medium}")).await;
                    nothing_overlaps(browser, page, &medium).await;
                }
            }
        }
    });
}

const FRAMES: [(&str, &str); 5] = [
    ("start", pages::LAB),
    ("busy", pages::BUSY),
    ("waiting", pages::WAITING),
    ("dense", pages::DENSE),
    ("nonsense", pages::NONSENSE),
];

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_laptops_first_view_holds_the_transport() {
    browse(async |browser| {
        for size in [LAPTOP, LOW_LAPTOP] {
            browser.size(size).await;
            for page in [pages::LAB, pages::BUSY, pages::DENSE] {
                browser.goto(page).await;
                let bottom = "document.querySelector('SELECTOR').getBoundingClientRect().bottom";
                for part in [".ribbon", ".transport"] {
                    let bottom = browser.eval(&bottom.replace("SELECTOR", part)).await;
                    println!("{page} at {size:?}: {part} ends at {bottom}");
                    assert!(
                        bottom.as_f64() <= Some(f64::from(size.1)),
                        "{page} at {size:?}: {part} {bottom}"
                    );
                }
            }
        }
    });
}
