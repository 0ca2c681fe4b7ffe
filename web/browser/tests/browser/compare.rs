//! Limiters side by side: one playhead over all rows.

use fantoccini::Locator;
use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::browser::{Browser, LAPTOP, NARROW, PHONE, browse};

const PAGE: &str = "/compare?a=fixed-window&b=token-bucket";
const FOUR: &str =
    "/compare?a=fixed-window&b=sliding-log&c=leaky-queue&d=token-bucket&stream=clustered";
const SEEDS: &str = "/compare?a=fixed-window&b=token-bucket&stream=random&seeds=20";
const READY: &str = "document.querySelector('.compare[data-ready]')";
const MS: &str = "Number(document.querySelector('.compare .range').value)";
const TOLD: &str = "document.querySelector('[data-at=told]').textContent";

async fn open(browser: &Browser, page: &str) {
    browser.open_page(page).await;
    browser.until(READY).await;
}

/// Waits until the page has the words of the moment `ms`.
async fn settled(browser: &Browser, ms: u64) {
    browser.until(&format!("{MS} === {ms}")).await;
    let address = format!(
        "(new URL(document.querySelector('[data-at=link]').href).searchParams.get('t') ?? '1100') === '{ms}'"
    );
    browser.until(&address).await;
}

async fn words(browser: &Browser, expression: &str) -> String {
    browser.eval(expression).await.as_str().expect("words").to_owned()
}

