//! The lab by its links and forms alone: they work without a script too.

use fantoccini::Locator;
use serde_json::json;

use crate::browser::browse;

const SENTENCE: &str = "document.querySelector('.stage-sentence').textContent";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn without_a_script_links_and_forms_step_send_and_change_the_rate() {
    browse(async |browser| {
        browser.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await;
        browser.open_page("/lab/token-bucket?rate=1&burst=2&t=0").await;
        for name in ["Send 10", "Show"] {
            let by = format!("//*[self::a or self::button][normalize-space()='{name}']");
            let found = browser.client().find(Locator::XPath(&by)).await;
            found.unwrap_or_else(|error| panic!("{name}: {error}")).click().await.expect("a click");
        }
        let url = browser.client().current_url().await.expect("an address");
        println!("without a script: {url}");
        assert!(url.query().is_some_and(|query| query.contains("n=0x10")), "{url}");
        browser.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": false })).await;
        let sentence = browser.eval(SENTENCE).await;
        let sentence = sentence.as_str().expect("words");
        println!("{sentence}");
        // Two of ten pass a bucket of two.
        assert!(sentence.contains("refused"), "{sentence}");
    });
}
