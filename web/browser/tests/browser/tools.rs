//! What stands around the stage: copies, keys, the projector, the code, the
//! runs that were left, and the end of a run.

use serde_json::{Value, json};

use crate::browser::{READY, browse};
use crate::live::{CLOCK, SENTENCE, address, seconds, seek, text};

/// What a page writes to the clipboard, kept for the test: a headless browser
/// has no clipboard of its own.
const CLIPBOARD: &str = "
    window.copied = [];
    navigator.clipboard.writeText = (words) => { window.copied.push(words); return Promise.resolve(); };";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_copied_link_leads_to_the_same_frame_and_a_copied_picture_stands_alone() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=1&burst=5&burst-at=1000x8&t=1000").await;
        browser.run(CLIPBOARD, Value::Null).await;
        browser.press("Send one").await;
        browser.until("location.search.includes('n=1000x1')").await;
        let sentence = text(browser, SENTENCE).await;

        browser.press("Copy picture").await;
        browser.until("window.copied.length === 1").await;
        let alone = browser.run(DRAW_ALONE, Value::Null).await;
        println!("a picture of {alone}");
        let colours = alone["colours"].as_u64().expect("a number");
        assert!(colours > 20, "it is empty, or black: {alone}");
        assert_eq!(alone["leans"], json!(false), "it needs a sheet beside it: {alone}");

        browser.press("Copy link").await;
        let link = browser.until("window.copied[1]").await;
        let link = link.as_str().expect("a link").replace(&browser.workbook.origin(), "");
        browser.goto(&link).await;
        assert_eq!(text(browser, SENTENCE).await, sentence, "{link}");
    });
}

/// Draws the copied picture without any page around it.
const DRAW_ALONE: &str = "
    const svg = new DOMParser().parseFromString(window.copied[0], 'image/svg+xml');
    const root = svg.documentElement;
    const leans = root.nodeName !== 'svg' || svg.querySelector('[class], [style], script, use') !== null;
    const fills = [...root.querySelectorAll('*')].map((one) => [one.getAttribute('d'), one.getAttribute('stroke'), one.getAttribute('fill')].join());
    return { leans, colours: new Set(fills).size, bytes: window.copied[0].length };";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_keys_are_explained_in_a_dialog_and_can_be_switched_off() {
    use fantoccini::key::Key;
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=1&burst=1").await;
        browser.keys(&['?'], false).await;
        browser.until("document.querySelector('dialog.help').open").await;
        // A dialog has the keys to itself.
        browser.keys(&['s'], false).await;
        browser.picture("help").await;
        browser
            .run("document.querySelector('dialog.help [name=keys]').click();", Value::Null)
            .await;
        browser.keys(&[Key::Escape.into()], false).await;
        browser.until("!document.querySelector('dialog.help').open").await;
        browser.keys(&['s', '.'], false).await;
        assert!(!address(browser).await.contains("n="), "a key that was switched off pressed");
        assert!(seconds(browser).await.abs() < f64::EPSILON);
        browser.press("Keys").await;
        browser
            .run("document.querySelector('dialog.help [name=keys]').click();", Value::Null)
            .await;
        browser.run("document.querySelector('dialog.help .close').click();", Value::Null).await;
        browser.keys(&['s'], false).await;
        browser.until("location.search.includes('n=0x1')").await;
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_projector_has_only_the_stage_larger_and_one_can_still_send() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=8&burst=5&load=7&t=2000").await;
        let size =
            "parseFloat(getComputedStyle(document.querySelector('.stage-sentence')).fontSize)";
        let normal = browser.eval(size).await;
        let before = normal.as_f64().expect("a size");
        browser.size((1280, 800)).await;
        browser.keys(&['f'], false).await;
        let after = browser.eval(size).await.as_f64().expect("a size");
        assert!(after > before * 1.3, "{before} px, and {after} px");
        let bottom =
            "document.querySelector('.lab-stage .transport').getBoundingClientRect().bottom";
        assert!(browser.eval(bottom).await.as_f64().expect("px") <= 800.0, "the controls are cut");
        assert_eq!(browser.eval(OVERLAPS).await, json!([]), "over each other");
        browser.press("Send one").await;
        browser.until("location.search.includes('n=2000x1')").await;
        browser.picture("projector").await;
        browser.keys(&['f'], false).await;
        assert_eq!(browser.eval(size).await, normal);
    });
}