/// Everything that is of one moment, as it stands on the page.
const OF_THE_MOMENT: &str = "
    const known = (element) => element.tagName === 'A'
        ? [element.dataset.at, element.getAttribute('href'), element.className, element.dataset.ms]
        : [element.dataset.at, element.innerHTML];
    return {
        parts: [...document.querySelectorAll('[data-at]')].map(known),
        scroll: [...document.querySelectorAll('.compare .scroll')].map((tape) => tape.getAttribute('transform')),
        hidden: [...document.querySelectorAll('[data-over]')].map((count) => count.hasAttribute('hidden')),
        clock: document.querySelector('.compare .clock').textContent,
        says: document.querySelector('.compare .range').getAttribute('aria-valuetext'),
    };";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_moment_that_was_moved_to_looks_like_its_own_page() {
    browse(async |browser| {
        open(browser, FOUR).await;
        for ms in [1000, 933, 2500, 0] {
            let scrub = "const range = document.querySelector('.compare .range');
                range.value = given;
                range.dispatchEvent(new Event('input', { bubbles: true }));";
            browser.run(scrub, json!(ms)).await;
            settled(browser, ms).await;
            let moved = browser.run(OF_THE_MOMENT, Value::Null).await;
            let url = browser.client().current_url().await.expect("an address");
            assert!(url.query().is_some_and(|q| q.ends_with(&format!("t={ms}"))), "{url}");
            browser.client().refresh().await.expect("a page");
            browser.until(READY).await;
            let loaded = browser.run(OF_THE_MOMENT, Value::Null).await;
            assert_eq!(moved, loaded, "at {ms} ms");
        }
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn keys_lead_from_difference_to_difference_and_play() {
    browse(async |browser| {
        open(browser, PAGE).await;
        browser.keys(&[char::from(Key::Home)], false).await;
        settled(browser, 0).await;
        assert_eq!(words(browser, TOLD).await, "Nothing has arrived yet.");
        // The bucket is empty when it gave 109 or so: the first of the second second
        // that it refuses is the first difference.
        browser.keys(&['n'], false).await;
        browser.until(&format!("{MS} > 1000")).await;
        let first = browser.eval(MS).await.as_u64().expect("a moment");
        settled(browser, first).await;
        let told = words(browser, TOLD).await;
        println!("{told}");
        assert!(told.ends_with("Fixed window let it through; Token bucket refused it."), "{told}");
        browser.keys(&['n', 'p'], false).await;
        settled(browser, first).await;
        browser.keys(&[char::from(Key::Right)], false).await;
        settled(browser, first + 100).await;
        browser.keys(&[char::from(Key::Home)], false).await;
        settled(browser, 0).await;
        browser.keys(&[' '], false).await;
        browser.until(&format!("{MS} > 100")).await;
        assert_eq!(words(browser, "document.querySelector('.play').textContent").await, "Pause");
        browser.keys(&['.'], false).await;
        let at = browser.eval(MS).await.as_u64().expect("a moment");
        settled(browser, at).await;
        // In a field the keys belong to the field.
        let field = browser.client().find(Locator::Css(".moment input")).await.expect("a field");
        field.click().await.expect("a click");
        browser.keys(&['n', char::from(Key::Home)], false).await;
        settled(browser, at).await;
        let spoken = words(browser, "document.querySelector('[aria-live]').textContent").await;
        assert_eq!(spoken, words(browser, TOLD).await, "a screen reader hears where it stopped");
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn without_motion_the_playhead_steps() {
    browse(async |browser| {
        browser.media("", &[("prefers-reduced-motion", "reduce")]).await;
        open(browser, "/compare?a=fixed-window&b=token-bucket&t=0").await;
        browser.press("Play").await;
        browser.until(&format!("{MS} === 100")).await;
        browser.until(&format!("{MS} === 200")).await;
        browser.press("Pause").await;
        settled(browser, 200).await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn without_a_script_each_step_is_a_link_and_a_moment_a_form() {
    browse(async |browser| {
        browser.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await;
        browser.open_page("/compare?a=fixed-window&b=token-bucket&t=0").await;
        let next = browser.client().find(Locator::Css("[data-at=next]")).await.expect("a link");
        next.click().await.expect("a click");
        let field = browser.client().find(Locator::Css(".moment input")).await.expect("a field");
        let found = field.prop("value").await.expect("a value").expect("a moment");
        field.send_keys(&char::from(Key::Enter).to_string()).await.expect("Enter");
        let url = browser.client().current_url().await.expect("an address");
        browser.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": false })).await;
        println!("the first difference is at {found} ms: {url}");
        assert!(found.parse().is_ok_and(|ms: u64| ms > 1000), "{found}");
        assert!(url.query().is_some_and(|query| query.ends_with(&format!("t={found}"))), "{url}");
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn one_line_stands_in_all_rows_and_every_size_and_theme_can_be_read() {
    browse(async |browser| {
        for (name, page) in [("two", PAGE), ("four", FOUR), ("seeds", SEEDS)] {
            for size in [LAPTOP, PHONE, NARROW] {
                browser.size(size).await;
                for theme in ["light", "dark"] {
                    browser.media("", &[("prefers-color-scheme", theme)]).await;
                    open(browser, page).await;
                    browser.picture(&format!("compare-{name}-{}-{theme}", size.0)).await;
                    let low = browser.run(include_str!("probes/contrast.js"), Value::Null).await;
                    assert_eq!(low["low"], json!([]), "{page} in {theme}: too faint");
                }
                let wide = browser.run(include_str!("probes/wide.js"), Value::Null).await;
                assert!(
                    wide["wide"] == json!([]) && wide["scroll"] == wide["width"],
                    "{page} at {size:?}: {wide}"
                );
                let line = browser.run(LINE, Value::Null).await;
                assert_eq!(line["off"], json!([]), "{page} at {size:?}: {line}");
                assert!(line["rows"].as_u64() >= Some(4), "{line}");
                assert_eq!(line["covered"], json!([]), "{page} at {size:?}: under the tapes");
            }
            browser.size(LAPTOP).await;
        }
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_scrub_bar_has_room_in_every_window() {
    browse(async |browser| {
        for page in [PAGE, "/lab/token-bucket"] {
            for width in [320, 600, 900, 901, 1024, 1100, 1200, 1201, 1280] {
                browser.size((width, 800)).await;
                browser.open_page(page).await;
                browser.until(THERE).await;
                let bar = browser.run(BAR, Value::Null).await;
                // A step of the mouse is then less than a tenth of a second.
                assert!(bar["width"].as_f64() >= Some(100.0), "{page} at {width}: {bar}");
            }
        }
        browser.size(LAPTOP).await;
    });
}

const THERE: &str = "document.querySelector('.live .transport .range, [data-ready] .range')";

/// How wide the scrub bar is.
const BAR: &str = "
    const { width } = document.querySelector('.transport .range').getBoundingClientRect();
    return { width };";

/// Whether the playhead goes through all rows, at the present of each of them.
const LINE: &str = "
    const line = document.querySelector('.playhead').getBoundingClientRect();
    const x = line.left + line.width / 2;
    const rows = [...document.querySelectorAll('.tape > svg')];
    const off = rows.map((row) => row.getBoundingClientRect()).filter((row) =>
        Math.abs(row.left + 0.75 * row.width - x) > 1 || row.top < line.top || row.bottom > line.bottom + 1);
    // Where the transport sticks to the window, the tapes run under it.
    const covered = [...document.querySelectorAll('.transport :is(a, button, input)')].filter((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return width > 0 && seen && !part.contains(seen);
    }).map((part) => part.outerHTML.slice(0, 80));
    return { rows: rows.length, off, covered };";
