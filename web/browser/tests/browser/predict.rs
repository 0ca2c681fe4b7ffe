//! A prediction by keyboard: asked, kept, judged, and seen beside the run.

use fantoccini::key::Key;

use crate::browser::browse_in;
use crate::exercise::{words, workspace_copy};

const ASKED: &str = "/chapters/token-bucket";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_prediction_is_made_by_keyboard_and_stands_beside_the_run() {
    let copy = workspace_copy();
    let kept = copy.join(".breakwater/progress.txt");
    let _ = std::fs::remove_file(&kept);
    browse_in(&copy, async |browser| {
        browser.goto(ASKED).await;
        browser.eval("document.querySelector('#prediction-3 input[name=said]').focus()").await;
        let guess: Vec<char> = "2 s".chars().chain([char::from(Key::Enter)]).collect();
        browser.keys(&guess, false).await;
        browser.until("location.hash === '#prediction-3' && document.querySelector('#prediction-3 .answer') !== null").await;
        let said = words(browser, "#prediction-3").await;
        assert!(said.contains("You said 2 s, before you saw the run."), "{said}");
        assert!(said.contains("That is not it.") && said.contains("1500 ms"), "{said}");
        browser.picture("prediction-answered").await;
        let text = std::fs::read_to_string(&kept).expect("a file of what was done");
        assert!(text.contains("predicted token-bucket/3 2 s\n"), "{text}");
        // From the box on: its first stop is the link to the run.
        browser.eval("document.querySelector('#prediction-3').focus()").await;
        browser.keys(&[char::from(Key::Tab), char::from(Key::Enter)], false).await;
        browser.until("document.querySelector('.guess-line .yours') !== null").await;
        let beside = words(browser, ".guess").await;
        assert!(beside.contains("You predicted 2 s, the dotted mark."), "{beside}");
        browser.picture("prediction-in-the-lab").await;
    });
}
