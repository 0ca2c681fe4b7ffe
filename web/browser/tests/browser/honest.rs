//! What a played page shows is what the server draws at the same address.

use serde_json::{Value, json};

use crate::browser::{Browser, browse};
use crate::live::{CLOCK, SENTENCE, address, seconds, seek, text};

/// What is to be seen of the run: the sentence, the numbers, and every mark,
/// bend and second of the tape near the present.
const SHOWN: &str = "(() => {
    const frame = document.querySelector('.lab-stage .stage-frame');
    const paths = (name) => [...frame.querySelectorAll(`[data-b-chunks=${name}] [d], [data-b-chunks=${name}] text`)]
        .map((one) => one.getAttribute('d') ?? one.textContent).sort();
    return JSON.stringify({
        sentence: frame.querySelector('.stage-sentence').textContent,
        numbers: [...frame.querySelectorAll('.stage-table td')].map((cell) => cell.textContent),
        vessel: frame.querySelector('.panel-now').textContent,
        marks: paths('marks'), curve: paths('curve'), grid: paths('grid'), past: paths('past'),
        log: document.querySelector('.log').innerText,
    }, null, 1);
})()";

/// Compares the page with a fresh one of its address.
async fn is_honest(browser: &Browser, what: &str) {
    // Until nothing is under way: the address and the log come a little later.
    let quiet = "(window.still ??= { at: 0 }, (() => {
        const now = location.href + SHOWN;
        if (window.still.now !== now) window.still = { now, at: performance.now() };
        return performance.now() - window.still.at > 700;
    })())";
    browser.until(&quiet.replace("SHOWN", SHOWN)).await;
    let live = text(browser, SHOWN).await;
    let query = browser.eval("location.pathname + location.search").await;
    browser.goto(query.as_str().expect("an address")).await;
    let fresh = text(browser, SHOWN).await;
    let all = |words: &str| serde_json::from_str::<Value>(words).expect("JSON");
    let (live, fresh) = (all(&live), all(&fresh));
    for (name, value) in fresh.as_object().expect("an object") {
        assert_eq!(&live[name], value, "{what}: {name} of {query}");
    }
}

/// Sets a field as a hand does, and then presses S, within one task.
const CHANGE_AND_PRESS: &str = "
    const field = document.querySelector('input[type=number][name=rate]');
    field.value = 2;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    setTimeout(() => document.querySelector('.actions button').click(), given);";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_press_right_behind_a_changed_parameter_is_drawn_with_its_own_past() {
    browse(async |browser| {
        for pause_ms in [0, 40, 62, 70, 90, 200] {
            browser.goto("/lab/token-bucket?load=20&t=3000").await;
            browser.run(CHANGE_AND_PRESS, json!(pause_ms)).await;
            browser
                .until("location.search.includes('rate=2') && location.search.includes('n=3000x1')")
                .await;
            is_honest(browser, &format!("{pause_ms} ms")).await;
        }
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn wherever_one_goes_the_whole_tape_is_there() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?load=20&until=60000&t=9500").await;
        for ms in [3000, 8910, 32_432, 14_000, 13_000, 59_500] {
            seek(browser, ms).await;
            is_honest(browser, &format!("at {ms} ms")).await;
            browser.goto("/lab/token-bucket?load=20&until=60000&t=9500").await;
        }
        // Many places, faster than the answers come.
        for ms in (0..60).map(|i| 1000 * (i * 37 % 60)) {
            browser.run(SCRUB, json!(ms)).await;
        }
        browser.until(&format!("Math.abs({CLOCK} - 23) < 0.002")).await;
        is_honest(browser, "after a wild scrub").await;
    });
}

