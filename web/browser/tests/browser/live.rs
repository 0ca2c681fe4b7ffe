//! The lab as it plays: what is pressed happens at the playhead, and the
//! picture goes on.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::browser::{Browser, browse};

/// The moment that the page shows, in seconds.
pub const CLOCK: &str = "parseFloat(document.querySelector('.lab-stage .clock').textContent)";
pub const SENTENCE: &str = "document.querySelector('.lab-stage .stage-sentence').textContent";
const PLAYS: &str = "[...document.querySelectorAll('.lab-stage button')].some((one) => (one.ariaLabel ?? one.textContent).includes('Pause'))";

/// A token a second into a bucket of one, and somebody comes at 2 s: the token
/// is there, unless it was taken within the second before.
const ONE_AT_TWO: &str = "/lab/token-bucket?rate=1&burst=1&at=2000";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn what_is_sent_while_it_plays_happens_at_the_playhead_and_changes_what_comes() {
    browse(async |browser| {
        browser.goto(&format!("{ONE_AT_TWO}&t=2000")).await;
        let before = text(browser, SENTENCE).await;
        assert!(before.contains("admitted"), "nobody else has taken the token: {before}");

        browser.goto(ONE_AT_TWO).await;
        browser.press("Play").await;
        browser.until(&format!("{CLOCK} > 1.2")).await;
        let from = seconds(browser).await;
        browser.press("Send one").await;
        let until = seconds(browser).await;
        browser.until(&format!("{CLOCK} > {until}")).await;
        assert_eq!(browser.eval(PLAYS).await, json!(true), "a press stopped it");
        let after = browser
            .until(&format!("{CLOCK} >= 2 && {SENTENCE}.includes('refused') && {SENTENCE}"))
            .await;
        println!("sent at {from:.3}–{until:.3} s; {after}");
        browser.press("Pause").await;

        let query = address(browser).await;
        let sent: f64 = query
            .split("n=")
            .nth(1)
            .and_then(|rest| rest.split('x').next()?.parse().ok())
            .unwrap_or_else(|| panic!("no press in {query}"));
        // What is read from the page is at most two frames old.
        let slack_ms = 34.0;
        assert!(from * 1000.0 <= sent && sent <= until * 1000.0 + slack_ms, "{query}");
        browser.picture("live-sent").await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn steps_lead_to_the_first_refusal_and_the_scrub_bar_back_to_the_beginning() {
    browse(async |browser| {
        // Eight at once at 1 s, into a bucket of five.
        browser.goto("/lab/token-bucket?rate=1&burst=5&burst-at=1000x8").await;
        let steps = step_until(browser, "Next change", "refused").await;
        let sentence = text(browser, SENTENCE).await;
        println!("{steps} steps to the first refusal: {sentence}");
        assert!((seconds(browser).await - 1.0).abs() < 0.0005, "{sentence}");
        browser.picture("live-first-refusal").await;

        browser.press("First moment").await;
        assert!(seconds(browser).await.abs() < f64::EPSILON);
        browser.press("Next event").await;
        assert!((seconds(browser).await - 1.0).abs() < 0.0005);
        browser.press("100 ms back").await;
        assert!((seconds(browser).await - 0.9).abs() < 0.0005);

        // The middle of the bar is the middle of the run.
        let bar = browser.client().find(fantoccini::Locator::Css(".lab-stage .range")).await;
        let bar = bar.expect("a scrub bar");
        bar.click().await.expect("a click");
        browser.until(&format!("Math.abs({CLOCK} - 5) < 0.3")).await;
        bar.send_keys(&char::from(Key::Home).to_string()).await.expect("keys");
        browser.until(&format!("{CLOCK} === 0")).await;
        assert!(text(browser, SENTENCE).await.contains("Nothing has happened yet"));
    });
}

/// Presses `name` until the sentence says `word`, and returns how often.
async fn step_until(browser: &Browser, name: &str, word: &str) -> usize {
    for steps in 1..=20 {
        browser.press(name).await;
        if text(browser, SENTENCE).await.contains(word) {
            return steps;
        }
    }
    panic!("20 × \"{name}\", and no \"{word}\": {}", text(browser, SENTENCE).await);
}

const GHOST: &str = "[...document.querySelectorAll('[data-b-chunks=ghost] path')].some((path) => path.checkVisibility({ visibilityProperty: true, opacityProperty: true }))";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_arrow_keys_of_a_slider_leave_the_old_run_as_well() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=8&burst=5&load=7&t=4000").await;
        let slider = "document.querySelector('input[name=rate]').closest('.knob').querySelector('[type=range]')";
        browser.run(&format!("{slider}.focus();"), Value::Null).await;
        // A key is an input and a change at once; a hand on the slider is not.
        browser.keys(&[char::from(Key::Left)], false).await;
        browser.until("location.search.includes('rate=7')").await;
        browser.until(GHOST).await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_changed_rate_leaves_the_old_run_as_a_ghost() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=8&burst=5&load=7&t=4000").await;
        assert_eq!(browser.eval(GHOST).await, json!(false), "a ghost of nothing");
        let rate =
            browser.client().find(fantoccini::Locator::Css("input[type=number][name=rate]")).await;
        let rate = rate.expect("a field for the rate");
        rate.clear().await.expect("it can be emptied");
        rate.send_keys("2").await.expect("a number");
        browser.until(GHOST).await;
        browser.until("location.search.includes('rate=2')").await;
        browser.picture("live-ghost").await;
        let query = address(browser).await;
        println!("{query}: {}", text(browser, SENTENCE).await);
        for part in ["rate=2", "load=7", "t=4000"] {
            assert!(query.contains(part), "{part} is lost: {query}");
        }
        browser.press("Hide old run").await;
        assert_eq!(browser.eval(GHOST).await, json!(false), "it was to be hidden");
        browser.press("Show old run").await;
        assert_eq!(browser.eval(GHOST).await, json!(true), "it was to be shown");
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_keyboard_alone_plays_sends_steps_scrubs_and_changes_the_rate() {
    use fantoccini::key::Key;
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=1&burst=1&at=600").await;
        browser.keys(&[' '], false).await;
        browser.until(&format!("{CLOCK} > 0.1")).await;
        browser.keys(&['s'], false).await;
        browser.keys(&['b'], false).await;
        browser.until(&format!("{CLOCK} > 0.7")).await;
        browser.keys(&[' '], false).await;
        browser.until(&format!("!({PLAYS})")).await;
        let query = address(browser).await;
        assert!(query.contains("n="), "nothing was sent: {query}");

        browser.keys(&[Key::Home.into()], false).await;
        browser.until(&format!("{CLOCK} === 0")).await;
        let mut steps = 0;
        while !text(browser, SENTENCE).await.contains("refused") {
            browser.keys(&['n'], false).await;
            steps += 1;
            assert!(steps < 10, "no refusal: {}", text(browser, SENTENCE).await);
        }
        let refused = seconds(browser).await;
        browser.keys(&[Key::Left.into()], true).await;
        browser.until(&format!("Math.abs({CLOCK} - {}) < 0.0005", (refused - 0.1).max(0.0))).await;
        browser.keys(&[']'], false).await;
        assert_eq!(browser.eval("document.querySelector('.speed').value").await, json!("2"));

        let field = "document.activeElement?.matches('input[type=number][name=rate]')";
        let mut stops = 0;
        while browser.eval(field).await != json!(true) {
            browser.keys(&[Key::Tab.into()], false).await;
            stops += 1;
            assert!(stops < 60, "the tab key does not come to the rate");
        }
        // In a field, keys write.
        browser.keys(&[Key::Backspace.into(), '4', 's'], false).await;
        browser.until(GHOST).await;
        browser.until("location.search.includes('rate=4')").await;
        let query = address(browser).await;
        println!("{steps} steps to a refusal, {stops} stops to the rate; {query}");
        assert!(query.contains("rate=4"), "{query}");
        assert_eq!(query.matches("n=").count(), 1, "the \"s\" in a field was a press: {query}");
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn space_on_a_button_presses_it_and_does_not_also_play() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=1&burst=1&load=0").await;
        browser.run("document.querySelector('.actions button').focus();", Value::Null).await;
        browser.keys(&[' '], false).await;
        browser.until("location.search.includes('n=0x1')").await;
        assert_eq!(browser.eval(PLAYS).await, json!(false));
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn nonsense_in_a_link_is_said_and_the_page_plays_all_the_same() {
    browse(async |browser| {
        browser.goto(crate::pages::NONSENSE).await;
        let said = text(browser, "document.querySelector('main').innerText").await;
        assert!(said.contains("-3 was taken as 0"), "{said}");
        browser.press("Play").await;
        browser.until(&format!("{CLOCK} > 0.3")).await;
        browser.press("Pause").await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn two_tabs_play_two_runs() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=1&burst=1&load=0").await;
        let first = browser.client().window().await.expect("a window");
        browser.press("Send one").await;
        browser.until("location.search.includes('n=0x1')").await;
        let second = browser.client().new_window(true).await.expect("a tab").handle;
        browser.client().switch_to_window(second).await.expect("it is there");
        browser.goto("/lab/token-bucket?rate=2&burst=2&load=0").await;
        browser.press("Send 10").await;
        browser.until("location.search.includes('n=0x10')").await;
        let two = address(browser).await;
        browser.client().switch_to_window(first).await.expect("it is there");
        let one = address(browser).await;
        println!("{one} and {two}");
        assert!(one.contains("rate=1") && one.contains("n=0x1&"), "{one}");
        assert!(two.contains("rate=2") && two.contains("n=0x10&"), "{two}");
        browser.press("Play").await;
        browser.until(&format!("{CLOCK} > 0.2")).await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn without_motion_the_picture_goes_from_moment_to_moment() {
    browse(async |browser| {
        browser.media("", &[("prefers-reduced-motion", "reduce")]).await;
        browser.goto("/lab/token-bucket?rate=8&burst=5&load=7").await;
        browser.run(COUNT_MOVES, Value::Null).await;
        browser.press("Play").await;
        browser.until(&format!("{CLOCK} > 2")).await;
        browser.press("Pause").await;
        let moves = browser.eval("window.moves").await.as_u64().expect("a count");
        println!("without motion: the tape moved {moves} times in 2 s");
        // Twice a second at most, the first and the last included.
        assert!((2..=7).contains(&moves), "{moves}");
    });
}

const COUNT_MOVES: &str = "
    window.moves = 0;
    new MutationObserver(() => { window.moves += 1; }).observe(
        document.querySelector('.lab-stage .scroll'), { attributeFilter: ['transform'] });";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_figure_in_a_lesson_plays_where_it_stands_and_one_at_a_time() {
    browse(async |browser| {
        browser.goto_whole("/chapters/token-bucket").await;
        assert_eq!(browser.eval(TWO_FIGURES).await, json!(2), "figures with seconds to play");
        // A moment that the page does not have yet is fetched before it is shown.
        let begun =
            "window.two.every((one) => parseFloat(one.querySelector('.clock').textContent) === 0)";
        browser.until(begun).await;
        for figure in ["window.two[0]", "window.two[1]"] {
            browser.eval(&format!("{figure}.scrollIntoView({{ block: 'center' }})")).await;
            let clock = format!("parseFloat({figure}.querySelector('.clock').textContent)");
            let start = browser.eval(&clock).await.as_f64().expect("seconds");
            browser.eval(&format!("{figure}.querySelector('.play').click()")).await;
            browser.until(&format!("{clock} > {}", start + 0.2)).await;
        }
        let plays = "window.two.map((one) => one.querySelector('.play').textContent.trim())";
        assert_eq!(browser.eval(plays).await, json!(["Play", "Pause"]));
    });
}

/// Two figures, taken back to the beginning of runs that do not end while the
/// test looks at them.
const TWO_FIGURES: &str =
    "(window.two = [...document.querySelectorAll('figure.stage')].filter((figure) => {
        const bar = figure.querySelector('.range');
        bar.value = 0;
        bar.dispatchEvent(new Event('input'));
        return figure.querySelector('.stage-frame').dataset.until >= 2000;
    }).slice(0, 2)).length";

/// Brings the scrub bar to `ms`.
pub async fn seek(browser: &Browser, ms: u64) {
    let script = "const bar = document.querySelector('.lab-stage .range');
        bar.value = given;
        bar.dispatchEvent(new Event('input', { bubbles: true }));
        bar.dispatchEvent(new Event('change', { bubbles: true }));";
    browser.run(script, json!(ms)).await;
    let at = f64::from(u32::try_from(ms).expect("a short run")) / 1000.0;
    browser.until(&format!("Math.abs({CLOCK} - {at}) < 0.002")).await;
}

pub async fn seconds(browser: &Browser) -> f64 {
    browser.eval(CLOCK).await.as_f64().expect("a clock")
}

pub async fn text(browser: &Browser, expression: &str) -> String {
    browser.eval(expression).await.as_str().expect("words").replace('\u{a0}', " ")
}

/// The query of the page's address, percent-decoded as far as these tests need it.
pub async fn address(browser: &Browser) -> String {
    text(browser, "decodeURIComponent(location.search) + '&'").await
}
