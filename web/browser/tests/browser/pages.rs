//! Which pages there are: found by following links, so that a new chapter is
//! looked at without being named here.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::browser::Browser;

/// A frame in the middle of a crowded run, with presses in it.
pub const BUSY: &str = "/lab/token-bucket?rate=8&burst=5&load=7&n=2000x6&t=2350";
/// Another: it waits in debt.
pub const WAITING: &str = "/lab/token-bucket?run=twenty-waits&t=1500";
/// Three hundred a second: too many to draw one by one.
pub const DENSE: &str = "/lab/token-bucket?rate=50&burst=12&load=300&until=60000&t=6000";
/// Every parameter is nonsense.
pub const NONSENSE: &str =
    "/lab/token-bucket?rate=-3&burst=many&load=%00&t=1e9&until=x&n=7&q=%3Cb%3E";
/// The lab as a newcomer opens it.
pub const LAB: &str = "/lab/token-bucket";
/// No page has these addresses.
pub const MISSING: [&str; 3] = ["/chapters/no-such", "/lab/no-such", "/no-such"];

/// The address of every page that a reader can get to, and some odd frames.
pub async fn all(browser: &Browser) -> Vec<String> {
    browser.goto("/").await;
    let mut found = links(browser, "main a").await;
    // A schedule is an address of its own, and all of them look alike.
    let labs: Vec<String> = found.iter().filter(|at| at.starts_with("/lab/")).cloned().collect();
    for lab in labs {
        browser.goto(&lab).await;
        found.extend(links(browser, ".choices a").await);
    }
    let odd = ["/", BUSY, WAITING, DENSE, NONSENSE];
    found.extend(odd.map(str::to_owned));
    let pages: Vec<String> = found.into_iter().collect();
    assert!(pages.len() >= 15, "links were not found: {pages:?}");
    pages
}

/// The same without most of a lab's curated runs: of each lab its first frame,
/// and the last of its runs.
pub async fn some(browser: &Browser) -> Vec<String> {
    let all = all(browser).await;
    let lab = |page: &str| page.split_once("?run=").map(|(lab, _)| lab.to_owned());
    let last = |page: &String| {
        let more = all.iter().filter(|other| lab(other) == lab(page));
        lab(page).is_none() || more.max() == Some(page)
    };
    all.iter().filter(|page| last(page)).cloned().collect()
}

/// One page of each kind, where a look at all of them would take too long.
pub fn kinds() -> [&'static str; 6] {
    ["/", "/chapters/token-bucket", "/exercises/last-token", LAB, BUSY, NONSENSE]
}

/// Pages of this workbook that the elements at `selector` lead to.
async fn links(browser: &Browser, selector: &str) -> BTreeSet<String> {
    let script =
        "return [...document.querySelectorAll(given)].map((link) => link.getAttribute('href'));";
    let found = browser.run(script, json!(selector)).await;
    let found = found.as_array().expect("a list").iter().filter_map(Value::as_str);
    let pages = found.filter_map(|at| at.split('#').next()).filter(|at| at.starts_with('/'));
    pages.map(str::to_owned).collect()
}