const SCRUB: &str = "const bar = document.querySelector('.lab-stage .range');
    bar.value = given;
    bar.dispatchEvent(new Event('input', { bubbles: true }));";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn played_from_its_end_a_run_begins_anew_and_can_be_pressed() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?load=1&until=600000&t=600000").await;
        browser.press("Play").await;
        browser.until(&format!("{CLOCK} > 0.3 && {CLOCK} < 30")).await;
        browser.press("Send one").await;
        browser.until("location.search.includes('n=')").await;
        browser.press("Pause").await;
        is_honest(browser, "begun anew").await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_press_and_a_seek_before_its_answer_go_together() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?load=20&until=60000&t=1000").await;
        let both = "document.querySelectorAll('.actions button')[1].click();
            const bar = document.querySelector('.lab-stage .range');
            for (const ms of given) {
                bar.value = ms;
                bar.dispatchEvent(new Event('input', { bubbles: true }));
            }";
        browser.run(both, json!([14_000])).await;
        browser.until(&format!("Math.abs({CLOCK} - 14) < 0.002")).await;
        seek(browser, 1500).await;
        is_honest(browser, "pressed, gone, and come back").await;
        assert!(address(browser).await.contains("n=1000x10"));
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_step_right_behind_a_press_finds_what_comes_later() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?load=0&burst-at=8000x3").await;
        browser.keys(&['s', fantoccini::key::Key::Right.into()], false).await;
        browser.until(&format!("Math.abs({CLOCK} - 8) < 0.002")).await;
        let note =
            text(browser, "document.querySelector('.lab-stage .stage-note').textContent").await;
        assert_eq!(note, "");
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_refused_run_changes_nothing_and_the_one_before_it_can_still_grow() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?load=5&until=2000&t=1000").await;
        let field = "const field = document.querySelector('input[name=load][type=number]');
            field.value = 500;
            field.dispatchEvent(new Event('input', { bubbles: true }));
            const length = document.querySelector('input[name=until]');
            length.value = 600000;
            length.dispatchEvent(new Event('input', { bubbles: true }));";
        browser.run(field, Value::Null).await;
        let note = "document.querySelector('.lab-stage .stage-note').textContent";
        browser.until(&format!("{note}.includes('20000 requests')")).await;
        browser.press("Play").await;
        browser.until(&format!("{CLOCK} > 2.3")).await;
        browser.press("Pause").await;
        is_honest(browser, "grown after a refusal").await;
        let console = browser.console().await;
        assert!(console.iter().all(|line| line.contains("422")), "{console:?}");
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_slider_leaves_one_run_behind_and_the_fields_say_what_is_shown() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=8&load=7&t=4000").await;
        let drag = "const slider = document.querySelector('.knob input[type=range]');
            for (const value of [9, 12, 16, 20]) {
                slider.value = value;
                slider.dispatchEvent(new Event('input', { bubbles: true }));
            }
            slider.dispatchEvent(new Event('change', { bubbles: true }));";
        browser.run(drag, Value::Null).await;
        browser.until("location.search.includes('rate=20')").await;
        let left =
            "[...document.querySelectorAll('.branches button')].map((one) => one.textContent)";
        assert_eq!(browser.eval(left).await, json!(["Before another rate"]));
        browser.press("Before another rate").await;
        browser.until("!location.search.includes('rate=')").await;
        let fields =
            "[...document.querySelectorAll('.knob:first-of-type input')].map((one) => one.value)";
        assert_eq!(browser.eval(fields).await, json!(["8", "8"]));
        // The run that was left can be gone back to in its turn.
        assert_eq!(browser.eval(left).await, json!(["With another rate"]));
        browser.press("With another rate").await;
        browser.until("location.search.includes('rate=20')").await;
        is_honest(browser, "there and back").await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_click_on_the_scrub_bar_leaves_the_keys_alive() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?load=0").await;
        let bar = browser.client().find(fantoccini::Locator::Css(".lab-stage .range")).await;
        bar.expect("a bar").click().await.expect("a click");
        browser.until(&format!("{CLOCK} > 1")).await;
        browser.keys(&['s'], false).await;
        browser.until("location.search.includes('n=')").await;
        let at = seconds(browser).await;
        browser.keys(&[' '], false).await;
        browser.until(&format!("{CLOCK} > {at} + 0.1")).await;
        let said = text(browser, SENTENCE).await;
        assert!(said.contains("request 1 admitted"), "{said}");
    });
}
