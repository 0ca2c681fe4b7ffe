//! What is measured rather than proved: how long a press takes, how long a
//! frame is. Figures are printed; the bounds are wide, for machines differ.

use serde_json::{Value, json};

use crate::browser::{Browser, browse};
use crate::live::CLOCK;
use crate::pages;

/// Thirty a second for ten minutes: with the presses, close to all that a run may have.
const LONG: &str = "/lab/token-bucket?rate=30&burst=12&load=30&until=600000&t=582000";

const PRESSES: usize = 20;

/// Nobody calls it live if the answer takes longer than this.
const PRESS_MEDIAN_MAX_MS: f64 = 500.0;

/// At least every second frame of a screen with sixty a second.
const FRAME_MEDIAN_MAX_MS: f64 = 34.0;

#[test]
#[ignore = "needs chromium and chromedriver"]
fn from_a_press_to_the_new_future_early_and_late_in_a_run() {
    browse(async |browser| {
        let early = [
            "/lab/token-bucket?rate=8&burst=5&load=8",
            "/lab/token-bucket?rate=50&burst=12&load=300&until=60000",
        ];
        for page in [early[0], early[1], LONG] {
            browser.goto(page).await;
            browser.press("Play").await;
            let start = browser.eval(CLOCK).await.as_f64().expect("seconds");
            browser.until(&format!("{CLOCK} > {}", start + 0.5)).await;
            let mut took = presses(browser).await;
            let at = browser.eval(CLOCK).await;
            browser.press("Pause").await;
            took.sort_by(f64::total_cmp);
            let (median, most) = (took[took.len() / 2], took[took.len() - 1]);
            let asked = browser.eval(ASKED).await.as_f64().expect("milliseconds");
            println!(
                "{page}: {PRESSES} presses from {start} s to {at} s: median {median:.0} ms, most \
                 {most:.0} ms; of the median, {asked:.0} ms are the server's answer"
            );
            assert!(median <= PRESS_MEDIAN_MAX_MS, "{page}: {took:?}");
        }
    });
}

/// How long each of some presses took, in milliseconds: from the key to the
/// frame after the new future was put into the page.
async fn presses(browser: &Browser) -> Vec<f64> {
    browser.run(WATCH, Value::Null).await;
    for number in 0..PRESSES {
        // Some come while the rest of the run is being asked for, some do not.
        let pause = if number % 2 == 0 { 150 } else { 350 };
        let since = browser.eval("performance.now()").await.as_f64().expect("milliseconds");
        browser.until(&format!("performance.now() > {since} + {pause}")).await;
        browser.keys(&[if number % 2 == 0 { 's' } else { 'b' }], false).await;
        browser.until(&format!("window.took.length > {number}")).await;
    }
    let took = browser.eval("window.took").await;
    took.as_array().expect("a list").iter().filter_map(Value::as_f64).collect()
}

/// The player writes `data-pressed` in the frame that shows a press; what is
/// waited for behind it is that frame's own painting. The change in the tape
/// itself is looked for as well.
const WATCH: &str = "
    performance.setResourceTimingBufferSize(2000);
    window.took = [];
    let down = 0;
    let changed = false;
    addEventListener('keydown', (event) => { [down, changed] = [event.timeStamp, false]; }, true);
    const frame = document.querySelector('.lab-stage .stage-frame');
    new MutationObserver(() => { changed = true; })
        .observe(frame.querySelector('.ribbon'), { childList: true, subtree: true });
    new MutationObserver(() => setTimeout(() => {
        if (changed) window.took.push(performance.now() - down);
    }, 0)).observe(frame, { attributeFilter: ['data-pressed'] });";

/// The median of how long the server took to answer to a press.
const ASKED: &str = "performance.getEntriesByType('resource')
    .filter(({ name }) => name.includes('/trace') && name.includes('quick'))
    .map(({ duration }) => duration).sort((a, b) => a - b).at(10)";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn three_hundred_a_second_move_smoothly() {
    browse(async |browser| {
        for page in [pages::BUSY, pages::DENSE] {
            browser.goto(page).await;
            browser.press("Play").await;
            browser.run(FRAMES, json!(180)).await;
            browser.until("window.frames_ms.length >= 180").await;
            let frames = browser.eval("window.frames_ms.sort((a, b) => a - b)").await;
            let at = |share: usize| {
                let frames = frames.as_array().expect("a list");
                frames[(frames.len() - 1) * share / 100].as_f64().expect("milliseconds")
            };
            println!(
                "{page}: frames median {:.1} ms, 95 of 100 within {:.1} ms, most {:.1} ms",
                at(50),
                at(95),
                at(100)
            );
            assert!(at(50) <= FRAME_MEDIAN_MAX_MS, "{page}: {:.1} ms", at(50));
            browser.press("Pause").await;
        }
    });
}

const FRAMES: &str = "
    window.frames_ms = [];
    let last = 0;
    const frame = (now) => {
        if (last) window.frames_ms.push(now - last);
        last = now;
        if (window.frames_ms.length < given) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_run_of_maximal_size_opens_plays_and_ends_in_words() {
    browse(async |browser| {
        // 33 a second for ten minutes are 19 800 requests, of 20 000.
        browser.goto("/lab/token-bucket?rate=30&burst=12&even=33&until=600000&t=599000").await;
        let took = browser.eval("performance.getEntriesByType('navigation')[0].duration").await;
        println!(
            "19 800 requests: the page at 599 s took {took:.0} ms",
            took = took.as_f64().expect("ms")
        );
        browser.press("Play").await;
        browser.until(&format!("{CLOCK} === 600")).await;
        let note = browser.until("document.querySelector('.stage-note')?.checkVisibility() && document.querySelector('.stage-note').textContent").await;
        println!("{note}");
        assert!(note.as_str().is_some_and(|note| note.contains("end of the run")), "{note}");

        // One a second more is too many, and the page says so instead.
        browser.goto("/lab/token-bucket?rate=30&burst=12&even=34&until=600000&t=599000").await;
        let words = browser.eval("document.querySelector('.lab-error').innerText").await;
        println!("{words}");
        assert!(words.as_str().is_some_and(|words| words.contains("20000")), "{words}");
        // The status of that page is all that the console has to say.
        let console = browser.console().await;
        assert!(console.len() == 1 && console[0].contains("422"), "{console:?}");
    });
}
