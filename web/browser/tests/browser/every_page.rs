//! What holds on each page, whatever it is about.

use std::io::Read;
use std::net::TcpListener;

use serde_json::{Value, json};

use crate::browser::{Browser, NARROW, browse};
use crate::pages;

#[test]
#[ignore = "needs chromium and chromedriver"]
fn every_page_loads_without_an_error_and_only_from_here() {
    browse(async |browser| {
        for page in pages::all(browser).await {
            browser.requests().await;
            browser.goto(&page).await;
            assert_eq!(browser.console().await, Vec::<String>::new(), "in the console of {page}");
            let requests = browser.requests().await;
            assert!(!requests.is_empty(), "{page}: the log of requests is empty");
            println!("{page}: {} requests", requests.len());
            let home = browser.workbook.origin();
            let foreign = requests.iter().find(|url| !url.starts_with(&home));
            assert_eq!(foreign, None, "{page} asks somebody else");
        }
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_missing_page_says_so_in_words_and_leads_on() {
    browse(async |browser| {
        for page in pages::MISSING {
            browser.goto(page).await;
            // The browser itself reports the status, and nothing else is wrong.
            let console = browser.console().await;
            assert!(console.len() == 1 && console[0].contains("404"), "{page}: {console:?}");
            let (named, nameless) = names(browser).await;
            assert!(named >= 3 && nameless.is_empty(), "{page}: {named}, {nameless:?}");
            let ways = browser.eval("document.querySelectorAll('main a[href]').length").await;
            println!("{page}: {} leads on {ways} ways", browser.eval("document.title").await);
            assert!(ways.as_u64() >= Some(1), "{page} is a dead end");
        }
    });
}

/// What a page and all that it loads come to, in kilobytes, unpacked.
async fn weight(browser: &Browser) -> (f64, f64, f64, f64) {
    let sizes = browser.run(SIZES, Value::Null).await;
    let kilobytes = |part: &str| sizes[part].as_f64().unwrap_or(f64::NAN) / 1000.0;
    (kilobytes("page"), kilobytes("sheets"), kilobytes("scripts"), kilobytes("traces"))
}

const SIZES: &str = "
    const sum = (entries) => entries.reduce((sum, entry) => sum + entry.decodedBodySize, 0);
    const parts = performance.getEntriesByType('resource');
    const of = (end) => parts.filter((entry) => new URL(entry.name).pathname.endsWith(end));
    // What ticks the tasks of a lesson is no part of the player.
    const player = (entry) => !entry.name.endsWith('/tasks.js');
    const page = sum(performance.getEntriesByType('navigation'));
    return { page, sheets: sum(of('.css')), scripts: sum(of('.js').filter(player)), traces: sum(of('/trace')) };";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_lab_page_weighs_at_most_150_kilobytes_and_its_scripts_40() {
    browse(async |browser| {
        browser.devtools("Network.enable", json!({})).await;
        browser.devtools("Network.setCacheDisabled", json!({ "cacheDisabled": true })).await;
        let mut heavy = Vec::new();
        for page in [pages::LAB, pages::BUSY, pages::DENSE, "/", "/chapters/token-bucket"] {
            browser.goto(page).await;
            let (html, sheets, scripts, traces) = weight(browser).await;
            let all = html + sheets + scripts;
            println!(
                "{page}: {html:.1} kB of HTML, {sheets:.1} of sheets, {scripts:.1} of scripts: \
                 {all:.1} kB, and {traces:.1} kB of traces"
            );
            assert!(html > 5.0 && sheets > 5.0, "{page}: nothing was weighed");
            // Lessons have as many figures as they need, and a crowd has its marks.
            let bounded = page != pages::DENSE && !page.contains("chapters");
            if (bounded && all > 150.0) || scripts > 40.0 {
                heavy.push(format!("{page}: {all:.1} kB, of them {scripts:.1} kB of scripts"));
            }
        }
        assert!(heavy.is_empty(), "too heavy:\n{}", heavy.join("\n"));
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn every_control_and_picture_has_a_name() {
    browse(async |browser| {
        for page in pages::some(browser).await {
            browser.goto_whole(&page).await;
            let (named, nameless) = names(browser).await;
            println!("{page}: {named} names");
            assert!(named >= 2, "{page}: the tree of names was not read");
            assert_eq!(nameless, Vec::<String>::new(), "without a name on {page}");
        }
    });
}

/// How many controls and pictures have a name for a screen reader, and which have none.
async fn names(browser: &Browser) -> (usize, Vec<String>) {
    let roles = [
        "link",
        "button",
        "textbox",
        "spinbutton",
        "slider",
        "combobox",
        "checkbox",
        "radio",
        "switch",
        "DisclosureTriangle",
        "image",
        "img",
        "SvgRoot",
        "region",
        "navigation",
        "searchbox",
    ];
    let tree = browser.devtools("Accessibility.getFullAXTree", json!({})).await;
    let nodes = tree["nodes"].as_array().expect("nodes").iter();
    let ours = nodes.filter(|node| {
        node["ignored"] == false && roles.iter().any(|role| node["role"]["value"] == *role)
    });
    let (with, without): (Vec<&Value>, Vec<&Value>) = ours.partition(|node| {
        node["name"]["value"].as_str().is_some_and(|name| !name.trim().is_empty())
    });
    (with.len(), without.iter().map(ToString::to_string).collect())
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn no_page_scrolls_sideways_at_320_pixels() {
    browse(async |browser| {
        browser.size(NARROW).await;
        for page in pages::some(browser).await {
            browser.goto_whole(&page).await;
            let found = browser.run(include_str!("probes/wide.js"), Value::Null).await;
            assert_eq!(found["width"], 320, "{page}: the window");
            assert!(
                found["scroll"] == 320 && found["wide"] == json!([]),
                "{page} scrolls sideways: {found:#}"
            );
        }
    });
}

#[test]
#[ignore = "needs chromium and chromedriver"]
fn a_page_may_speak_through_one_polite_live_region_at_most() {
    browse(async |browser| {
        for page in pages::kinds() {
            browser.goto_whole(page).await;
            let found = browser.run(LIVE_REGIONS, Value::Null).await;
            println!("{page}: {found}");
            let (polite, plays) = (found["polite"].as_u64(), found["player"] == true);
            assert!(polite == Some(1) || (polite == Some(0) && !plays), "{page}: {found}");
            // An alert interrupts: it is for a run that cannot be shown.
            assert_eq!(found["assertive"], 0, "{page}");
        }
    });
}

const LIVE_REGIONS: &str = "
    const count = (selector) => document.querySelectorAll(selector).length;
    return {
        polite: count('[aria-live=polite], [role=status]:not([aria-live]), [role=log]:not([aria-live]), output:not([aria-live])'),
        assertive: count('[aria-live=assertive], [role=alert]'),
        player: count('.lab-stage [data-ready]') > 0,
    };";

#[test]
#[ignore = "needs chromium and chromedriver"]
fn the_policy_refuses_what_a_page_has_no_business_doing() {
    browse(async |browser| {
        let foreign = TcpListener::bind("127.0.0.1:0").expect("a port");
        foreign.set_nonblocking(true).expect("it does not wait");
        let other = format!("http://{}/", foreign.local_addr().expect("an address"));
        for page in
            [pages::LAB, "/chapters/token-bucket", "/exercises/last-token", "/", pages::MISSING[0]]
        {
            browser.goto(page).await;
            browser.run(include_str!("probes/policy.js"), json!(other)).await;
            browser.until("window.refused.size >= 6").await;
            let refused = browser.eval("[...window.refused].sort()").await;
            println!("{page}: refused by {refused}");
            let all = [
                "base-uri",
                "connect-src",
                "font-src",
                "frame-src",
                "img-src",
                "script-src",
                "script-src-elem",
                "style-src-attr",
                "style-src-elem",
            ];
            assert_eq!(refused, json!(all), "{page}");
            assert_eq!(browser.eval("window.done").await, json!([]), "{page}: this was done");
            // Refusals are said in the console; nothing else is.
            let console = browser.console().await;
            let other: Vec<&String> = console
                .iter()
                .filter(|line| !line.contains("Content Security Policy") && !line.contains("404"))
                .collect();
            assert!(other.is_empty(), "{page}: {other:?}");
        }
        // The browser may open a line ahead of a request that is then refused:
        // what counts is that nothing goes over it.
        while let Ok((mut line, _)) = foreign.accept() {
            line.set_nonblocking(true).expect("it does not wait");
            let heard = line.read(&mut [0; 1]).unwrap_or(0);
            assert_eq!(heard, 0, "another origin was asked for something");
        }
        browser.requests().await;
    });
}
