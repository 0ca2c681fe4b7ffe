//! The breaker, live: it opens, refuses, waits, tries with one probe, and closes.

use crate::browser::browse;
use crate::live::{CLOCK, SENTENCE, address, seek, text};

/// The number of a gauge in the table of the frame.
fn number(name: &str) -> String {
    format!(
        "[...document.querySelectorAll('.stage-table tr')].find((row) => \
         row.cells[0].textContent.trim().startsWith('{name}'))?.cells[1].textContent.trim()"
    )
}

const STATE: &str = "document.querySelector('.panel-now .p-state')?.textContent.toLowerCase()";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_broken_service_opens_it_and_one_probe_after_the_other_closes_it() {
    browse(async |browser| {
        // A call each tenth of a second, which takes 40 ms; it judges after five
        // and opens at half; it rests for four seconds, and two good probes close it.
        browser
            .goto("/lab/breaker?load=0&even=10&latency-ms=40&cool-off-ms=4000&until=30000")
            .await;
        browser.press("Play").await;
        browser.until(&format!("{CLOCK} > 0.6")).await;
        browser.keys(&['x'], false).await;
        browser.until(&format!("{STATE}.includes('open') && !{STATE}.includes('half')")).await;
        browser.until(&format!("{SENTENCE}.includes('not sent')")).await;
        browser.press("Pause").await;
        let refused = text(browser, SENTENCE).await;
        println!("{refused}");
        assert!(refused.contains("the breaker is open for another"), "{refused}");
        browser.picture("breaker-open").await;

        browser.press("Play").await;
        browser.keys(&['x'], false).await;
        browser.until(&format!("{STATE}.includes('half')")).await;
        browser.press("Pause").await;
        let half = text(browser, SENTENCE).await;
        println!("{half}");
        let out = text(browser, &number("Probes out")).await;
        assert!(["0", "1"].contains(&out.trim()), "{out} probes are out");
        browser.picture("breaker-half-open").await;
        browser.press("Play").await;
        browser.until(&format!("{STATE}.includes('closed')")).await;
        browser.press("Pause").await;
        let closed = text(browser, SENTENCE).await;
        println!("{closed}");
        browser.picture("breaker-closed").await;
        let query = address(browser).await;
        assert!(query.contains("failing.100") && query.contains("failing.0"), "{query}");
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_press_in_the_past_saves_the_service_and_the_old_future_stays() {
    browse(async |browser| {
        browser.goto("/lab/breaker?run=opens-and-closes&t=3000").await;
        assert_eq!(text(browser, STATE).await, "open");
        seek(browser, 2300).await;
        browser.press("Heal the service").await;
        browser.until("location.search.includes('t=2300')").await;
        seek(browser, 3000).await;
        assert_eq!(text(browser, STATE).await, "closed", "it was healed in time");
        let rings = "document.querySelectorAll('.lab-stage .changed').length";
        assert!(browser.eval(rings).await.as_u64() > Some(0), "calls that ended otherwise");
        browser.picture("breaker-saved").await;
    });
}