/// Pieces of the page that cover each other, by name.
const OVERLAPS: &str = "(() => {
    const names = ['.lab-stage .stage-panels', '.lab-stage .stage-sentence', '.lab-stage .ribbon', '.lab-stage .transport'];
    const boxes = names.map((name) => document.querySelector(name).getBoundingClientRect());
    return names.slice(1).filter((_, i) => boxes[i + 1].top < boxes[i].bottom - 1);
})()";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_run_grows_behind_its_end_while_it_plays() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=8&burst=5&load=7&until=3000&t=2500").await;
        browser.press("Play").await;
        browser.until(&format!("{CLOCK} > 3.3")).await;
        browser.press("Pause").await;
        let query = address(browser).await;
        println!("grown to {query}");
        assert!(!query.contains("until=3000"), "{query}");
        let words = text(browser, SENTENCE).await;
        assert!(words.starts_with("At 3.") || words.starts_with("At 2.9"), "{words}");
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_run_that_was_left_is_kept_and_can_be_gone_back_to() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=1&burst=1&at=2000&t=2500").await;
        let old = text(browser, SENTENCE).await;
        assert!(old.contains("admitted"), "{old}");
        seek(browser, 1500).await;
        browser.press("Send one").await;
        browser.until("location.search.includes('n=1500x1')").await;
        seek(browser, 2500).await;
        let new = text(browser, SENTENCE).await;
        assert!(new.contains("refused"), "{new}");
        assert_eq!(browser.eval(RINGS).await, json!(true), "who ended otherwise has a ring");
        browser.picture("branch-ring").await;

        browser.press("Before the press at 1.500\u{a0}s").await;
        browser.until(&format!("{SENTENCE}.includes('admitted')")).await;
        browser.until("!location.search.includes('n=')").await;
        // And the other one is kept in its turn.
        assert_eq!(browser.eval(RINGS).await, json!(true));
    });
}

const RINGS: &str = "document.querySelectorAll('.lab-stage .changed').length > 0";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_code_panel_lights_the_line_that_decided() {
    browse(async |browser| {
        browser.goto("/lab/token-bucket?rate=1&burst=1&burst-at=1000x2&t=1000").await;
        browser.run("document.querySelector('.code-panel summary').click();", Value::Null).await;
        let lit = "[...document.querySelectorAll('.code-panel [data-on]')].map((line) => line.textContent.trim()).join(' | ')";
        let both = text(browser, lit).await;
        println!("lit: {both}");
        assert!(both.contains('|'), "one was admitted and one refused: {both}");
        browser.press("First moment").await;
        assert_eq!(text(browser, lit).await, "", "nothing has been decided yet");
        browser.press("Next event").await;
        assert_eq!(text(browser, lit).await, both);
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_run_that_no_link_can_hold_is_offered_as_a_file() {
    browse(async |browser| {
        // 199 presses, each its own instant: more than 1500 characters.
        let presses: Vec<String> = (0..199).map(|i| format!("{}x1", 10_001 + 17 * i)).collect();
        browser
            .goto(&format!("/lab/token-bucket?load=0&until=20000&n={}&t=900", presses.join(",")))
            .await;
        let sentence = text(browser, SENTENCE).await;
        browser.press("Send one").await;
        // The run was too long before, too: the offer of that one has no such press.
        let offer = "document.querySelector('.permalink a[download]')?.getAttribute('href')";
        browser.until(&format!("{offer}?.includes('900x1')")).await;
        let file = browser.eval(offer).await;
        let file = file.as_str().expect("an address");
        assert!(file.starts_with("/lab/token-bucket/run.txt?") && file.len() > 1500, "{file}");

        // The file leads back to the very frame. The offer may stand there before
        // the new run is drawn.
        browser.until(&format!("{SENTENCE}.includes('admitted')")).await;
        let after = text(browser, SENTENCE).await;
        assert_ne!(after, sentence);
        browser.goto("/lab/token-bucket").await;
        browser.run(OPEN, json!(file)).await;
        browser.until("location.search.includes('n=900x1')").await;
        browser.until(READY).await;
        browser.until(&format!("{SENTENCE}.includes('admitted')")).await;
        assert_eq!(text(browser, SENTENCE).await, after);

        browser.goto("/lab/token-bucket").await;
        browser.run(OPEN, json!("/assets/page.css")).await;
        let note = "document.querySelector('.lab-stage .stage-note').textContent";
        browser.until(&format!("{note}.includes('no saved run')")).await;
        browser.picture("no-saved-run").await;
    });
}

/// Chooses what `given` leads to as the file of a saved run.
const OPEN: &str = "
    fetch(given).then((answer) => answer.text()).then((words) => {
        const files = new DataTransfer();
        files.items.add(new File([words], 'run.txt'));
        const input = document.querySelector('.open-run input');
        input.files = files.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
    });";
